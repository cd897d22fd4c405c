/** SQL of the sums of past days, which reports read in place of orders (docs/decisions/0216-daily-sales.md). */
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import { clockValues, type MarketClock, sumsOf, withBounds } from './sales.repository.ts';

/**
 * Days back from today of which no day is summed. Triggers note what changes a moment of more than a day ago, so that the sum of a later day
 * could miss a transaction that is open while it is made.
 */
const OPEN_DAYS = 2;

/** Sums older than this are made again, some with each run, so that no wrong one stays. */
const MAX_AGE_DAYS = 7;
const RENEWED_AT_ONCE = 5;

/** Returns past days without a sum, with changes, or with an old sum, the latest first. */
export async function findDaysToSum(db: Queryable, { market, timeZone }: MarketClock, limit: number): Promise<string[]> {
  const rows = await db.queryMany<{ day: string }>({
    name: 'sales-day.findDaysToSum',
    text: `select day::text from (
        select (c.at at time zone $2)::date as day from sales_changes c where c.market = $1
        union
        select f.day + n from (select (min(o.placed_at) at time zone $2)::date as day from orders o where o.number is not null and o.market = $1) f
          cross join lateral generate_series(0, (now() at time zone $2)::date - f.day) n
          where not exists (select 1 from sales_days s where s.market = $1 and s.day = f.day + n and s.time_zone = $2)
        union
        select day from (select s.day from sales_days s where s.market = $1 and s.summed_at < now() - interval '${MAX_AGE_DAYS} days'
          order by s.summed_at, s.day limit ${RENEWED_AT_ONCE}) old) d
      where day < (now() at time zone $2)::date - $3::integer order by d.day desc limit $4`,
    values: [market, timeZone, OPEN_DAYS, limit],
  });
  return rows.map(({ day }) => day);
}

/**
 * Sums days and takes out the changes that the sums have. Both are of one snapshot: a change that commits afterwards stays, and its day is read
 * from the orders until it is summed again.
 */
export async function sumDays(transaction: Transaction, clock: MarketClock, days: readonly string[]): Promise<void> {
  // Of two sums of a day the later snapshot has to be written last.
  await transaction.execute({ text: "select pg_advisory_xact_lock(hashtext('sales_days'))" });
  await transaction.execute({
    name: 'sales-day.sumDays',
    text: `with wanted as materialized (${withBounds('select unnest($4::text[])::date as day')}),
      seen as (delete from sales_changes c using wanted w where c.market = $1 and c.at >= w.starts and c.at < w.ends)
      insert into sales_days (market, day, time_zone, orders, revenue_cents, refunds_cents, hour_orders)
      select $1, day, $2, orders, revenue_cents, refunds_cents, hour_orders from (${sumsOf('wanted')}) s
      on conflict (market, day) do update set time_zone = excluded.time_zone, orders = excluded.orders, revenue_cents = excluded.revenue_cents,
        refunds_cents = excluded.refunds_cents, hour_orders = excluded.hour_orders, summed_at = now()`,
    values: [...clockValues(clock), days],
  });
}
