/** Text of the referral email. */
import type { EmailContent } from '#lib/email-content.ts';

/** A friend's first order was paid. @param amount `$25.00` */
export const creditLetter = (givenName: string, amount: string, accountUrl: string): EmailContent => ({
  subject: `${amount} for you, from a friend’s first order`,
  paragraphs: [
    givenName === '' ? 'Hello,' : `Hello ${givenName},`,
    `A friend has placed their first order with your code, so we’ve added ${amount} to your store credit. Use it at checkout.`,
  ],
  action: { label: 'See your credit', url: accountUrl },
  code: null,
  closing: 'Thanks for spreading the word,',
});
