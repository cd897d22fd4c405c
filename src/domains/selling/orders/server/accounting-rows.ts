/**
 * Orders for accounting: one row per line of an order, one for its delivery, and one per refund at its date. The amounts of any period add
 * up to payments less refunds. Amounts are decimals and include tax.
 */

import { containedTax } from '#domains/selling/cart/model/contained-tax.ts';
import type { Settings } from '#domains/settings/server/settings-store.ts';
import type { Queryable } from '#lib/db/pool.ts';
import { toDecimal } from '#lib/money.ts';
import { getMarketConfig, MARKETS } from '#markets/market.ts';
import { type AccountingSourceRow, readAccountingRows } from './staff-order.repository.ts';

/** The columns and their contents. */
export const ACCOUNTING_COLUMNS = {
  market: MARKETS.join(' or '),
  currency: MARKETS.map((market) => getMarketConfig(market).currency).join(' or '),
  order: 'Order number, by market',
  at: 'When it was placed or refunded, UTC',
  kind: 'line, delivery or refund',
  status: "The order's status now",
  sku: 'Of a line',
  what: 'Name of the wine, or why it was refunded',
  quantity: 'Of a line',
  unit_price: 'Of a line, before discounts',
  discount: 'Of a line',
  amount: 'Amount including tax; negative for refunds',
  tax: 'Tax included in the amount; gift cards include none',
  order_total: "The order's total",
  paid_by_card: 'Of the total, what the gateway took; of a refund, what it gave back',
  paid_from_balances: 'Of the total or refund, gift cards and store credit',
  payment: "The gateway's name for the payment or refund",
  state: 'Where it went, for tax',
  postcode: 'Where it went, for tax',
} as const;
export type AccountingRow = Readonly<Record<keyof typeof ACCOUNTING_COLUMNS, string | number>>;

const PAGE_SIZE = 1_000;

function accountingRow(row: AccountingSourceRow, settings: Pick<Settings, 'at'>): AccountingRow {
  const { currency } = getMarketConfig(row.market);
  const isRefund = row.kind === 'refund';
  const { taxPercent } = settings.at(row.placedAt).terms[row.market];
  const taxCents = containedTax(taxPercent, Math.abs(row.amountCents), Math.abs(row.giftCents));
  return {
    market: row.market,
    currency,
    order: row.number,
    at: row.at.toISOString(),
    kind: row.kind,
    status: row.status,
    sku: row.sku,
    what: row.what,
    quantity: isRefund ? '' : row.quantity,
    unit_price: isRefund ? '' : toDecimal(row.unitCents),
    discount: toDecimal(row.discountCents),
    amount: toDecimal(row.amountCents),
    tax: toDecimal(row.amountCents < 0 ? 0 - taxCents : taxCents),
    order_total: toDecimal(row.totalCents),
    paid_by_card: toDecimal(row.cardCents),
    paid_from_balances: toDecimal((isRefund ? row.amountCents : row.totalCents) - row.cardCents),
    payment: row.payment,
    state: row.state,
    postcode: row.postcode,
  };
}

/** Reads rows since a time, order by order. Null reads from the beginning. Each order keeps the tax of its day. */
export async function* accountingRows(db: Queryable, settings: Pick<Settings, 'at'>, since: Date | null): AsyncGenerator<AccountingRow> {
  for (let after = ''; ; ) {
    const rows = await readAccountingRows(db, since, after, PAGE_SIZE);
    for (const row of rows) yield accountingRow(row, settings);
    const last = rows.at(-1);
    if (!last || rows.length < PAGE_SIZE) return;
    after = last.key;
  }
}
