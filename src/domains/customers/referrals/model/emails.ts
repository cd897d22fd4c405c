/** The mail of referral. */
import type { EmailContent } from '#lib/email-content.ts';

/** A friend's first order was paid. @param amount `$25.00` */
export const creditLetter = (givenName: string, amount: string, accountUrl: string): EmailContent => ({
  subject: `${amount} for you, from a friend’s first order`,
  paragraphs: [
    givenName === '' ? 'Hello,' : `Hello ${givenName},`,
    `A friend has ordered with your code. ${amount} of store credit is yours; you can pay with it at the checkout.`,
  ],
  action: { label: 'See your credit', url: accountUrl },
  code: null,
  closing: 'Thank you for the word,',
});
