/** The SQL of orders as staff search them. */

import type { OrderStatus } from '#domains/selling/checkout/model/order-status.ts';
import type { Queryable } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import { OrderActionError } from '../model/line-fulfilment.ts';

export interface OrderFilter {
  readonly market: Market | null;
  readonly statuses: readonly OrderStatus[] | null;
  /** A part of the e-mail address, in any case. */
  readonly email: string | null;
  readonly since: Date | null;
  readonly before: Date | null;
  readonly limit: number;
}

export interface StaffOrder {
  readonly id: string;
  readonly market: Market;
  readonly number: number;
  readonly status: OrderStatus;
  readonly placedAt: Date;
  readonly email: string;
  readonly name: string;
  readonly cases: number;
  readonly totalCents: number;
  readonly refundedCents: number;
}

/** Lists matching placed orders, the newest first. */
export const listOrders = (db: Queryable, filter: OrderFilter): Promise<StaffOrder[]> =>
  db.queryMany<StaffOrder>({
    text: `select o.id, o.market, o.number, o.status, o.placed_at as "placedAt", o.email, concat_ws(' ', o.details->>'firstName', o.details->>'lastName') as name,
      (select coalesce(sum(l.quantity), 0)::int from order_lines l where l.order_id = o.id) as cases, o.total_cents as "totalCents",
      (select coalesce(sum(f.amount_cents), 0)::int from order_refunds f where f.order_id = o.id and f.state = 'done') as "refundedCents"
      from orders o where o.number is not null and ($1::text is null or o.market = $1) and ($2::text[] is null or o.status = any($2))
        and ($3::text is null or position(lower($3) in lower(o.email)) > 0) and ($4::timestamptz is null or o.placed_at >= $4)
        and ($5::timestamptz is null or o.placed_at < $5)
      order by o.placed_at desc, o.market, o.number desc limit $6`,
    values: [filter.market, filter.statuses, filter.email, filter.since, filter.before, filter.limit],
  });

/** Finds the id of an order by its number. @throws OrderActionError if there are none or several */
export async function orderIdOf(db: Queryable, number: number, market: Market | null): Promise<string> {
  const found = await db.queryMany<{ id: string; market: Market }>({
    text: 'select id, market from orders where number = $1 and ($2::text is null or market = $2) order by market',
    values: [number, market],
  });
  const [order, other] = found;
  if (!order) throw new OrderActionError(`There is no order #${number}${market === null ? '' : ` in ${market}`}.`);
  if (other)
    throw new OrderActionError(
      `There is an order #${number} in ${order.market} and in ${other.market}: add --market ${order.market} or --market ${other.market}.`,
    );
  return order.id;
}

export interface StaffEvent {
  readonly id: number;
  readonly at: Date;
  readonly event: string;
  readonly actor: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Lists the events of an order, the oldest first. */
export const staffEvents = (db: Queryable, orderId: string): Promise<StaffEvent[]> =>
  db.queryMany<StaffEvent>({
    text: 'select id, at, event, actor, data from order_events where order_id = $1 order by id',
    values: [orderId],
  });

/** One row of the accounting export before it is formatted. */
export interface AccountingSourceRow {
  readonly market: Market;
  readonly number: number;
  readonly at: Date;
  readonly placedAt: Date;
  readonly kind: 'line' | 'delivery' | 'refund';
  readonly status: string;
  readonly sku: string;
  readonly what: string;
  readonly quantity: number;
  readonly unitCents: number;
  readonly discountCents: number;
  readonly amountCents: number;
  /** The part of the amount that is for gift cards. */
  readonly giftCents: number;
  readonly totalCents: number;
  readonly cardCents: number;
  readonly payment: string;
  readonly state: string;
  readonly postcode: string;
  /** Cursor of the row. */
  readonly key: string;
}

const PLACED = `o.market, o.number, o.placed_at as "placedAt", o.status, o.total_cents as "totalCents", coalesce(o.details->>'state', '') as state, coalesce(o.details->>'postcode', '') as postcode`;
/** The cursor begins with the order's market and number, whose index the page follows, so that it does not read all orders. */
const ACCOUNTING_ROWS = `with page as materialized (
  select o.* from orders o where o.number is not null
    and (o.market, o.number) >= (left($2::text, 2), coalesce(nullif(substr($2::text, 3, 10), ''), '0')::integer)
    and ($1::timestamptz is null or o.placed_at >= $1
      or exists (select 1 from order_refunds r where r.order_id = o.id and r.state = 'done' and r.completed_at >= $1))
    order by o.market, o.number limit $3 + 1)
  select * from (
  select ${PLACED}, o.placed_at as at, 'line' as kind, l.summary->>'sku' as sku, concat_ws(' ', nullif(l.summary->>'brand', ''), l.summary->>'name', nullif(l.summary->>'vintage', '')) as what,
    l.quantity, l.list_cents as "unitCents", l.discount_cents as "discountCents", l.list_cents * l.quantity - l.discount_cents as "amountCents",
    case when l.summary->>'sku' like '%GIFT%' then l.list_cents * l.quantity - l.discount_cents else 0 end as "giftCents",
    o.charge_cents as "cardCents", coalesce(o.payment_id, '') as payment, o.market || lpad(o.number::text, 10, '0') || '1' || lpad(l.position::text, 4, '0') as key
    from page o join order_lines l on l.order_id = o.id
  union all
  select ${PLACED}, o.placed_at, 'delivery', '', 'Delivery', 1, (o.totals->>'shippingCents')::int, 0, (o.totals->>'shippingCents')::int, 0,
    o.charge_cents, coalesce(o.payment_id, ''), o.market || lpad(o.number::text, 10, '0') || '2'
    from page o where (o.totals->>'shippingCents')::int > 0
  union all
  select ${PLACED}, r.completed_at, 'refund', '', r.reason, 1, 0, 0, -r.amount_cents,
    (select -coalesce(sum(rl.amount_cents), 0)::int from order_refund_lines rl join order_lines l on l.order_id = o.id and l.position = rl.position
      where rl.refund_id = r.id and l.summary->>'sku' like '%GIFT%'), -r.gateway_cents, coalesce(r.gateway_refund_id, ''),
    o.market || lpad(o.number::text, 10, '0') || '3' || r.id
    from page o join order_refunds r on r.order_id = o.id where r.state = 'done'
) rows where ($1::timestamptz is null or at >= $1) and key > $2 order by key limit $3`;

/** Reads one page of the accounting export. @param after cursor of the last row of the page before, empty for the first page */
export const readAccountingRows = (db: Queryable, since: Date | null, after: string, limit: number): Promise<AccountingSourceRow[]> =>
  db.queryMany<AccountingSourceRow>({ text: ACCOUNTING_ROWS, values: [since, after, limit] });
