/** The loyalty emails: a tier reached, a birthday, an anniversary. */
import { type EmailContent, greet } from '#lib/email-content.ts';
import { loyaltyEmailMessages as m } from '../messages.ts';
import type { Occasion } from './programme.ts';

/** Creates the email to a customer who has reached a tier by spending. */
export function tierEmail(givenName: string, tier: string, accountUrl: string): EmailContent {
  const { subject, text, action, closing } = m.tier(tier.charAt(0) + tier.slice(1).toLowerCase());
  return { subject, paragraphs: [greet(givenName), text], action: { label: action, url: accountUrl }, code: null, closing };
}

export interface CouponEmailData {
  readonly givenName: string;
  readonly occasion: Occasion;
  readonly code: string;
  /** `$40.00`, `15%`. */
  readonly amount: string;
  /** `21 December 2026`. */
  readonly until: string;
  readonly shopUrl: string;
}

/** Creates the email with a coupon for a birthday or anniversary. */
export function couponEmail({ givenName, occasion, code, amount, until, shopUrl }: CouponEmailData): EmailContent {
  const { subject, wish } = m.occasions[occasion];
  const { text, action, closing } = m.coupon(wish, amount, until);
  return { subject, paragraphs: [greet(givenName), text], action: { label: action, url: shopUrl }, code, closing };
}
