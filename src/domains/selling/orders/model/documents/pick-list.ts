/** The list that staff take to the shelves: every wine of several orders once, with how many each order needs. */
import type { OrderView } from '#domains/selling/orders/contract.ts';
import { orderDocumentMessages, pickListMessages as text } from '#domains/selling/orders/messages/documents.ts';
import type { DocumentSection } from '#lib/document.ts';
import { type LineFulfilment, unshippedQuantity } from '../line-fulfilment.ts';
import { lineTitle } from '../line-title.ts';
import { lineDetails } from './tax-invoice-document.ts';

interface OrderToPick {
  readonly order: OrderView;
  readonly fulfilments: readonly LineFulfilment[];
}

interface PickedWine {
  readonly productId: number;
  readonly name: string;
  /** `3 cases of 6 × 750 mL` and the SKU. */
  readonly details: readonly string[];
  readonly quantity: number;
  readonly orders: readonly { readonly number: number; readonly quantity: number }[];
}

/** Adds up what is left to send of orders, by product, in the order of their names. */
function sumPicks(orders: readonly OrderToPick[]): PickedWine[] {
  const lines = orders.flatMap(({ order, fulfilments }) =>
    fulfilments.flatMap((fulfilment) => {
      const line = order.lineItems[fulfilment.position];
      const quantity = unshippedQuantity(fulfilment);
      return line && quantity > 0 ? [{ line, quantity, number: order.number, market: order.market }] : [];
    }),
  );
  return [...Map.groupBy(lines, ({ line }) => line.productId)]
    .flatMap(([productId, group]) => {
      const [first] = group;
      if (!first) return [];
      const quantity = group.reduce((sum, one) => sum + one.quantity, 0);
      const byOrder = Map.groupBy(group, ({ number }) => number);
      return [
        {
          productId,
          name: lineTitle(first.line),
          details: lineDetails({ ...first.line, quantity }, first.market),
          quantity,
          orders: [...byOrder].map(([number, parts]) => ({ number, quantity: parts.reduce((sum, part) => sum + part.quantity, 0) })),
        },
      ];
    })
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** Builds the pick list of several orders. @returns null if nothing of them is left to send */
export function buildPickList(orders: readonly OrderToPick[], made: string): DocumentSection | null {
  const wines = sumPicks(orders);
  if (wines.length === 0) return null;
  const numbers = new Set(wines.flatMap((wine) => wine.orders.map(({ number }) => number)));
  return {
    blocks: [
      { kind: 'heading', text: text.title },
      {
        kind: 'paragraph',
        text: text.summary(
          numbers.size,
          wines.reduce((sum, { quantity }) => sum + quantity, 0),
          made,
        ),
      },
      {
        kind: 'table',
        columns: [
          { heading: orderDocumentMessages.item, width: 'fill' },
          { heading: text.pick, width: 'fit', isNumber: true },
          { heading: text.orders, width: 'fill' },
        ],
        rows: wines.map(({ name, details, quantity, orders: parts }) => [
          { text: name, details },
          { text: String(quantity), isBold: true },
          { text: parts.map((part) => text.forOrder(part.number, part.quantity)).join(', ') },
        ]),
      },
    ],
  };
}
