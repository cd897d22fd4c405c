/** The email with the link that opens the checkout of a draft order. */
import type { MailTexts } from '#domains/settings/model/mail-texts.ts';
import { type EmailContent, greet } from '#lib/email-content.ts';
import type { Market } from '#markets/market.ts';
import { formatDate } from '#markets/market-day.ts';

export interface PaymentLink {
  readonly market: Market;
  readonly firstName: string;
  readonly url: string;
  readonly expiresAt: Date;
}

export const paymentLinkEmail = ({ market, firstName, url, expiresAt }: PaymentLink, texts: MailTexts): EmailContent => ({
  shopName: texts.shopName,
  subject: texts.line('payment-link', 'subject', {}),
  paragraphs: [greet(firstName), ...texts.paragraphs('payment-link', 'text', { day: formatDate(market, expiresAt) })],
  action: { label: texts.line('payment-link', 'action', {}), url },
  code: null,
  closing: texts.line('payment-link', 'closing', {}),
});
