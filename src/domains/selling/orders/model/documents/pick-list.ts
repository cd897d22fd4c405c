/** The list that staff take to the shelves: every wine of several orders once, bin by bin, with how many each order needs. */
import type { OrderView } from '#domains/selling/orders/contract.ts';
import { orderDocumentMessages, pickListMessages as text } from '#domains/selling/orders/messages/documents.ts';
import type { DocumentBlock, DocumentSection } from '#lib/document.ts';
import { compareNaturally } from '#lib/natural-order.ts';
import type { Market } from '#markets/market.ts';
import { type LineFulfilment, unshippedQuantity } from '../line-fulfilment.ts';
import { lineTitle } from '../line-title.ts';
import { lineDetails } from './tax-invoice-document.ts';

interface OrderToPick {
  readonly order: OrderView;
  readonly fulfilments: readonly LineFulfilment[];
}

/** Returns the place of a wine in the cellar of its market; empty if it has none. */
export type BinOf = (market: Market, productId: number) => string;

interface PickedWine {
  readonly bin: string;
  readonly name: string;
  /** `3 cases of 6 × 750 mL` and the SKU. */
  readonly details: readonly string[];
  readonly quantity: number;
  readonly orders: readonly { readonly number: number; readonly quantity: number }[];
}

/** Adds up what is left to send of orders, by wine, in the order in which one walks past them. */
function sumPicks(orders: readonly OrderToPick[], binOf: BinOf): PickedWine[] {
  const lines = orders.flatMap(({ order, fulfilments }) =>
    fulfilments.flatMap((fulfilment) => {
      const line = order.lineItems[fulfilment.position];
      const quantity = unshippedQuantity(fulfilment);
      return line && quantity > 0 ? [{ line, quantity, number: order.number, market: order.market }] : [];
    }),
  );
  // Markets have cellars of their own.
  return [...Map.groupBy(lines, ({ line, market }) => `${market}-${line.productId}`).values()]
    .flatMap((group) => {
      const [first] = group;
      if (!first) return [];
      const quantity = group.reduce((sum, one) => sum + one.quantity, 0);
      const byOrder = Map.groupBy(group, ({ number }) => number);
      return [
        {
          bin: binOf(first.market, first.line.productId),
          name: lineTitle(first.line),
          details: lineDetails({ ...first.line, quantity }, first.market),
          quantity,
          orders: [...byOrder].map(([number, parts]) => ({ number, quantity: parts.reduce((sum, part) => sum + part.quantity, 0) })),
        },
      ];
    })
    .toSorted(
      (a, b) => Number(a.bin === '') - Number(b.bin === '') || compareNaturally(a.bin, b.bin) || a.name.localeCompare(b.name, 'en'),
    );
}

function tableOf(wines: readonly PickedWine[], hasBins: boolean): DocumentBlock {
  return {
    kind: 'table',
    columns: [
      ...(hasBins ? [{ heading: text.bin, width: 'fit' } as const] : []),
      { heading: orderDocumentMessages.item, width: 'fill' },
      { heading: text.pick, width: 'fit', isNumber: true },
      { heading: text.orders, width: 'fill' },
    ],
    rows: wines.map(({ bin, name, details, quantity, orders: parts }) => [
      ...(hasBins ? [{ text: bin, isBold: true }] : []),
      { text: name, details },
      { text: String(quantity), isBold: true },
      { text: parts.map((part) => text.forOrder(part.number, part.quantity)).join(', ') },
    ]),
  };
}

/** Builds the pick list of several orders. @returns null if nothing of them is left to send */
export function buildPickList(orders: readonly OrderToPick[], made: string, binOf: BinOf): DocumentSection | null {
  const wines = sumPicks(orders, binOf);
  if (wines.length === 0) return null;
  const numbers = new Set(wines.flatMap((wine) => wine.orders.map(({ number }) => number)));
  const placed = wines.filter(({ bin }) => bin !== '');
  const others = wines.filter(({ bin }) => bin === '');
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
      ...(placed.length === 0 ? [] : [tableOf(placed, true)]),
      ...(placed.length === 0 || others.length === 0 ? [] : [{ kind: 'paragraph', text: text.withoutBin(others.length) } as const]),
      ...(others.length === 0 ? [] : [tableOf(others, false)]),
    ],
  };
}
