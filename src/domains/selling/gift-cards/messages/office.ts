/** Text of the office's gift card screens. */
import type { GiftCardDelivery, GiftCardState } from '../model/gift-card-list.ts';

const cards = (count: number): string => `${count.toLocaleString('en-AU')} ${count === 1 ? 'card' : 'cards'}`;

export const STATE_LABELS: Readonly<Record<GiftCardState, string>> = {
  active: 'Active',
  used: 'Used up',
  void: 'Voided',
  expired: 'Expired',
};

export const DELIVERY_LABELS: Readonly<Record<GiftCardDelivery, string>> = {
  sent: 'Emailed',
  waiting: 'Being sent',
  scheduled: 'Scheduled',
  failed: 'Bounced',
  none: 'Not emailed',
};

export const giftCardListMessages = {
  title: 'Gift cards',
  noun: { one: 'gift card', many: 'gift cards' },
  rowName: (ending: string) => `gift card ending in ${ending}`,
  columns: {
    code: 'Code',
    state: 'State',
    balance: 'Balance',
    initial: 'Value',
    recipient: 'Recipient',
    sender: 'From',
    delivery: 'Email',
    created: 'Issued',
    expires: 'Expires',
    order: 'Order',
    market: 'Market',
  },
  filters: { state: 'State', delivery: 'Email', market: 'Market', balance: 'Balance', created: 'Issued', expires: 'Expires' },
  views: { all: 'All', active: 'Active', bounced: 'Email bounced', scheduled: 'Scheduled', expiring: 'Expires first' },
  free: 'Issued by staff',
  order: (number: number) => `#${number}`,
  issue: 'Issue gift card',
  emptyTitle: 'No gift cards yet',
  emptyText: 'Cards that shoppers buy appear here. You can issue one yourself, as a prize or an apology.',
  active: (count: number) => `on ${cards(count)}`,
  expiring: (amount: string) => `${amount} expires within 90 days`,
  exportTitle: 'Export gift cards',
  exporting: (count: number) => `Exporting, ${cards(count)} so far…`,
  exported: (count: number) => `Exported ${cards(count)}.`,
} as const;

export const giftCardMessages = {
  title: (ending: string) => `Gift card •••• ${ending}`,
  issued: (when: string) => `Issued ${when}`,
  balance: 'Balance',
  ofValue: (value: string) => `of ${value}`,
  held: (amount: string) => `${amount} of it is reserved by an order in progress.`,
  expires: 'Valid until',
  expired: 'Expired on',
  code: 'Code',
  show: 'Show code',
  hide: 'Hide code',
  copy: 'Copy code',
  copied: 'Copied to the clipboard',
  print: 'Print',
  printed: (fileName: string) => `${fileName} saved.`,
  codeHint: 'Showing and printing it are recorded in the activity log.',
  ledger: 'Ledger',
  entry: { what: 'What', when: 'When', amount: 'Amount', balance: 'Balance' },
  sum: 'Balance of the ledger',
  by: (author: string, reason: string) => (reason === '' ? `by ${author}` : `by ${author}: ${reason}`),
  order: (number: number) => `Order #${number}`,
  bought: 'Bought with',
  free: 'Nobody paid for this card. Staff issued it.',
  erasedOrder: 'The order of this card is not in the shop.',
  customer: (id: number) => `of customer ${id}`,
  kinds: {
    issue: 'Issued',
    redeem: 'Spent',
    return: 'Returned by a refund',
    void: 'Voided',
    refill: 'Restored',
    expire: 'Expired',
    move: 'Moved to store credit',
    other: (kind: string) => kind.replaceAll('_', ' '),
  },
  takenBack: 'Taken back by a refund',
  delivery: 'Email',
  recipient: 'To',
  sender: 'From',
  message: 'Message',
  noAddress: 'This card has no email address. Read the code out or print it, or send it to an address.',
  sentAt: (when: string) => `Sent ${when}`,
  dueAt: (when: string) => `Goes out ${when}`,
  waiting: 'Goes out within a minute.',
  withheld: 'It wasn’t sent, because nothing is left on the card.',
  bounced: (reason: string) => `Emails to this address bounce. ${reason}`,
  send: 'Send',
  sendAgain: 'Send again',
  timeline: 'Timeline',
  shop: 'The shop',
  events: {
    sent: (to: string) => `Emailed to ${to}`,
    resent: () => 'Email requested',
    revealed: () => 'Full code shown',
    printed: () => 'Card printed',
  },
  restore: (amount: string) => `Restore ${amount}`,
  restored: (amount: string) => `${amount} restored.`,
  voided: (amount: string) => `${amount} voided.`,
  conflictBalance: 'Balance',
  conflictChange: 'Your change',
} as const;

export const voidMessages = {
  title: (ending: string) => `Void the gift card •••• ${ending}?`,
  balance: (amount: string) => `${amount} is taken off the card. What was spent stays spent.`,
  held: (amount: string) => `${amount} stays, because an order in progress has reserved it.`,
  undo: 'You can restore it, as long as the card hasn’t expired.',
  noRefund: (number: number) => `The buyer gets no money back. To pay them back, refund order #${number} instead.`,
  noEmail: 'Nobody is emailed.',
  reason: 'Reason',
  reasonHint: 'Only staff see it.',
  action: (amount: string) => `Void ${amount}`,
} as const;

const giftCards = (count: number): string => `${count.toLocaleString('en-AU')} ${count === 1 ? 'gift card' : 'gift cards'}`;

/** Several cards at once. */
export const bulkCardMessages = {
  noun: { one: 'gift card', many: 'gift cards' },
  name: (ending: string) => `•••• ${ending}`,
  void: 'Void',
  send: 'Send again',
  title: { void: (count: number) => `Void ${giftCards(count)}?`, send: (count: number) => `Send ${giftCards(count)} again?` },
  action: { void: (count: number) => `Void ${giftCards(count)}`, send: (count: number) => `Send ${giftCards(count)}` },
  consequences: {
    void: [
      'What is left on each card is taken off, but for what an order in progress has reserved. What was spent stays spent.',
      'Buyers get no money back, and nobody is emailed.',
      'You can restore them, as long as they haven’t expired.',
    ],
    send: ['Each card is emailed at once, to the address that it has.', 'The codes stay the same, so earlier emails work too.'],
  },
  reason: voidMessages.reason,
  reasonHint: voidMessages.reasonHint,
} as const;

export const sendMessages = {
  title: (ending: string) => `Send the gift card •••• ${ending}`,
  email: 'Email',
  name: 'Name',
  day: 'On',
  dayHint: 'Leave it empty to send it now.',
  sameAddress: 'The code stays the same, so an earlier email works too.',
  newAddress: (amount: string) => `Whoever reads it can spend ${amount}. You’ll be asked to confirm that it’s you.`,
  oldAddress:
    'The code stays the same: if the first address was wrong, its reader can spend it too. Void the card and issue a new one then.',
  now: 'Send now',
  onDay: (day: string) => `Send on ${day}`,
  sent: (email: string) => `On its way to ${email}.`,
  scheduled: (email: string, day: string) => `Goes to ${email} on ${day}.`,
} as const;

export const issueMessages = {
  title: 'Issue gift card',
  free: 'For prizes and apologies: nobody pays for it, and it counts as money the shop owes.',
  amount: 'Amount',
  upTo: (limit: string) => `Your role may give up to ${limit} at once.`,
  stepUp: 'You’ll be asked to confirm that it’s you.',
  overLimit: (limit: string) => `Your role may give up to ${limit} at once. Ask a colleague with a higher limit.`,
  name: 'Recipient’s name',
  email: 'Recipient’s email',
  emailHint: 'Leave it empty to read the code out or print it.',
  sender: 'From',
  message: 'Message',
  messageHint: 'In the email, in quotation marks.',
  day: 'Send on',
  dayHint: 'Leave it empty to send it now.',
  reason: 'Reason',
  reasonHint: 'Only staff see it.',
  action: (amount: string) => (amount === '' ? 'Issue gift card' : `Issue ${amount}`),
  done: (amount: string) => `Gift card of ${amount} issued.`,
  preview: 'Email',
  subject: 'Subject',
  noEmail: 'No email is sent without an address.',
} as const;
