/** The e-mail with the code of a gift card [GIFT-2]. */
import { isPersonName } from '#domains/customers/identity/model/person-name.ts';
import type { MailTexts } from '#domains/settings/model/mail-texts.ts';
import { type EmailContent, greet } from '#lib/email-content.ts';
import { formatMoney } from '#lib/money.ts';
import { getMarketConfig, type Market } from '#markets/market.ts';
import { formatDate } from '#markets/market-day.ts';
import { quoteGiftMessage } from '../messages.ts';
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
export function giftCardEmail(card: GiftCardToSend, origin: string, texts: MailTexts): EmailContent {
  const { locale, currency } = getMarketConfig(card.market);
  const recipientName = mailedName(card.recipientName);
  const senderName = mailedName(card.senderName);
  const worth = formatMoney(card.cents, locale, currency);
  return {
    shopName: texts.shopName,
    subject: texts.line('gift-card', 'subject', { worth }),
    paragraphs: [
      greet(recipientName),
      ...(senderName === ''
        ? texts.paragraphs('gift-card', 'sent', { worth })
        : texts.paragraphs('gift-card', 'given', { sender: senderName, worth })),
      ...(card.message ? [quoteGiftMessage(card.message)] : []),
      ...texts.paragraphs('gift-card', 'use', { day: formatDate(card.market, card.expiresAt), worth }),
    ],
    action: { label: texts.line('gift-card', 'action', {}), url: `${origin}/` },
    also: { label: texts.line('gift-card', 'balance', {}), url: `${origin}/gift-cards/balance` },
    code: formatCode(card.code),
    closing: texts.line('gift-card', 'closing', {}),
  };
}
