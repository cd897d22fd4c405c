/** SQL of sales. Days and hours are those of the market's clock, whichever length daylight saving gives a day. */
import type { OrderStatus } from '#domains/selling/checkout/model/order-status.ts';
import type { Queryable } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import type { DaySales } from '../model/sales.ts';

/** Orders that were never paid. Imported orders may have these statuses. The trigger `orders_note_sales_update` names them too. */
const UNPAID: readonly OrderStatus[] = ['Incomplete', 'Pending', 'Awaiting Payment', 'Declined'];

export interface MarketClock {
  readonly market: Market;
  readonly timeZone: string;
}

export interface SalesRange extends MarketClock {
  /** First and last ISO day. */
  readonly from: string;
  readonly to: string;
}

/** The parameters $1 to $3 of `sumsOf`: market, time zone, unpaid statuses. */
export const clockValues = ({ market, timeZone }: MarketClock): unknown[] => [market, timeZone, UNPAID];

/** Adds the moments at which days begin and end to rows with a `day`. */
export const withBounds = (days: string): string =>
  `select d.day, d.day::timestamp at time zone $2 as starts, (d.day + 1)::timestamp at time zone $2 as ends from (${days}) d`;

/**
 * A cancelled order without any refund was never paid. Only imports bring such. An order that sends cases of a claim again is no sale.
 * The refund is looked up for each cancelled order, because they are few; `exists` lets the planner read all refunds instead.
 */
const IS_SOLD = `o.number is not null and o.market = $1 and o.status <> all($3)
  and (o.status <> 'Cancelled' or (select true from order_refunds c where c.order_id = o.id and c.state <> 'refused' limit 1))
  and not exists (select 1 from claim_replacement_lines k where k.order_id = o.id)`;

/**
 * Sums the sales of days from their orders, refunds and lost disputes, each day by itself, so that a day is found by an index.
 * @param days name of rows with `day`, `starts` and `ends`
 * @param until time of day after which nothing of a day counts
 */
export const sumsOf = (days: string, until = "time '24:00'"): string => `
  select d.day, s.orders, (s.cents - r.cents - l.cents)::bigint as revenue_cents, (r.cents + l.cents)::bigint as refunds_cents, s.hour_orders
  from ${days} d
  cross join lateral (select coalesce(sum(h.orders), 0)::integer as orders, coalesce(sum(h.cents), 0) as cents, array_agg(coalesce(h.orders, 0) order by n.hour) as hour_orders
    from generate_series(0, 23) n (hour) left join (
      select extract(hour from o.placed_at at time zone $2)::integer as hour, count(*)::integer as orders, sum(o.charge_cents) as cents
      from orders o where ${IS_SOLD} and o.placed_at >= d.starts and o.placed_at < d.ends and (o.placed_at at time zone $2)::time <= ${until} group by 1) h using (hour)) s
  cross join lateral (select coalesce(sum(r.gateway_cents), 0) as cents from order_refunds r join orders o on o.id = r.order_id
    where r.state = 'done' and o.market = $1 and r.completed_at >= d.starts and r.completed_at < d.ends and (r.completed_at at time zone $2)::time <= ${until}) r
  cross join lateral (select coalesce(sum(l.amount_cents), 0) as cents from order_disputes l join orders o on o.id = l.order_id
    where l.status = 'lost' and o.market = $1 and l.closed_at >= d.starts and l.closed_at < d.ends and (l.closed_at at time zone $2)::time <= ${until}) l`;

const COLUMNS = `day::text, orders, revenue_cents as "revenueCents", refunds_cents as "refundsCents", hour_orders as "hourOrders"`;

/**
 * Returns each day of a range. A past day is read from its sum if a job has made one and nothing of the day has changed since, others from
 * their orders, in one snapshot (docs/decisions/0216-daily-sales.md).
 */
export const readDaySales = (db: Queryable, range: SalesRange): Promise<DaySales[]> =>
  db.queryMany<DaySales>({
    name: 'sales.readDaySales',
    text: `with wanted as materialized (${withBounds('select $4::date + n as day from generate_series(0, $5::date - $4::date) n')}),
      stored as materialized (
        select s.* from wanted w join sales_days s on s.market = $1 and s.day = w.day and s.time_zone = $2
        where not exists (select 1 from sales_changes c where c.market = $1 and c.at >= w.starts and c.at < w.ends)),
      others as materialized (select w.* from wanted w where not exists (select 1 from stored s where s.day = w.day))
      select ${COLUMNS} from (select day, orders, revenue_cents, refunds_cents, hour_orders from stored union all ${sumsOf('others')}) sold`,
    values: [...clockValues(range), range.from, range.to],
  });

/** Returns days as they were at the time of day that it is now in the market. */
export const readSalesSoFar = (db: Queryable, clock: MarketClock, days: readonly string[]): Promise<DaySales[]> =>
  db.queryMany<DaySales>({
    name: 'sales.readSalesSoFar',
    text: `with wanted as materialized (${withBounds('select unnest($4::text[])::date as day')})
      select ${COLUMNS} from (${sumsOf('wanted', '(now() at time zone $2)::time')}) sold`,
    values: [...clockValues(clock), days],
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
