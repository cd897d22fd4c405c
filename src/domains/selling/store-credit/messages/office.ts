/** Text of the office's store credit screens. */
import type { CreditKind } from '../model/credit-list.ts';

const customers = (count: number): string => `${count.toLocaleString('en-AU')} ${count === 1 ? 'customer' : 'customers'}`;
const entries = (count: number): string => `${count.toLocaleString('en-AU')} ${count === 1 ? 'entry' : 'entries'}`;

export const CREDIT_KIND_LABELS: Readonly<Record<CreditKind, string>> = {
  grant: 'Given',
  'gift-card': 'From a gift card',
  return: 'Returned by a refund',
  spend: 'Spent',
  reversal: 'Taken back',
};

export const creditTabs = { label: 'Gift cards and credit', giftCards: 'Gift cards', credit: 'Store credit' } as const;

export const creditListMessages = {
  title: 'Store credit',
  noun: { one: 'entry', many: 'entries' },
  rowName: (kind: string, name: string) => `${kind}, ${name}`,
  columns: {
    at: 'When',
    customer: 'Customer',
    kind: 'What',
    amount: 'Amount',
    note: 'Note',
    author: 'By',
    order: 'Order',
    market: 'Market',
    reason: 'Reason',
  },
  filters: { kind: 'What', at: 'When', amount: 'Amount', market: 'Market', customer: 'Customer number' },
  views: { all: 'All', given: 'Given', spent: 'Spent', reversed: 'Taken back' },
  erased: (id: number) => `Erased customer ${id}`,
  order: (number: number) => `#${number}`,
  grant: 'Give credit',
  emptyTitle: 'No store credit yet',
  emptyText: 'What customers are given, earn by referrals, get back by refunds and spend appears here. Credit has no end.',
  liability: 'Outstanding',
  outstanding: (market: string) => `Outstanding in ${market}`,
  holders: (count: number) => `with ${customers(count)}`,
  exportTitle: 'Export store credit',
  exporting: (count: number) => `Exporting, ${entries(count)} so far…`,
  exported: (count: number) => `Exported ${entries(count)}.`,
} as const;

export const creditMessages = {
  title: (name: string) => `Store credit of ${name}`,
  balance: 'Balance',
  held: (amount: string) => `${amount} of it is reserved by an order in progress.`,
  noEnd: 'Credit has no end. It pays for orders of this market.',
  customer: 'Customer',
  ledger: 'Ledger',
  empty: 'Nothing was given or spent yet.',
  entry: { what: 'What', when: 'When', amount: 'Amount', balance: 'Balance' },
  sum: 'Balance of the ledger',
  by: (author: string, reason: string) => (reason === '' ? `by ${author}` : `by ${author}: ${reason}`),
  order: (number: number) => `Order #${number}`,
  other: (kind: string) => kind.replaceAll(/[_-]/g, ' '),
  give: 'Give credit',
  takeBack: 'Take back',
  conflictBalance: 'Balance',
  conflictChange: 'Your change',
} as const;

export const changeMessages = {
  giveTitle: (name: string) => `Give ${name} credit`,
  takeTitle: (name: string) => `Take credit of ${name} back`,
  amount: 'Amount',
  upTo: (limit: string) => `Your role may change up to ${limit} at once.`,
  available: (amount: string) => `Up to ${amount}.`,
  note: 'Note',
  noteHint: 'The customer reads it in their account.',
  reason: 'Reason',
  reasonHint: 'Only staff see it.',
  atOnce: 'The customer can spend it at once. Nobody is emailed.',
  gone: 'The customer can no longer spend it. Nobody is emailed.',
  give: (amount: string) => (amount === '' ? 'Give credit' : `Give ${amount}`),
  take: (amount: string) => (amount === '' ? 'Take back' : `Take ${amount} back`),
  given: (amount: string) => `${amount} given.`,
  taken: (amount: string) => `${amount} taken back.`,
} as const;

export const grantMessages = {
  title: 'Give credit',
  text: 'To one customer or to several. Each gets the same amount, and all of them get it or none.',
  market: 'Market',
  emails: 'Email addresses of customers',
  emailsHint: 'One per line, or separated by commas. Up to 200.',
  amount: 'Amount for each',
  next: 'Preview',
  unknown: (count: number) =>
    count === 1
      ? 'This address has no account in the market. Take it out or correct it:'
      : `${count} addresses have no account in the market. Take them out or correct them:`,
  columns: { customer: 'Customer', before: 'Has now', after: 'Will have' },
  total: (amount: string, count: number) => `${amount} in total, for ${customers(count)}.`,
  overLimit: (limit: string) => `Your role may change up to ${limit} at once. Ask a colleague with a higher limit.`,
  stepUp: 'You’ll be asked to confirm that it’s you.',
  change: 'Change',
  action: (amount: string, count: number) => `Give ${customers(count)} ${amount} each`,
  done: (amount: string, count: number) => `${amount} given to ${customers(count)}.`,
} as const;
