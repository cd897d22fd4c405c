/**
 * Orders for accounting: a row a line of an order, one for its delivery, and one for each refund at the day it was given, so
 * that the amounts of any time add up to what came in less what went back. Amounts are decimals and hold the tax.
 */

import { containedTax } from '#domains/selling/cart/model/contained-tax.ts';
import type { Queryable } from '#lib/db/pool.ts';
import { toDecimal } from '#lib/money.ts';
import { type Market, marketFacts } from '#markets/market.ts';

/** The columns, and what each holds. */
export const ACCOUNTING_COLUMNS = {
  market: 'AU or SG',
  currency: 'AUD or SGD',
  order: 'Order number, by market',
  at: 'When it was placed or refunded, UTC',
  kind: 'line, delivery or refund',
  status: "The order's status now",
  sku: 'Of a line',
  what: 'Name of the wine, or why it was refunded',
  quantity: 'Of a line',
  unit_price: 'Of a line, before discounts',
  discount: 'Of a line',
  amount: 'What it comes to, tax contained; below zero for refunds',
  tax: 'Tax contained in the amount; gift cards contain none',
  order_total: "The order's total",
  paid_by_card: 'Of the total, what the gateway took; of a refund, what it gave back',
  paid_from_balances: 'Of the total or refund, gift cards and store credit',
  payment: "The gateway's name for the payment or refund",
  state: 'Where it went, for tax',
  postcode: 'Where it went, for tax',
} as const;
export type AccountingRow = Readonly<Record<keyof typeof ACCOUNTING_COLUMNS, string | number>>;

interface Row {
  readonly market: Market;
  readonly number: number;
  readonly at: Date;
  readonly kind: 'line' | 'delivery' | 'refund';
  readonly status: string;
  readonly sku: string;
  readonly what: string;
  readonly quantity: number;
  readonly unitCents: number;
  readonly discountCents: number;
  readonly amountCents: number;
  /** Of the amount, what is for gift cards. */
  readonly giftCents: number;
  readonly totalCents: number;
  readonly cardCents: number;
  readonly payment: string;
  readonly state: string;
  readonly postcode: string;
  /** What the next page goes on after. */
  readonly key: string;
}

const PAGE = 1_000;

const PLACED = `o.market, o.number, o.status, o.total_cents as "totalCents", coalesce(o.details->>'state', '') as state, coalesce(o.details->>'postcode', '') as postcode`;
const ROWS = `select * from (
  select ${PLACED}, o.placed_at as at, 'line' as kind, l.summary->>'sku' as sku, concat_ws(' ', nullif(l.summary->>'brand', ''), l.summary->>'name', nullif(l.summary->>'vintage', '')) as what,
    l.quantity, l.list_cents as "unitCents", l.discount_cents as "discountCents", l.list_cents * l.quantity - l.discount_cents as "amountCents",
    case when l.summary->>'sku' like '%GIFT%' then l.list_cents * l.quantity - l.discount_cents else 0 end as "giftCents",
    o.charge_cents as "cardCents", coalesce(o.payment_id, '') as payment, o.market || lpad(o.number::text, 10, '0') || '1' || lpad(l.position::text, 4, '0') as key
    from orders o join order_lines l on l.order_id = o.id where o.number is not null
  union all
  select ${PLACED}, o.placed_at, 'delivery', '', 'Delivery', 1, (o.totals->>'shippingCents')::int, 0, (o.totals->>'shippingCents')::int, 0,
    o.charge_cents, coalesce(o.payment_id, ''), o.market || lpad(o.number::text, 10, '0') || '2'
    from orders o where o.number is not null and (o.totals->>'shippingCents')::int > 0
  union all
  select ${PLACED}, r.settled_at, 'refund', '', r.reason, 1, 0, 0, -r.amount_cents,
    (select -coalesce(sum(rl.amount_cents), 0)::int from order_refund_lines rl join order_lines l on l.order_id = o.id and l.position = rl.position
      where rl.refund_id = r.id and l.summary->>'sku' like '%GIFT%'), -r.gateway_cents, coalesce(r.gateway_refund_id, ''),
    o.market || lpad(o.number::text, 10, '0') || '3' || r.id
    from order_refunds r join orders o on o.id = r.order_id where o.number is not null and r.state = 'done'
) rows where ($1::timestamptz is null or at >= $1) and key > $2 order by key limit ${PAGE}`;

function accountingRow(row: Row): AccountingRow {
  const { currency } = marketFacts(row.market);
  const isRefund = row.kind === 'refund';
  const taxCents = containedTax(row.market, Math.abs(row.amountCents), Math.abs(row.giftCents));
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

/** Rows since a moment, order by order; null is from the beginning. */
export async function* accountingRows(db: Queryable, since: Date | null): AsyncGenerator<AccountingRow> {
  for (let after = ''; ; ) {
    const rows = await db.queryMany<Row>({ text: ROWS, values: [since, after] });
    for (const row of rows) yield accountingRow(row);
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.key;
  }
}
