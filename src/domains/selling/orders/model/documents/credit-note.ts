/** The note about a refund: an adjustment note in Australia, a credit note in Singapore. */
import { formatMoneyIn, taxPercentOf } from '#domains/selling/checkout/model/price-summary.ts';
import { orderDocumentMessages, creditNoteMessages as text } from '#domains/selling/orders/messages/documents.ts';
import type { DocumentSection, TableCell } from '#lib/document.ts';
import { taxContained, toDecimal } from '#lib/money.ts';
import { getMarketConfig } from '#markets/market.ts';
import { formatDate } from '#markets/market-day.ts';
import { lineTitle } from '../line-title.ts';
import { creditNoteTitle } from '../tax-invoice.ts';
import type { OrderDocument } from './document-shop.ts';
import { invoiceHead, lineDetails } from './tax-invoice-document.ts';

/** A completed refund. */
export interface RefundedAmounts {
  readonly completedAt: Date;
  readonly amountCents: number;
  readonly shippingCents: number;
  readonly reason: string;
  readonly lines: readonly { readonly position: number; readonly quantity: number; readonly amountCents: number }[];
}

/** Builds the note about a refund. */
export function buildCreditNote({ order, shop }: OrderDocument, refund: RefundedAmounts): DocumentSection {
  const { market } = order;
  const money = (cents: number): string => formatMoneyIn(market, toDecimal(cents));
  const lineCents = refund.lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const otherCents = refund.amountCents - lineCents - refund.shippingCents;
  const giftCents = refund.lines
    .filter(({ position }) => order.lineItems[position]?.category === 'Gift card')
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  const percent = taxPercentOf(order, shop.taxPercent);
  const taxCents = order.taxTotal === 0 ? 0 : taxContained(refund.amountCents - giftCents, percent);
  const rows: TableCell[][] = [
    ...refund.lines.map(({ position, quantity, amountCents }): TableCell[] => {
      const line = order.lineItems[position];
      return [
        line ? { text: lineTitle(line), details: lineDetails({ ...line, quantity }, market) } : { text: '' },
        { text: String(quantity) },
        { text: money(amountCents) },
      ];
    }),
    ...(refund.shippingCents > 0 ? [[{ text: text.delivery }, { text: '' }, { text: money(refund.shippingCents) }]] : []),
    ...(otherCents > 0 ? [[{ text: text.adjustment }, { text: '' }, { text: money(otherCents) }]] : []),
  ];
  return {
    blocks: [
      ...invoiceHead(order, shop, creditNoteTitle(market, shop.seller), [
        { label: text.forLabel, value: text.forOrder(order.number, formatDate(market, new Date(order.placedAt))) },
        { label: orderDocumentMessages.date, value: formatDate(market, refund.completedAt) },
        ...(refund.reason === '' ? [] : [{ label: text.reason, value: refund.reason }]),
      ]),
      {
        kind: 'table',
        columns: [
          { heading: orderDocumentMessages.item, width: 'fill' },
          { heading: orderDocumentMessages.quantity, width: 'fit', isNumber: true },
          { heading: orderDocumentMessages.amount, width: 'fit', isNumber: true },
        ],
        rows,
      },
      {
        kind: 'totals',
        rows: [
          { label: text.total, amount: money(refund.amountCents), isStrong: true },
          ...(taxCents > 0 ? [{ label: text.includesTax(percent, getMarketConfig(market).taxName), amount: money(taxCents) }] : []),
        ],
      },
      { kind: 'paragraph', text: `${shop.licence}.` },
    ],
  };
}
