/** The loyalty emails: a tier reached, a birthday, an anniversary. */
import type { MailTexts } from '#domains/settings/model/mail-texts.ts';
import { type EmailContent, greet } from '#lib/email-content.ts';
import type { Occasion } from './programme.ts';

/** Creates the email to a customer who has reached a tier by spending. @param name that of the tier */
export function tierEmail(texts: MailTexts, givenName: string, name: string, accountUrl: string): EmailContent {
  const tier = name.replaceAll(/\p{Cc}+/gu, ' ');
  return {
    shopName: texts.shopName,
    subject: texts.line('tier-reached', 'subject', { tier }),
    paragraphs: [greet(givenName), ...texts.paragraphs('tier-reached', 'text', { tier })],
    action: { label: texts.line('tier-reached', 'action', {}), url: accountUrl },
    code: null,
    closing: texts.line('tier-reached', 'closing', {}),
  };
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
export const couponEmail = (texts: MailTexts, { givenName, occasion, code, amount, until, shopUrl }: CouponEmailData): EmailContent => ({
  shopName: texts.shopName,
  subject: texts.line(occasion, 'subject', { amount }),
  paragraphs: [greet(givenName), ...texts.paragraphs(occasion, 'text', { amount, day: until })],
  action: { label: texts.line(occasion, 'action', {}), url: shopUrl },
  code,
  closing: texts.line(occasion, 'closing', {}),
});
