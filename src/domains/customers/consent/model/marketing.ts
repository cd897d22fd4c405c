/** Consent to marketing: channels, and the wording that shoppers agree to. Each consent is recorded with its wording. */

export const MARKETING_CHANNELS = ['email', 'sms', 'push'] as const;
export type MarketingChannel = (typeof MARKETING_CHANNELS)[number];

/** Wording next to each choice. Stored with the consent, so pages must show exactly this text. */
export const CONSENT_WORDING = {
  email: 'Send news about wines and offers to my inbox. I can unsubscribe at any time.',
  sms: 'Text me news and offers. I can unsubscribe at any time.',
  push: 'Want a notification when a favourite drops in price, or if you leave something in your cart?',
} as const satisfies Record<MarketingChannel, string>;

/** Sources of a consent or withdrawal. */
export const CONSENT_SOURCES = [
  'join',
  'account',
  'unsubscribe_page',
  'one_click',
  'device',
  'user_metadata',
  'import',
  'before_records',
] as const;
export type ConsentSource = (typeof CONSENT_SOURCES)[number];

/** A recorded consent or withdrawal. */
export interface ConsentEntry {
  readonly channel: MarketingChannel;
  readonly granted: boolean;
  /** Empty if the shop did not show the wording. */
  readonly wording: string;
  readonly source: ConsentSource;
}
