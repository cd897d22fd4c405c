/** SQL of what waits outside of the list of orders: each query has an index that holds only what waits. */
import { DEFAULT_THRESHOLD } from '#domains/selling/stock/model/stock.ts';
import type { Queryable } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';

export interface Found<Row> {
  readonly count: number;
  readonly rows: readonly Row[];
}

export interface OpenDisputes {
  readonly count: number;
  /** Earliest date of evidence that nobody has sent. */
  readonly dueAt: Date | null;
}

/** Counts open disputes that nobody has answered. */
export async function openDisputes(db: Queryable, markets: readonly Market[]): Promise<OpenDisputes> {
  const row = await db.queryOne<OpenDisputes>({
    name: 'card-items.openDisputes',
    text: `select count(*)::integer as count, min(d.evidence_due_at) as "dueAt" from order_disputes d join orders o on o.id = d.order_id
      where d.status = 'open' and d.answered_at is null and o.number is not null and o.market = any($1)`,
    values: [markets],
  });
  return row ?? { count: 0, dueAt: null };
}

export interface DeclinedCard {
  readonly id: string;
  readonly market: Market;
  readonly name: string;
  readonly club: string;
  readonly retryOn: string | null;
  readonly attempts: number;
}

/** Lists club deliveries whose card was declined, the next attempt first. */
export const declinedCards = (
  db: Queryable,
  markets: readonly Market[],
  limit: number,
): Promise<(DeclinedCard & { readonly total: number })[]> =>
  db.queryMany<DeclinedCard & { total: number }>({
    name: 'card-items.declinedCards',
    text: `select m.id, m.market, btrim(coalesce(m.details ->> 'firstName', '') || ' ' || coalesce(m.details ->> 'lastName', '')) as name,
        coalesce(c.record ->> 'name', m.club_id) as club, d.retry_on::text as "retryOn", d.card_attempts as attempts, count(*) over ()::integer as total
      from club_deliveries d join club_memberships m on m.id = d.membership_id left join clubs c on c.id = m.club_id
      where d.state = 'due' and d.card_failed_on is not null and m.status = 'active' and m.market = any($1)
      order by d.retry_on nulls last, d.id limit $2`,
    values: [markets, limit],
  });

export interface ClubRun {
  readonly clubId: string;
  readonly market: Market;
  readonly club: string;
  readonly dueOn: string;
  readonly deliveries: number;
}

/** Lists the club deliveries of the next days, by club and day. */
export const clubRuns = (db: Queryable, market: Market, until: string, limit: number): Promise<(ClubRun & { readonly total: number })[]> =>
  db.queryMany<ClubRun & { total: number }>({
    name: 'card-items.clubRuns',
    text: `select m.club_id as "clubId", m.market, coalesce(c.record ->> 'name', m.club_id) as club, d.due_on::text as "dueOn", count(*)::integer as deliveries,
        (sum(count(*)) over ())::integer as total
      from club_deliveries d join club_memberships m on m.id = d.membership_id left join clubs c on c.id = m.club_id
      where d.state = 'due' and d.due_on <= $2::date and m.status = 'active' and m.market = $1
      group by m.club_id, m.market, c.record ->> 'name', d.due_on order by d.due_on, club limit $3`,
    values: [market, until, limit],
  });

export interface LowStock {
  readonly productId: number;
  readonly market: Market;
  readonly name: string;
  readonly left: number;
}

/**
 * Lists wines on sale whose available cases are at their threshold or below, the fewest first. Counts up to a limit. Few levels are low,
 * which the planner does not expect: they are found first, and each looks up its offers, so that not every offer is read.
 */
export async function lowStock(db: Queryable, markets: readonly Market[], limit: number, maxCount: number): Promise<Found<LowStock>> {
  const rows = await db.queryMany<LowStock & { total: number }>({
    name: 'card-items.lowStock',
    text: `with low as materialized (select s.product_id, s.market, s.level - s.reserved as cases
        from (select s.* from stock_levels s left join stock_defaults d on d.market = s.market
          where s.market = any($1) and s.level - s.reserved between 1 and coalesce(s.threshold, d.threshold, ${DEFAULT_THRESHOLD})
          order by s.level - s.reserved, s.product_id offset 0) s
        cross join lateral (select 1 from offers o where o.product_id = s.product_id and o.inventory_status = 'AVAILABLE' and not o.is_gift
          and (o.starts_at is null or o.starts_at <= now()) and (o.ends_at is null or o.ends_at > now()) limit 1) on_sale
        limit $3)
      select low.product_id as "productId", low.market, low.cases as left, coalesce((select concat_ws(' ', nullif(o.summary ->> 'brand', ''), o.summary ->> 'name', nullif(o.summary ->> 'vintage', ''))
          from offers o where o.product_id = low.product_id order by o.offer_id limit 1), '') as name, (select count(*)::integer from low) as total
        from (select * from low order by cases, product_id limit $2) low order by low.cases, low.product_id`,
    values: [markets, limit, maxCount],
  });
  return { rows: rows.map(({ total: _, ...row }) => row), count: rows[0]?.total ?? 0 };
}

export interface NewEntry {
  readonly id: string;
  readonly market: Market;
  readonly formId: string;
  readonly email: string | null;
  readonly receivedAt: Date;
}

/** Lists form entries of the last days that wait, the latest first. */
export const newEntries = (
  db: Queryable,
  markets: readonly Market[],
  days: number,
  limit: number,
): Promise<(NewEntry & { readonly total: number })[]> =>
  db.queryMany<NewEntry & { total: number }>({
    name: 'card-items.newEntries',
    text: `select id, market, form_id as "formId", email, received_at as "receivedAt", count(*) over ()::integer as total from form_submissions
      where market = any($1) and state = 'open' and received_at > now() - make_interval(days => $2) order by received_at desc, id limit $3`,
    values: [markets, days, limit],
  });

/** Returns the time of the last form entry in ms. It numbers entries for open screens. */
export async function lastEntryNumber(db: Queryable): Promise<number> {
  const row = await db.queryOne<{ last: number }>({
    name: 'card-items.lastEntryNumber',
    text: 'select coalesce(floor(extract(epoch from max(received_at)) * 1000), 0)::bigint as last from form_submissions',
  });
  return row?.last ?? 0;
}

/** Lists form entries after a time in ms, for open screens. */
export const entriesAfter = (
  db: Queryable,
  number: number,
): Promise<{ readonly number: number; readonly id: string; readonly event: string; readonly market: Market }[]> =>
  db.queryMany<{ number: number; id: string; event: string; market: Market }>({
    name: 'card-items.entriesAfter',
    text: `select floor(extract(epoch from received_at) * 1000)::bigint as number, id, 'received' as event, market from form_submissions
      where received_at > to_timestamp($1::bigint / 1000.0) order by received_at limit 500`,
    values: [number],
  });
