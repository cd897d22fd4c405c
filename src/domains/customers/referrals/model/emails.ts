/** The referral email. */
import { type EmailContent, greet } from '#lib/email-content.ts';
import { creditEmailMessages as m } from '../messages.ts';

/** Creates the email about the credit for a friend's first paid order. @param amount `$25.00` */
export const creditEmail = (givenName: string, amount: string, accountUrl: string): EmailContent => ({
  subject: m.subject(amount),
  paragraphs: [greet(givenName), m.text(amount)],
  action: { label: m.action, url: accountUrl },
  code: null,
  closing: m.closing,
});
