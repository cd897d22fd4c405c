/** What the log of emails knows of each, and for how long. */

export const MAIL_KINDS = [
  'receipt',
  'shipment',
  'refund',
  'cancellation',
  'payment-failed',
  'order-link',
  'delivery',
  'payment-link',
  'claim',
  'supplier-claim',
  'gift-card',
  'club',
  'rewards',
  'marketing',
  'form',
  'account',
  'staff',
] as const;
export type LoggedMailKind = (typeof MAIL_KINDS)[number];

/**
 * `queued`: waits, or is tried again after a failure. `failed`: given up. `suppressed`: not sent, because the address bounced before.
 * `skipped`: nothing was to be sent any more. `bounced` and `complaint`: reported after it was sent.
 */
export const MAIL_STATES = ['queued', 'sent', 'failed', 'suppressed', 'skipped', 'bounced', 'complaint'] as const;
export type MailState = (typeof MAIL_STATES)[number];

export const MAIL_OUTCOMES = ['sent', 'failed', 'suppressed', 'skipped', 'discarded', 'bounce', 'soft_bounce', 'complaint'] as const;
export type MailOutcome = (typeof MAIL_OUTCOMES)[number];

/**
 * Days for which the text of an email is stored. People ask about an email within weeks. Banks ask for evidence up to four months later,
 * but for orders, refunds and tracking numbers, which are stored for longer.
 */
export const MAIL_TEXT_DAYS = 90;
/** Days for which the log says that an email was sent: two seasons can be compared. */
export const MAIL_LOG_DAYS = 730;

/** Days before a report in which the email that it is about was sent. Mail servers try for up to five. */
export const REPORT_DAYS = 7;

/** Shown instead of an address to people who may not see it. */
export const HIDDEN_ADDRESS = '•••';

/** Masks `grace.hopper@example.com` as `•••@example.com`. The domain tells which mail service refuses mail. */
export const maskAddress = (address: string): string => {
  const at = address.lastIndexOf('@');
  return at < 0 ? '' : `${HIDDEN_ADDRESS}${address.slice(at)}`;
};
