/** A gift card on paper, to be given by hand. */
import type { DocumentBlock, PrintedDocument } from '#lib/document.ts';
import { formatMoney } from '#lib/money.ts';
import { getMarketConfig } from '#markets/market.ts';
import { formatDate } from '#markets/market-day.ts';
import { giftCardDocumentMessages as text } from '../messages/gift-card-document.ts';
import { formatCode } from './code.ts';
import type { GiftCardToSend } from './gift-card-email.ts';

/** A card with what can be spent of it. */
export type GiftCardToPrint = Omit<GiftCardToSend, 'id' | 'recipientEmail'>;

interface GiftCardShop {
  readonly shopName: string;
  /** Host of a site where the card can be used. Null if the market has none. */
  readonly host: string | null;
}

/** Returns the names that stand on the card. A card for nobody in particular has none. */
const people = ({ recipientName, senderName }: GiftCardToPrint): { readonly label: string; readonly value: string }[] =>
  [
    { label: text.to, value: recipientName },
    { label: text.from, value: senderName },
  ].filter(({ value }) => value !== '');

/** Builds the document with a gift card. @param now when it is printed */
export function buildGiftCardDocument(card: GiftCardToPrint, { shopName, host }: GiftCardShop, now: Date): PrintedDocument {
  const { locale, currency } = getMarketConfig(card.market);
  const code = formatCode(card.code);
  const message: readonly DocumentBlock[] = card.message === '' ? [] : [{ kind: 'notice', title: text.message, text: card.message }];
  return {
    paper: 'card',
    title: text.title(shopName),
    author: shopName,
    language: locale,
    createdAt: now,
    sections: [
      {
        blocks: [
          {
            kind: 'columns',
            columns: [
              [
                { kind: 'heading', text: text.title(shopName) },
                {
                  kind: 'fields',
                  items: [...people(card), { label: text.validUntil, value: formatDate(card.market, card.expiresAt) }],
                },
              ],
              [{ kind: 'code', value: code, label: text.scan }],
            ],
          },
          {
            kind: 'columns',
            columns: [
              [{ kind: 'lines', title: text.value, size: 'large', lines: [formatMoney(card.cents, locale, currency)] }],
              [{ kind: 'lines', title: text.code, size: 'large', lines: [code] }],
            ],
          },
          ...message,
          ...(host === null ? [] : [{ kind: 'paragraph', text: text.use(host, `${host}/gift-cards/balance`) } as const]),
        ],
      },
    ],
    footer: shopName,
  };
}
