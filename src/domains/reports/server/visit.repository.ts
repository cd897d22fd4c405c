/** SQL of visits: counts them by day from the events of the storefront, and reads the counts. */
import type { Queryable } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import type { SalesRange } from './sales.repository.ts';

/**
 * Counts the visits of days in a market's calendar. A visit is one browser on one day: a random id, no person. It counts for a step if
 * one of its events is of that step, and as an order if the cart of a checkout it started became an order.
 * @param timeZone of the market
 * @param days ISO days
 */
export const countVisits = (db: Queryable, market: Market, timeZone: string, days: readonly string[]): Promise<number> =>
  db.execute({
    name: 'visit.countVisits',
    text: `with wanted as (select d::date as day, d::date::timestamp at time zone $2 as starts, (d::date + 1)::timestamp at time zone $2 as ends from unnest($3::text[]) d),
      seen as (
        select w.day, e.anonymous_id as visitor, bool_or(e.name = 'Product Viewed') as viewed, bool_or(e.name in ('Product Added', 'Product Quantity Increased')) as added,
          bool_or(e.name in ('Checkout Started', 'clicked')) as started,
          array_agg(distinct e.event->'properties'->>'cart_id') filter (where e.name in ('Checkout Started', 'clicked', 'buying')) as carts
        from wanted w join analytics_events e on e.day between w.day - 1 and w.day + 1 and e.day between $4::date - 1 and $5::date + 1 and e.market = $1 and e.happened_at >= w.starts and e.happened_at < w.ends
        where e.anonymous_id is not null and (e.name is null or e.name not like 'insight %') group by 1, 2),
      bought as materialized (
        select distinct s.day, s.visitor from seen s cross join unnest(s.carts) as c (id) join orders o on o.cart_id::text = c.id
        where o.number is not null and o.market = $1 and o.placed_at >= $4::date - interval '1 day'),
      reached as (select s.day, s.viewed, s.added, s.started, b.visitor is not null as ordered from seen s left join bought b using (day, visitor)),
      counted as (
        select w.day, count(r.day)::integer as visits, (count(*) filter (where r.viewed or r.added or r.started or r.ordered))::integer as viewed,
          (count(*) filter (where r.added or r.started or r.ordered))::integer as added, (count(*) filter (where r.started or r.ordered))::integer as checkouts,
          (count(*) filter (where r.ordered))::integer as orders
        from wanted w left join reached r on r.day = w.day group by 1)
      insert into visit_days (market, day, visits, viewed, added, checkouts, orders, counted_at)
      select $1, day, visits, viewed, added, checkouts, orders, now() from counted
      on conflict (market, day) do update set visits = excluded.visits, viewed = excluded.viewed, added = excluded.added, checkouts = excluded.checkouts,
        orders = excluded.orders, counted_at = now()`,
    // First and last day again, so that the planner skips the partitions of other days.
    values: [market, timeZone, days, days.toSorted()[0], days.toSorted().at(-1)],
  });

export interface VisitSteps {
  readonly visits: number;
  readonly viewed: number;
  readonly added: number;
  readonly checkouts: number;
  readonly orders: number;
  readonly countedAt: Date | null;
}

/** Returns the sums of the counted days of a range. */
export const readVisits = (db: Queryable, { market, from, to }: Omit<SalesRange, 'timeZone'>): Promise<VisitSteps | null> =>
  db.queryOne<VisitSteps>({
    name: 'visit.readVisits',
    text: `select coalesce(sum(visits), 0)::integer as visits, coalesce(sum(viewed), 0)::integer as viewed, coalesce(sum(added), 0)::integer as added,
        coalesce(sum(checkouts), 0)::integer as checkouts, coalesce(sum(orders), 0)::integer as orders, max(counted_at) as "countedAt"
      from visit_days where market = $1 and day between $2::date and $3::date`,
    values: [market, from, to],
  });

/** Returns the days of a range that were never counted, the latest first. */
export async function uncountedDays(db: Queryable, market: Market, from: string, to: string): Promise<string[]> {
  const rows = await db.queryMany<{ day: string }>({
    name: 'visit.uncountedDays',
    text: `select d::date::text as day from generate_series($2::date, $3::date, interval '1 day') d
      where not exists (select 1 from visit_days v where v.market = $1 and v.day = d::date) order by d desc`,
    values: [market, from, to],
  });
  return rows.map(({ day }) => day);
}

export interface EmptySearch {
  readonly query: string;
  readonly times: number;
  readonly lastAt: Date;
}

/** Returns searches that found nothing, the most frequent first. Searches that differ in case or spaces are one. */
export const readEmptySearches = (db: Queryable, { market, timeZone, from, to }: SalesRange, limit: number): Promise<EmptySearch[]> =>
  db.queryMany<EmptySearch>({
    name: 'visit.readEmptySearches',
    text: `select left(lower(btrim(event->'properties'->>'query')), 100) as query, count(*)::integer as times, max(happened_at) as "lastAt" from analytics_events
      where name = 'Search' and event->'properties'->>'hits_returned' = '0' and market = $1 and day between $3::date - 1 and $4::date + 1
        and happened_at >= ($3::date::timestamp at time zone $2) and happened_at < (($4::date + 1)::timestamp at time zone $2)
        and btrim(coalesce(event->'properties'->>'query', '')) <> ''
      group by 1 order by times desc, query limit $5`,
    values: [market, timeZone, from, to, limit],
  });
