/** Text of the office's screens about form entries. */
import type { EntryState } from '../model/inbox.ts';

const count = (value: number, one: string, many: string): string => `${value.toLocaleString('en-AU')} ${value === 1 ? one : many}`;
const entries = (value: number): string => count(value, 'entry', 'entries');

export const ENTRY_STATE_LABELS: Readonly<Record<EntryState, string>> = { open: 'Waiting', handled: 'Handled', spam: 'Spam' };

/** `club-waitlist` as `Club waitlist` */
const formName = (form: string): string => {
  const words = form.replaceAll('-', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
};

export const inboxMessages = {
  title: 'Inbox',
  noun: { one: 'entry', many: 'entries' },
  columns: { from: 'From', text: 'Message', form: 'Form', market: 'Market', state: 'State', received: 'Received' },
  filters: { state: 'State', form: 'Form', market: 'Market' },
  views: { all: 'All but spam', open: 'Waiting', handled: 'Handled', spam: 'Spam' },
  formName,
  noSender: 'No email address',
  note: 'Note',
  rowName: (from: string, form: string) => `${formName(form)} from ${from}`,
  emptyTitle: 'No messages yet',
  emptyText: 'What visitors send by the forms of your pages appears here. Add a form to a page, for example for questions or a tasting.',
  mark: { open: 'Mark as waiting', handled: 'Mark as handled', spam: 'Mark as spam' } as Readonly<Record<EntryState, string>>,
  marked: {
    open: (done: number) => `${entries(done)} marked as waiting.`,
    handled: (done: number) => `${entries(done)} marked as handled.`,
    spam: (done: number) => `${entries(done)} marked as spam.`,
  } as Readonly<Record<EntryState, (done: number) => string>>,
  undone: 'Back as before.',
  changedSince: (count: number) => `${entries(count)} changed since and ${count === 1 ? 'stays' : 'stay'}. The others are as before.`,
  changedMeanwhile: (count: number) =>
    `A colleague has already marked ${entries(count)}. ${count === 1 ? 'It stays as it is.' : 'They stay as they are.'}`,
  exportTitle: 'Export entries',
  exporting: (rows: number) => `${entries(rows)} so far…`,
  exported: (rows: number) => `${entries(rows)} exported.`,
  stop: 'Stop',
  csv: ['received', 'market', 'form', 'email', 'message', 'state', 'handled by', 'note'],
  reply: 'Reply by email',
  replySubject: (form: string) => `Re: ${formName(form)}`,
  answers: 'Message',
  empty: 'Not filled in',
  page: 'Sent from',
  market: 'Market',
  received: (when: string) => `Received ${when}`,
  details: 'Details',
  sender: 'Sender',
  others: (others: number) => `${count(others, 'other message', 'other messages')} from this address`,
  notes: 'Note for colleagues',
  noteHint: 'The sender doesn’t see it.',
  saveNote: 'Save note',
  noteSaved: 'Note saved.',
  yourNote: 'Note',
  history: 'Timeline',
  sent: 'Sent by the visitor',
  noted: 'Note changed',
  by: (who: string) => who,
  kept: 'Messages are deleted after a year, or with the account of the sender.',
} as const;
