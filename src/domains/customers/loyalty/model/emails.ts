/** Texts of the loyalty emails: a tier reached, a birthday, an anniversary. */
import type { EmailContent } from '#lib/email-content.ts';
import type { Occasion } from './programme.ts';

const greeting = (givenName: string): string => (givenName === '' ? 'Hello,' : `Hello ${givenName},`);
const formatTier = (tier: string): string => tier.charAt(0) + tier.slice(1).toLowerCase();

/** A customer has reached a tier by spending. */
export const tierLetter = (givenName: string, tier: string, accountUrl: string): EmailContent => ({
  subject: `You’re now a ${formatTier(tier)} member`,
  paragraphs: [greeting(givenName), `Your last order took you to ${formatTier(tier)}. See what you get in your account.`],
  action: { label: 'See your benefits', url: accountUrl },
  code: null,
  closing: 'Cheers,',
});

const OCCASIONS: Readonly<Record<Occasion, { readonly subject: string; readonly words: string }>> = {
  birthday: { subject: 'Happy birthday', words: 'A birthday wants something to pour.' },
  anniversary: { subject: 'Another year together', words: 'It’s another year since you joined us, and we’re glad you did.' },
};

export interface CouponWords {
  readonly givenName: string;
  readonly occasion: Occasion;
  readonly code: string;
  /** `$40.00`, `15%`. */
  readonly amount: string;
  /** `21 December 2026`. */
  readonly until: string;
  readonly shopUrl: string;
}

/** A coupon for a birthday or anniversary. */
export const couponLetter = ({ givenName, occasion, code, amount, until, shopUrl }: CouponWords): EmailContent => ({
  subject: OCCASIONS[occasion].subject,
  paragraphs: [
    greeting(givenName),
    `${OCCASIONS[occasion].words} Here’s ${amount} off an order. Use it once, by ${until}: sign in and enter the code in your cart. It only works with your account.`,
  ],
  action: { label: 'Browse the shelves', url: shopUrl },
  code,
  closing: 'With best wishes,',
});
