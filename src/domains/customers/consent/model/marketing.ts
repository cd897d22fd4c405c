/** Consent to marketing: the channels, and the sentences shoppers agree to. A changed sentence is recorded as shown. */

export const MARKETING_CHANNELS = ['email', 'sms', 'push'] as const;
export type MarketingChannel = (typeof MARKETING_CHANNELS)[number];

/** The sentence beside each choice. It is stored with the consent, so pages must show exactly this text. */
export const CONSENT_WORDING = {
  email: 'Send news about wines and offers to my inbox. I can unsubscribe at any time.',
  sms: 'Text me news and offers. I can unsubscribe at any time.',
  push: 'Want a notification when a favourite drops in price, or if you leave something in your cart?',
} as const satisfies Record<MarketingChannel, string>;

/** Where a consent or its withdrawal came from. */
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

/** A consent or withdrawal as it is kept. */
export interface ConsentEntry {
  readonly channel: MarketingChannel;
  readonly granted: boolean;
  /** Empty where the shop did not show the words. */
  readonly wording: string;
  readonly source: ConsentSource;
}
