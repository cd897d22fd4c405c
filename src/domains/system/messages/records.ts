/** Text of the screens of webhooks, errors and disputes. */
import { plural } from '#lib/plural.ts';
import type { ErrorStatus, WebhookState } from '../model/record-states.ts';

export const WEBHOOK_STATE_LABELS: Readonly<Record<WebhookState, string>> = {
  pending: 'Waiting',
  delivered: 'Delivered',
  failed: 'Given up',
};

/** Events of orders. Others are shown as they are. */
export const WEBHOOK_EVENTS: Readonly<Record<string, string>> = {
  placed: 'Order placed',
  shipped: 'Cases sent',
  marked: 'Status changed',
  cancelled: 'Order cancelled',
  delivery_changed: 'Delivery changed',
  items_changed: 'Items changed',
  ready_to_collect: 'Ready to collect',
  collected: 'Handed over',
  refund_intended: 'Refund started',
  refunded: 'Refunded',
  refund_refused: 'Refund refused',
  disputed: 'Disputed',
  dispute_updated: 'Dispute changed',
  dispute_won: 'Dispute won',
  dispute_lost: 'Dispute lost',
};

export const webhookMessages = {
  title: 'Webhooks',
  noun: { one: 'webhook', many: 'webhooks' },
  columns: { event: 'Event', state: 'State', response: 'Last answer', attempts: 'Attempts', url: 'Receiver', created: 'Created' },
  filters: { state: 'State' },
  views: { failed: 'Given up', waiting: 'Waiting' },
  order: (number: number, market: string) => `#${number} ${market}`,
  rowName: (event: string, number: number) => `${event} of order #${number}`,
  emptyTitle: 'No webhooks yet',
  emptyText: 'Webhooks tell your other systems, such as a warehouse, what happens to orders. They start once the receiver is set up.',
  emptyAction: 'Set up order webhooks',
  noAnswer: 'No answer yet',
  answered: (response: string) => (/^\d{3}$/.test(response) ? `Status ${response}` : response),
  openOrder: 'Open the order',
  resend: 'Send again',
  resendMany: (count: number) => `Send ${plural(count, 'webhook')} again`,
  resendTitle: (count: number) => `Send ${plural(count, 'webhook')} again?`,
  resendConsequences: [
    'Each is sent with the order as it is now, and with its old id: a receiver that has it already can ignore it.',
    'One that fails is tried again for about two days.',
  ],
  resent: (count: number) => `${plural(count, 'webhook')} will be sent within seconds.`,
  collecting: 'The list has changed. Reload the page and try again.',
  payload: 'What is sent',
  signature: 'The signature is made when it is sent and isn’t stored.',
  payloadHidden: 'It contains customer data. You need the permission to see customers.',
  facts: { created: 'Created', next: 'Next attempt', finished: 'Ended', attempts: 'Attempts', receiver: 'Receiver', answer: 'Last answer' },
} as const;

export const ERROR_STATUS_LABELS: Readonly<Record<ErrorStatus, string>> = { open: 'Open', resolved: 'Resolved', ignored: 'Ignored' };

export const errorMessages = {
  title: 'Errors',
  noun: { one: 'error', many: 'errors' },
  columns: { error: 'Error', status: 'State', count: 'Times', source: 'Where', first: 'First seen', last: 'Last seen' },
  filters: { status: 'State', source: 'Where' },
  sources: { browser: 'Browser', server: 'Server' } as Readonly<Record<string, string>>,
  views: { open: 'Open' },
  emptyTitle: 'No errors',
  emptyText: 'Errors of the shop and of shoppers’ browsers appear here by themselves, the same ones together.',
  resolve: 'Resolve',
  ignore: 'Ignore',
  reopen: 'Open again',
  changed: (status: ErrorStatus, count: number) =>
    `${plural(count, 'error')} ${{ open: 'opened again', resolved: 'resolved', ignored: 'ignored' }[status]}.`,
  kept: (count: number, reason: string) => `${plural(count, 'error')} left alone. ${reason}`,
  hint: {
    open: 'Send the text below to whoever looks after the shop.',
    resolved: 'It opens again by itself if it happens again.',
    ignored: 'It stays ignored, however often it happens.',
  } satisfies Readonly<Record<ErrorStatus, string>>,
  statusBy: (name: string) => `by ${name}`,
  reports: 'Latest reports',
  noReports: 'Its reports are older than 30 days and were deleted.',
  shopper: (comment: string) => `The shopper: ${comment}`,
  stack: (when: string) => `Report of ${when}`,
  facts: { count: 'Times', first: 'First seen', last: 'Last seen', where: 'Where' },
} as const;

export const disputeMessages = {
  title: 'Disputes',
  noun: { one: 'dispute', many: 'disputes' },
  rowName: (number: number) => `dispute of order #${number}`,
  hint: 'A buyer has asked their bank to take a payment back. Send the evidence at your gateway before the date, then mark it here.',
  columns: {
    order: 'Order',
    amount: 'Amount',
    reason: 'Reason',
    due: 'Evidence due',
    state: 'State',
    opened: 'Opened',
    gateway: 'Gateway',
    actions: 'Actions',
  },
  market: 'Market',
  currency: 'Currency',
  closed: 'Decided',
  views: { open: 'To answer', answered: 'Answered', closed: 'Decided' },
  noDeadline: 'No deadline',
  closedOn: (when: string) => `Decided ${when}`,
  answeredBy: (name: string, when: string) => `${name}, ${when}`,
  states: { waiting: 'To answer', answered: 'Answered', overdue: 'Overdue', won: 'Won', lost: 'Lost' },
  answer: 'Mark as answered',
  answerOf: (number: number) => `Mark the dispute of order #${number} as answered`,
  undo: 'Mark as open',
  undoOf: (number: number) => `Mark the dispute of order #${number} as open`,
  answered: 'Marked as answered.',
  reopened: 'Marked as open.',
  exportTitle: 'Export disputes',
  exporting: (rows: number) => `${plural(rows, 'dispute')} so far…`,
  exported: (rows: number) => `${plural(rows, 'dispute')} exported.`,
  stop: 'Stop',
  emptyTitle: 'No disputes',
  emptyText: 'A disputed payment appears here with the date by which the bank wants your evidence.',
} as const;
