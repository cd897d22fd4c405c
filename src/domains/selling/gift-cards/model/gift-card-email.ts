/** The e-mail with the code of a gift card [GIFT-2]. */
import { isPersonName } from '#domains/customers/identity/model/person-name.ts';
import { type EmailContent, greet } from '#lib/email-content.ts';
import { formatMoney } from '#lib/money.ts';
import { getMarketConfig, type Market } from '#markets/market.ts';
import { formatDate } from '#markets/market-day.ts';
import { giftCardEmailMessages as m } from '../messages.ts';
import { formatCode } from './code.ts';

export interface GiftCardToSend {
  readonly id: string;
  readonly code: string;
  readonly market: Market;
  readonly cents: number;
  readonly expiresAt: Date;
  readonly recipientEmail: string;
  readonly recipientName: string;
  readonly senderName: string;
  readonly message: string;
}

/** Returns an empty string for a name with a link, so that the e-mail does not pass the link on. */
const mailedName = (name: string): string => (isPersonName(name) ? name : '');

/** @param origin origin of a site where the card can be used */
export function giftCardEmail(card: GiftCardToSend, origin: string): EmailContent {
  const { locale, currency } = getMarketConfig(card.market);
  const recipientName = mailedName(card.recipientName);
  const senderName = mailedName(card.senderName);
  const worth = formatMoney(card.cents, locale, currency);
  return {
    subject: m.subject(worth),
    paragraphs: [
      greet(recipientName),
      m.given(senderName, worth),
      ...(card.message ? [m.message(card.message)] : []),
      m.use(formatDate(card.market, card.expiresAt)),
    ],
    action: { label: m.shop, url: `${origin}/` },
    also: { label: m.checkBalance, url: `${origin}/gift-cards/balance` },
    code: formatCode(card.code),
    closing: m.closing,
  };
}
