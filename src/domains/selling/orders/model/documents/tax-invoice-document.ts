/** The tax invoice of an order, or the receipt of a seller who is not registered for the tax. */
import { lineCount } from '#domains/selling/checkout/model/format-line.ts';
import { formatMoneyIn, summaryRows } from '#domains/selling/checkout/model/price-summary.ts';
import { formatGiftTag } from '#domains/selling/gift-cards/model/format-gift.ts';
import type { OrderView } from '#domains/selling/orders/contract.ts';
import { orderDocumentMessages as text } from '#domains/selling/orders/messages/documents.ts';
import type { DocumentBlock, DocumentSection, TableCell } from '#lib/document.ts';
import { getMarketConfig } from '#markets/market.ts';
import { formatDate } from '#markets/market-day.ts';
import { addressLines, isDelivered } from '../format-address.ts';
import { lineTitle } from '../line-title.ts';
import { invoiceTitle } from '../tax-invoice.ts';
import { type DocumentShop, type OrderDocument, sellerLines } from './document-shop.ts';

type Line = OrderView['lineItems'][number];

/** Returns how much of what was bought, the SKU, which an imported order may lack, and for whom a gift card is. */
export const lineDetails = (line: Line, market: OrderView['market']): string[] => [
  lineCount(line),
  ...(line.sku === '' ? [] : [text.sku(line.sku)]),
  ...(line.gift ? [formatGiftTag(line.gift, market)] : []),
];

/** Returns the buyer as an invoice names them. Empty after their data was erased. */
function buyerLines(order: OrderView): string[] {
  const [name = '', ...address] = addressLines(order);
  return [name.trim(), ...(isDelivered(order) ? address : []), order.email].filter((line) => line.trim() !== '');
}

const itemRow = (line: Line, market: OrderView['market']): TableCell[] => [
  { text: lineTitle(line), details: lineDetails(line, market) },
  { text: String(line.quantity) },
  { text: formatMoneyIn(market, line.listPrice) },
  { text: formatMoneyIn(market, line.extendedListPrice) },
];

/** The head of an invoice and of a credit note: title, number, date, seller and buyer. */
export function invoiceHead(
  order: OrderView,
  shop: DocumentShop,
  title: string,
  fields: readonly { readonly label: string; readonly value: string }[],
): DocumentBlock[] {
  const { market } = order;
  const buyer = buyerLines(order);
  return [
    {
      kind: 'columns',
      columns: [
        [
          { kind: 'heading', text: title },
          { kind: 'fields', items: [...fields, { label: text.currency, value: getMarketConfig(market).currency }] },
        ],
        [{ kind: 'lines', title: text.seller, lines: sellerLines(market, shop) }],
      ],
    },
    ...(buyer.length === 0 ? [] : [{ kind: 'lines', title: text.billedTo, lines: buyer } as const]),
  ];
}

/** Builds the tax invoice of an order as it was placed. Refunds have documents of their own. */
export function buildTaxInvoice({ order, shop }: OrderDocument): DocumentSection {
  const { market } = order;
  const { taxName } = getMarketConfig(market);
  const withoutTax = Math.round((order.total - order.taxTotal) * 100) / 100;
  return {
    blocks: [
      ...invoiceHead(order, shop, invoiceTitle(shop.seller, order), [
        { label: text.order, value: `#${order.number}` },
        { label: text.date, value: formatDate(market, new Date(order.placedAt)) },
      ]),
      {
        kind: 'table',
        columns: [
          { heading: text.item, width: 'fill' },
          { heading: text.quantity, width: 'fit', isNumber: true },
          { heading: text.price, width: 'fit', isNumber: true },
          { heading: text.amount, width: 'fit', isNumber: true },
        ],
        rows: order.lineItems.map((line) => itemRow(line, market)),
      },
      {
        kind: 'totals',
        rows: [
          ...summaryRows(order, shop.taxPercent).map(({ kind, label, amount }) => ({ label, amount, isStrong: kind === 'total' })),
          ...(order.taxTotal > 0 ? [{ label: text.withoutTax(taxName), amount: formatMoneyIn(market, withoutTax) }] : []),
        ],
      },
      { kind: 'paragraph', text: `${shop.licence}.` },
    ],
  };
}
