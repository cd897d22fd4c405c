/** Text of the office's screens about emails. */
import { plural } from '#lib/plural.ts';
import { type LoggedMailKind, MAIL_TEXT_DAYS, type MailOutcome, type MailState } from '../model/mail-log.ts';

export const MAIL_STATE_LABELS: Readonly<Record<MailState, string>> = {
  queued: 'Waiting',
  sent: 'Sent',
  failed: 'Failed',
  suppressed: 'Held back',
  skipped: 'Not needed',
  bounced: 'Bounced',
  complaint: 'Marked as spam',
};

export const MAIL_KIND_LABELS: Readonly<Record<LoggedMailKind, string>> = {
  receipt: 'Receipt',
  shipment: 'Shipment',
  refund: 'Refund',
  cancellation: 'Cancellation',
  'payment-failed': 'Failed payment',
  'order-link': 'Link to an order',
  delivery: 'Changed delivery',
  'payment-link': 'Payment link',
  'supplier-claim': 'Claim to a supplier',
  claim: 'Claim',
  'gift-card': 'Gift card',
  club: 'Club',
  rewards: 'Loyalty and referrals',
  marketing: 'Marketing',
  form: 'Form entry',
  account: 'Account',
  staff: 'Staff',
};

export const MAIL_OUTCOME_LABELS: Readonly<Record<MailOutcome, string>> = {
  sent: 'Sent',
  failed: 'Attempt failed',
  suppressed: 'Held back, because the address gets no email',
  skipped: 'Not sent, because there was nothing to send any more',
  discarded: 'Discarded by staff',
  bounce: 'Bounced for good',
  soft_bounce: 'Bounced',
  complaint: 'Marked as spam by the reader',
};

const STATE_HELP: Readonly<Record<MailState, string>> = {
  queued: 'It goes out within seconds. After a failure it’s tried again for about a day, at growing intervals.',
  sent: 'The mail server took it. Whether it was delivered is only reported if it wasn’t.',
  failed: 'It was tried for about a day and given up. When the reason is gone, send it again.',
  suppressed: 'An earlier email to this address came back, so this one wasn’t sent.',
  skipped: 'By the time it was to go out it wasn’t needed any more: a link had been used, an order paid, or consent withdrawn.',
  bounced: 'It came back. Ask the customer for another address, or whether this one works again.',
  complaint: 'The reader reported it as spam. Email that isn’t about orders isn’t sent to this address any more.',
};

export const mailMessages = {
  title: 'Email',
  noun: { one: 'email', many: 'emails' },
  columns: {
    recipient: 'To',
    subject: 'Subject',
    kind: 'Kind',
    market: 'Market',
    state: 'State',
    attempts: 'Attempts',
    order: 'Order',
    created: 'Created',
    sent: 'Sent',
  },
  filters: { state: 'State', kind: 'Kind', market: 'Market', created: 'Period' },
  views: { failed: 'Failed', bounced: 'Bounced', waiting: 'Waiting', held: 'Held back' },
  noAddress: 'Address unknown yet',
  notWritten: 'Not written yet',
  suppressedTag: 'Gets no email',
  order: (number: number) => `#${number}`,
  rowName: (kind: string, recipient: string) => `${kind}${recipient === '' ? '' : ` to ${recipient}`}`,
  emptyTitle: 'No emails yet',
  emptyText: 'Every email of the shop appears here with what became of it: receipts, shipments, gift cards, links to sign in.',
  exportTitle: 'Export emails',
  exporting: (rows: number) => `${plural(rows, 'email')} so far…`,
  exported: (rows: number) => `${plural(rows, 'email')} exported.`,
  stop: 'Stop',
  csv: ['created', 'market', 'kind', 'to', 'subject', 'state', 'attempts', 'sent', 'order'],
  help: (state: MailState) => STATE_HELP[state],
  openOrder: (number: number) => `Order #${number}`,
  openCustomer: 'Customer',
  openGiftCard: 'Gift card',
  parts: { label: 'Parts of the email', html: 'Email', plain: 'Plain text', headers: 'Headers', attempts: 'Attempts' },
  frame: 'The email as its reader sees it',
  hidden: 'You need the permission to see customers, or staff for email to staff, to read it.',
  deleted: `Its text was deleted after ${MAIL_TEXT_DAYS} days.`,
  unwritten: 'It has no text yet. It’s written when it’s sent.',
  secrets: 'Codes and links that work once are left out.',
  noAttempts: 'Nobody has tried to send it yet.',
  facts: { to: 'To', created: 'Created', sent: 'Sent', attempts: 'Attempts', market: 'Market' },
  allMarkets: 'All',
  resend: 'Send again',
  resendTitle: (recipient: string) => `Send this email to ${recipient} again?`,
  resendConsequences: [
    'It’s written from the order or record as it is now, to the address that is there now.',
    'The reader gets it a second time if the first one arrived.',
    'Your name is recorded in the activity log.',
  ],
  resent: 'The email will be sent within seconds.',
  history: { resent: (who: string) => `Sent again by ${who}`, lifted: (who: string) => `${who} let the address get email again` },
} as const;

export const suppressionMessages = {
  bounce: 'Emails to this address bounce, so none are sent.',
  complaint: 'This address reported our mail as spam. It only gets email about orders.',
  text: (kind: string): string => (kind === 'bounce' ? suppressionMessages.bounce : suppressionMessages.complaint),
  lift: 'Let it get email again',
  title: 'Let this address get email again?',
  consequences: [
    'Do this only if its owner says that it works: mail services stop working with shops that write to dead addresses.',
    'Emails that were held back aren’t sent. Send those that matter again.',
    'If the next email bounces, the address gets no more.',
  ],
  lifted: 'This address gets email again.',
} as const;
