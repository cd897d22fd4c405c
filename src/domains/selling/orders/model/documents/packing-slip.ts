/** The slip in the parcel: what is in it and for whom, without prices, because it may be a gift. */

import { formatPhone } from '#domains/selling/checkout/model/contact.ts';
import { orderCollectionMessages, orderTimingMessages } from '#domains/selling/orders/messages/collection.ts';
import { orderDocumentMessages, packingSlipMessages as text } from '#domains/selling/orders/messages/documents.ts';
import type { DocumentBlock, DocumentSection } from '#lib/document.ts';
import { acceptanceSentence } from '#markets/alcohol-law.ts';
import { formatDate } from '#markets/market-day.ts';
import { whoCollects } from '../collection.ts';
import { addressLines, formatDriverInstructions, handoverOf } from '../format-address.ts';
import { type LineFulfilment, unshippedQuantity } from '../line-fulfilment.ts';
import { lineTitle } from '../line-title.ts';
import { formatTiming } from '../order-timing.ts';
import { type OrderDocument, sellerLines } from './document-shop.ts';
import { lineDetails } from './tax-invoice-document.ts';

/** Builds the packing slip of what is left to send of an order. @returns null if nothing is */
export function buildPackingSlip({ order, shop }: OrderDocument, fulfilments: readonly LineFulfilment[]): DocumentSection | null {
  const { details, market, collection, goesWith = [] } = order;
  const unshipped = fulfilments.filter((line) => unshippedQuantity(line) > 0);
  if (unshipped.length === 0) return null;
  const before = fulfilments.filter((line) => line.isPhysical && unshippedQuantity(line) < line.quantity);
  const timing = formatTiming(order);
  const instructions = formatDriverInstructions(order);
  const notices: DocumentBlock[] = [
    ...(goesWith.length === 0
      ? []
      : [{ kind: 'notice', title: text.packWith, text: goesWith.map(({ number }) => `#${number}`).join(', ') } as const]),
    {
      kind: 'notice',
      title: text.handover,
      text: collection ? whoCollects({ ...order, collection }) : acceptanceSentence(handoverOf(order)),
    },
    ...(timing === '' ? [] : [{ kind: 'notice', title: orderTimingMessages.title, text: timing } as const]),
    ...(instructions.length === 0 ? [] : [{ kind: 'notice', title: text.driver, text: instructions.join(' ') } as const]),
    ...(details.giftMessage === '' ? [] : [{ kind: 'notice', title: text.giftMessage, text: details.giftMessage } as const]),
  ];
  return {
    blocks: [
      {
        kind: 'columns',
        columns: [
          [
            { kind: 'heading', text: text.title },
            {
              kind: 'fields',
              items: [
                { label: orderDocumentMessages.order, value: `#${order.number}` },
                { label: orderDocumentMessages.date, value: formatDate(market, new Date(order.placedAt)) },
              ],
            },
          ],
          [{ kind: 'code', value: String(order.number), label: `#${order.number}` }],
        ],
      },
      {
        kind: 'columns',
        columns: [
          [
            {
              kind: 'lines',
              title: collection ? orderCollectionMessages.title : orderDocumentMessages.deliverTo,
              size: 'large',
              lines: [...addressLines(order), ...(collection ? [collection.name] : []), formatPhone(market, details.phone)].filter(
                (line) => line.trim() !== '',
              ),
            },
          ],
          [{ kind: 'lines', title: shop.shopName, lines: sellerLines(market, shop) }],
        ],
      },
      ...notices,
      {
        kind: 'table',
        columns: [
          { heading: orderDocumentMessages.item, width: 'fill' },
          { heading: text.toPack, width: 'fit', isNumber: true },
        ],
        rows: unshipped.map((fulfilment) => {
          const line = order.lineItems[fulfilment.position];
          const quantity = unshippedQuantity(fulfilment);
          return [
            line ? { text: lineTitle(line), details: lineDetails({ ...line, quantity }, market) } : { text: fulfilment.name },
            { text: String(quantity), isBold: true },
          ];
        }),
      },
      ...(before.length === 0
        ? []
        : [
            {
              kind: 'paragraph',
              text: text.sentBefore(before.map((line) => `${line.quantity - unshippedQuantity(line)} × ${line.name}`)),
            } as const,
          ]),
    ],
  };
}
