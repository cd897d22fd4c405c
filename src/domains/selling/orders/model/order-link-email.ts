/** The email with a link to an order. Its kind hides the token in the log of emails, unlike that of the other emails about orders. */
import type { MailTexts } from '#domains/settings/model/mail-texts.ts';
import { type EmailContent, greet } from '#lib/email-content.ts';

/** Builds the email. @param url the page of the order with its token */
export function orderLinkEmail(texts: MailTexts, firstName: string, orderNumber: number, url: string): EmailContent {
  const number = String(orderNumber);
  return {
    shopName: texts.shopName,
    subject: texts.line('order-link', 'subject', { number }),
    paragraphs: [greet(firstName), ...texts.paragraphs('order-link', 'text', { number })],
    action: { label: texts.line('order-link', 'view', {}), url },
    code: null,
    closing: texts.line('order-link', 'closing', {}),
  };
}
