/** The e-mail with the code of a gift card [GIFT-2]. */
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

/** Returns an empty string for a name with a link, so that the e-mail does not pass the link on. */
const mailedName = (name: string): string => (isPersonName(name) ? name : '');

/** @param origin origin of a site where the card can be used */
export function giftCardEmail(card: GiftCardToSend, origin: string): EmailContent {
  const { locale, currency } = marketFacts(card.market);
  const recipientName = mailedName(card.recipientName);
  const senderName = mailedName(card.senderName);
  const worth = formatMoney(card.cents, locale, currency);
  return {
    subject: `A ${worth} Cellardoor gift card for you`,
    paragraphs: [
      recipientName ? `Hello ${recipientName},` : 'Hello,',
      senderName ? `${senderName} has given you a ${worth} Cellardoor gift card.` : `You’ve been sent a ${worth} Cellardoor gift card.`,
      ...(card.message ? [`“${card.message}”`] : []),
      `Enter this code at checkout. It’s valid until ${formatDate(card.market, card.expiresAt)}, for one order or several.`,
    ],
    action: { label: 'Find a wine', url: `${origin}/` },
    also: { label: 'Check the balance', url: `${origin}/gift-cards/balance` },
    code: formatCode(card.code),
    closing: 'Anyone with the code can use it, so keep it safe.',
  };
}
