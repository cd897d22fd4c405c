/** What an email to shoppers consists of, and the placeholders of its texts. */

/** What stands for a value in a text. `{shop}` may be used in all. */
export const MAIL_PLACEHOLDERS = {
  shop: 'name of the shop',
  number: 'number of the order',
  carrier: 'who delivers',
  amount: 'an amount with its currency',
  worth: 'what the gift card is worth',
  sender: 'who gave the gift card',
  day: 'a date, written out',
  phone: 'the shop’s phone number',
  email: 'the new address, mostly hidden',
  club: 'name of the wine club',
  case: 'name of the case',
  payment: 'what is charged, when, and to which card',
  change: 'a sentence that says what staff changed',
  tier: 'name of the tier',
} as const;
export type MailPlaceholder = keyof typeof MAIL_PLACEHOLDERS;

export const MAIL_AREAS = ['orders', 'accounts', 'clubs', 'rewards'] as const;
export type MailArea = (typeof MAIL_AREAS)[number];

export interface MailText {
  readonly title: string;
  /** What it says until the retailer changes it. Each line is a paragraph. */
  readonly text: string;
  /** Placeholders that it may have besides `{shop}`. */
  readonly uses?: readonly MailPlaceholder[];
  /** Placeholders that have to stay, because nothing else in the email says the same. */
  readonly needs?: readonly MailPlaceholder[];
  readonly isLong?: true;
}

export interface MailDefinition {
  readonly area: MailArea;
  readonly name: string;
  readonly when: string;
  readonly texts: Readonly<Record<string, MailText>>;
}

export const subject = (text: string) => ({ title: 'Subject', text });
export const subjectWith = <const U extends readonly MailPlaceholder[]>(text: string, uses: U) => ({ title: 'Subject', text, uses });
export const body = (text: string) => ({ title: 'Text', text, isLong: true as const });
export const bodyWith = <const U extends readonly MailPlaceholder[]>(text: string, uses: U, needs: readonly MailPlaceholder[] = []) => ({
  title: 'Text',
  text,
  uses,
  needs,
  isLong: true as const,
});
export const button = (text: string) => ({ title: 'Button', text });
export const closing = (text: string) => ({ title: 'Closing', text });
