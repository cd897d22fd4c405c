/** The mail that brings a gift card. */
import { isPersonName } from '#domains/customers/identity/model/person-name.ts';
import type { EmailContent } from '#lib/email-content.ts';
import { formatMoney } from '#lib/money.ts';
import { type Market, marketFacts } from '#markets/market.ts';
import { formatDate } from '#markets/market-day.ts';
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

/** A name as the mail may repeat it to a third person: none where it carries a link, wherever it came from. */
const mailedName = (name: string): string => (isPersonName(name) ? name : '');

/** @param origin of the shop where it can be spent */
export function giftCardLetter(card: GiftCardToSend, origin: string): EmailContent {
  const { locale, currency } = marketFacts(card.market);
  const recipientName = mailedName(card.recipientName);
  const senderName = mailedName(card.senderName);
  const worth = formatMoney(card.cents, locale, currency);
  return {
    subject: `A gift card of ${worth}`,
    paragraphs: [
      recipientName ? `Hello ${recipientName},` : 'Hello,',
      senderName ? `${senderName} has given you a Cellardoor gift card of ${worth}.` : `Here is a Cellardoor gift card of ${worth}.`,
      ...(card.message ? [`“${card.message}”`] : []),
      `Enter this code at the checkout. It is good until ${formatDate(card.market, card.expiresAt)}, for one order or for several.`,
    ],
    action: { label: 'Find a wine', url: `${origin}/` },
    also: { label: 'See what is left on it', url: `${origin}/gift-cards/balance` },
    code: formatCode(card.code),
    closing: 'Whoever has the code can spend it, so please keep it safe.',
  };
}
