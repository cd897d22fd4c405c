/** The mails of loyalty: a tier reached, a birthday, an anniversary. */
import type { EmailContent } from '#lib/email-content.ts';
import type { Occasion } from './programme.ts';

const greeting = (givenName: string): string => (givenName === '' ? 'Hello,' : `Hello ${givenName},`);
const formatTier = (tier: string): string => tier.charAt(0) + tier.slice(1).toLowerCase();

/** A customer has reached a tier by spending. */
export const tierLetter = (givenName: string, tier: string, accountUrl: string): EmailContent => ({
  subject: `You are ${formatTier(tier)} now`,
  paragraphs: [greeting(givenName), `Your last order has made you a ${formatTier(tier)} member. What that brings stands in your account.`],
  action: { label: 'See what it brings', url: accountUrl },
  code: null,
  closing: 'To many more bottles,',
});

const OCCASIONS: Readonly<Record<Occasion, { readonly subject: string; readonly words: string }>> = {
  birthday: { subject: 'Happy birthday', words: 'A birthday wants something to pour.' },
  anniversary: { subject: 'Another year together', words: 'It is another year since you joined us, and we are glad of it.' },
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
    `${OCCASIONS[occasion].words} Here is ${amount} off an order, for you alone, once, until ${until}. Sign in and type the code into your cart.`,
  ],
  action: { label: 'Go to the shelves', url: shopUrl },
  code,
  closing: 'With best wishes,',
});
