/** Text of the office's first screen. */
import type { TodayCardName } from '../model/cards.ts';

const count = (value: number): string => value.toLocaleString('en-AU');
const plural = (value: number, one: string, many = `${one}s`): string => `${count(value)} ${value === 1 ? one : many}`;

interface CardText {
  readonly title: string;
  /** What the count is of. */
  readonly text: (waiting: number) => string;
  /** The link to the list. */
  readonly open: string;
}

export const TODAY_CARD_TEXT: Readonly<Record<TodayCardName, CardText>> = {
  to_send: { title: 'To send', text: (waiting) => `${plural(waiting, 'order')} to pack and send`, open: 'Show orders to send' },
  to_decide: {
    title: 'To decide',
    text: (waiting) => `${plural(waiting, 'order')} that ${waiting === 1 ? 'waits' : 'wait'} for your decision`,
    open: 'Show orders to decide',
  },
  undelivered: {
    title: 'Refused or returned',
    text: (waiting) => `${plural(waiting, 'order')} with a parcel that didn’t arrive`,
    open: 'Show refused or returned',
  },
  claims: {
    title: 'Claims',
    text: (waiting) => `${plural(waiting, 'claim')} that ${waiting === 1 ? 'waits' : 'wait'} for your decision`,
    open: 'Show claims to decide',
  },
  stuck_jobs: {
    title: 'Jobs',
    text: (waiting) => `${plural(waiting, 'job or email', 'jobs and emails')} that failed or ${waiting === 1 ? 'is' : 'are'} stuck`,
    open: 'Show jobs',
  },
  failed_webhooks: {
    title: 'Webhooks',
    text: (waiting) => `${plural(waiting, 'webhook')} that your other systems didn’t take`,
    open: 'Show webhooks',
  },
  disputes: {
    title: 'Disputes',
    text: (waiting) => `${plural(waiting, 'payment')} that ${waiting === 1 ? 'a buyer disputes' : 'buyers dispute'} at the bank`,
    open: 'Show disputes',
  },
  refunds_refused: {
    title: 'Refunds refused',
    text: (waiting) => `${plural(waiting, 'refund')} that the payment gateway refused`,
    open: 'Show refused refunds',
  },
  failed_payments: {
    title: 'Payments without an order',
    text: (waiting) => `${plural(waiting, 'payment')} or ${waiting === 1 ? 'dispute' : 'disputes'} that no order explains`,
    open: 'Show payments',
  },
  declined_cards: {
    title: 'Declined cards',
    text: (waiting) => `${plural(waiting, 'club delivery', 'club deliveries')} that could not be charged`,
    open: 'Show declined cards',
  },
  club_runs: {
    title: 'Club deliveries',
    text: (waiting) => `${plural(waiting, 'delivery', 'deliveries')} due in the next seven days`,
    open: 'Show club deliveries',
  },
  low_stock: {
    title: 'Low stock',
    text: (waiting) => `${plural(waiting, 'wine')} on sale at or below ${waiting === 1 ? 'its' : 'their'} low-stock level`,
    open: 'Show wines',
  },
  form_entries: {
    title: 'Form entries',
    text: (waiting) => `${plural(waiting, 'entry', 'entries')} of the last seven days ${waiting === 1 ? 'waits' : 'wait'}`,
    open: 'Show entries',
  },
};

export const todayMessages = {
  title: 'Today',
  waiting: 'What waits',
  more: (shown: number, waiting: number) => `The first ${count(shown)} of ${count(waiting)}`,
  emptyTitle: 'Nothing waits',
  emptyText: 'No order to send, no decision to make, nothing that failed. New work appears here by itself.',
  noCards: 'Your role has no work on this screen. Choose a screen on the left.',
  clear: (names: readonly string[]) => `Nothing in ${new Intl.ListFormat('en-AU').format(names)}.`,
  atLeast: (waiting: number) => `${count(waiting)}+`,
  count,
  firstEvidence: (when: string) => `First evidence due ${when}`,
  since: (when: string) => `Since ${when}`,
  nextAttempt: (day: string) => `Next attempt ${day}`,
  attempts: (made: number) => plural(made, 'attempt'),
  dueOn: (day: string) => `Due ${day}`,
  overdue: (day: string) => `Was due ${day}`,
  deliveries: (due: number) => plural(due, 'delivery', 'deliveries'),
  casesLeft: (left: number) => `${plural(left, 'case')} left`,
  unnamedBuyer: 'Erased',
  resolve: 'Mark as resolved',
  resolveTitle: 'Mark this payment as resolved?',
  resolveConsequences: [
    'It leaves this list for everyone.',
    'Nothing changes at the payment gateway. Refund or match the payment there first.',
  ],
  resolved: 'Marked as resolved.',
  figures: 'How it’s going',
} as const;
