/** The referral email. */
import type { MailTexts } from '#domains/settings/model/mail-texts.ts';
import { type EmailContent, greet } from '#lib/email-content.ts';

/** Creates the email about the credit for a friend's first paid order. @param amount `$25.00` */
export const creditEmail = (texts: MailTexts, givenName: string, amount: string, accountUrl: string): EmailContent => ({
  shopName: texts.shopName,
  subject: texts.line('referral-credit', 'subject', { amount }),
  paragraphs: [greet(givenName), ...texts.paragraphs('referral-credit', 'text', { amount })],
  action: { label: texts.line('referral-credit', 'action', {}), url: accountUrl },
  code: null,
  closing: texts.line('referral-credit', 'closing', {}),
});
