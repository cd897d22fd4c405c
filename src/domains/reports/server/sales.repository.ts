/** SQL of sales. Days and hours are those of the market's clock, whichever length daylight saving gives a day. */
import type { OrderStatus } from '#domains/selling/checkout/model/order-status.ts';
import type { Queryable } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import type { DaySales } from '../model/sales.ts';

/** Orders that were never paid. Imported orders may have these statuses. */
const UNPAID: readonly OrderStatus[] = ['Incomplete', 'Pending', 'Awaiting Payment', 'Declined'];

export interface SalesRange {
  readonly market: Market;
  readonly timeZone: string;
  /** First and last ISO day. */
  readonly from: string;
  readonly to: string;
}

/** The parameters $1 to $5: market, time zone, first and last day, unpaid statuses. */
const FROM = '($3::date::timestamp at time zone $2)';
const TO = '(($4::date + 1)::timestamp at time zone $2)';
const valuesOf = ({ market, timeZone, from, to }: SalesRange): unknown[] => [market, timeZone, from, to, UNPAID];
/** A cancelled order without any refund was never paid. Only imports bring such. An order that sends cases of a claim again is no sale. */
const IS_SOLD = `o.number is not null and o.market = $1 and o.status <> all($5)
  and (o.status <> 'Cancelled' or exists (select 1 from order_refunds c where c.order_id = o.id and c.state <> 'refused'))
  and not exists (select 1 from claim_replacement_lines k where k.order_id = o.id)`;

const NOW = '(now() at time zone $2)::time';

/**
 * Returns the days with orders, refunds or lost disputes. Sums each kind by itself, so that only days are joined.
 * @param isSoFar true to count each day until the time of day that it is now in the market
 */
export const readDaySales = (db: Queryable, range: SalesRange, isSoFar: boolean): Promise<DaySales[]> =>
  db.queryMany<DaySales>({
    name: 'sales.readDaySales',
    text: `select day::text, sum(orders)::integer as orders, sum(cents)::bigint as "revenueCents", sum(refund)::bigint as "refundsCents"
      from (
        select (o.placed_at at time zone $2)::date as day, count(*) as orders, sum(o.charge_cents) as cents, 0 as refund from orders o
        where ${IS_SOLD} and o.placed_at >= ${FROM} and o.placed_at < ${TO} and (not $6::boolean or (o.placed_at at time zone $2)::time <= ${NOW}) group by 1
        union all
        select (r.completed_at at time zone $2)::date, 0, -sum(r.gateway_cents), sum(r.gateway_cents) from order_refunds r join orders o on o.id = r.order_id
        where r.state = 'done' and o.market = $1 and r.completed_at >= ${FROM} and r.completed_at < ${TO} and (not $6::boolean or (r.completed_at at time zone $2)::time <= ${NOW}) group by 1
        union all
        select (d.closed_at at time zone $2)::date, 0, -sum(d.amount_cents), sum(d.amount_cents) from order_disputes d join orders o on o.id = d.order_id
        where d.status = 'lost' and o.market = $1 and d.closed_at >= ${FROM} and d.closed_at < ${TO} and (not $6::boolean or (d.closed_at at time zone $2)::time <= ${NOW}) group by 1) sold
      group by 1`,
    values: [...valuesOf(range), isSoFar],
  });

/** Returns the orders by hour of the day; hours without orders are left out. */
export const readHourOrders = (db: Queryable, range: SalesRange): Promise<{ readonly hour: number; readonly orders: number }[]> =>
  db.queryMany<{ hour: number; orders: number }>({
    name: 'sales.readHourOrders',
    text: `select extract(hour from o.placed_at at time zone $2)::integer as hour, count(*)::integer as orders from orders o
      where ${IS_SOLD} and o.placed_at >= ${FROM} and o.placed_at < ${TO} group by 1`,
    values: valuesOf(range),
  });

/** Returns the day of the first sale of a market, and what the market's clock says. */
export const readMarketClock = (
  db: Queryable,
  market: Market,
  timeZone: string,
): Promise<{ readonly firstSale: string | null; readonly today: string; readonly at: Date } | null> =>
  db.queryOne<{ firstSale: string | null; today: string; at: Date }>({
    name: 'sales.readMarketClock',
    text: `select (select (min(o.placed_at) at time zone $2)::date::text from orders o where o.number is not null and o.market = $1) as "firstSale",
      (now() at time zone $2)::date::text as today, now() as at`,
    values: [market, timeZone],
  });
