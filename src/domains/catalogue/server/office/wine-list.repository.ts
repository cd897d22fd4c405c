/** SQL of the office's list of wines: reads `offer_list` and brings it up to date (migrations/0008_office_wines.sql). */

import type { OfferRecord } from '#domains/catalogue/model/record.ts';
import type { StockState, WineSort, WineState } from '#domains/catalogue/model/wine-list.ts';
import type { ChangeCursor } from '#domains/catalogue/server/catalogue-feed.repository.ts';
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { Audience } from '#markets/audiences.ts';
import type { Market } from '#markets/market.ts';

export interface WineFilter {
  readonly market: Market;
  /** Text query of words and filters; null for all. */
  readonly terms: string | null;
  readonly states: readonly WineState[] | null;
  readonly stock: readonly StockState[] | null;
  readonly producer: string | null;
  readonly vintages: readonly string[] | null;
  readonly minCents: number | null;
  readonly maxCents: number | null;
  /** First and last day on which the sale ends, and on which it starts. */
  readonly endsFrom: Date | null;
  readonly endsTo: Date | null;
  readonly startsFrom: Date | null;
  readonly startsTo: Date | null;
  /** Only these offers. */
  readonly ids: readonly string[] | null;
}

/** Where a page begins: the sort key and the id of the last row before it. */
export interface WinePosition {
  readonly key: string;
  readonly id: string;
}

export interface WineListRow {
  readonly id: string;
  /** Value of the sort key, as text. */
  readonly key: string;
  readonly version: string;
  /** As it is stored: it was parsed when it was written, and the version of its drawing depends on the order of its fields. */
  readonly record: OfferRecord;
  readonly priceCents: number | null;
  readonly level: number;
  readonly reserved: number;
  readonly popularity: number;
  readonly updatedAt: Date;
}

const HAS_PRICE = 'l.price_key < 2147483647';
const STATES = `(
    ('not_sold' = any($4) and not ${HAS_PRICE}) or (${HAS_PRICE} and (
      ('ended' = any($4) and l.ends_at <= now()) or ('scheduled' = any($4) and l.ends_at > now() and l.starts_at > now())
      or ('on_sale' = any($4) and l.ends_at > now() and l.starts_at <= now()))))`;
const STOCK = `(('none' = any($5) and l.available <= 0) or ('low' = any($5) and l.available between 1 and 9) or ('in_stock' = any($5) and l.available > 0))`;

/** The parameters $1 to $14. Those that are null are dropped when the statement is planned. */
const FILTERS = `l.market = $1 and l.market = any($2) and ($3::text is null or l.terms @@ $3::tsquery)
  and ($4::text[] is null or ${STATES}) and ($5::text[] is null or ${STOCK})
  and ($6::text is null or l.producer_key = $6)
  and ($7::integer is null or l.price_key >= $7) and ($8::integer is null or l.price_key <= $8)
  and ($9::timestamptz is null or l.ends_at > $9) and ($10::timestamptz is null or l.ends_at <= $10)
  and ($11::timestamptz is null or l.starts_at >= $11) and ($12::timestamptz is null or l.starts_at < $12)
  and ($13::text[] is null or l.offer_id = any($13)) and ($14::text[] is null or l.vintage = any($14))`;

const toValues = (filter: WineFilter, markets: readonly Market[]): unknown[] => [
  filter.market,
  markets,
  filter.terms,
  filter.states,
  filter.stock,
  filter.producer,
  filter.minCents,
  filter.maxCents,
  filter.endsFrom,
  filter.endsTo,
  filter.startsFrom,
  filter.startsTo,
  filter.ids,
  filter.vintages,
];

/** The version of an offer: its content hash, which a statement that ends offers empties. */
export const VERSION = "coalesce(nullif(o.content_hash, ''), md5(o.record::text))";

const pageBy = (column: string, type: string, isDescending: boolean): string => {
  const [than, direction] = isDescending ? ['<', ' desc'] : ['>', ''];
  const order = `${column}${direction}, l.offer_id${direction}`;
  return `and ($15::text is null or (${column}, l.offer_id) ${than} ($15::${type}, $16::text)) order by ${order} limit $17)
    select l.offer_id as id, ${column}::text as key, ${VERSION} as version, o.record, p.pack_price as "priceCents", coalesce(s.level, 0) as level,
      coalesce(s.reserved, 0) as reserved, o.popularity, o.updated_at as "updatedAt"
    from page l join offers o on o.offer_id = l.offer_id
      left join offer_prices p on p.offer_id = l.offer_id and p.market = $1
      left join stock_levels s on s.product_id = o.product_id and s.market = $1
    order by ${order}`;
};

const PAGES = {
  name: pageBy('l.name_key', 'text', false),
  '-name': pageBy('l.name_key', 'text', true),
  producer: pageBy('l.producer_key', 'text', false),
  '-producer': pageBy('l.producer_key', 'text', true),
  vintage: pageBy('l.vintage', 'text', false),
  '-vintage': pageBy('l.vintage', 'text', true),
  price: pageBy('l.price_key', 'integer', false),
  '-price': pageBy('l.price_key', 'integer', true),
  starts: pageBy('l.starts_at', 'timestamptz', false),
  '-starts': pageBy('l.starts_at', 'timestamptz', true),
  ends: pageBy('l.ends_at', 'timestamptz', false),
  '-ends': pageBy('l.ends_at', 'timestamptz', true),
  changed: pageBy('l.updated_at', 'timestamptz', false),
  '-changed': pageBy('l.updated_at', 'timestamptz', true),
  sales: pageBy('l.popularity', 'integer', false),
  '-sales': pageBy('l.popularity', 'integer', true),
} as const satisfies Record<WineSort, string>;

/**
 * Lists matching wines after a position. Few wines, whose ids are given, are found first and sorted then. Else the index of the sort order
 * is followed, which meets matches soon. The planner cannot tell, because it guesses how many words begin with a prefix.
 * @param markets that the person may see
 */
export const listWines = (
  db: Queryable,
  filter: WineFilter,
  markets: readonly Market[],
  sort: WineSort,
  after: WinePosition | null,
  limit: number,
): Promise<WineListRow[]> =>
  db.queryMany<WineListRow>({
    text: filter.ids
      ? `with page as (select l.* from (select l.* from offer_list l where ${FILTERS} offset 0) l where true ${PAGES[sort]}`
      : `with page as (select l.* from offer_list l where ${FILTERS} ${PAGES[sort]}`,
    values: [...toValues(filter, markets), after?.key ?? null, after?.id ?? null, limit],
  });

/** How many wines match, and which if they are few. */
export interface WineMatches {
  readonly count: number;
  readonly ids: readonly string[] | null;
}

/** Counts matching wines up to a limit. @param few number up to which their ids are returned */
export async function matchWines(
  db: Queryable,
  filter: WineFilter,
  markets: readonly Market[],
  limit: number,
  few: number,
): Promise<WineMatches> {
  const row = await db.queryOne<{ count: number; ids: string[] | null }>({
    text: `select count(*)::integer as count, case when count(*) <= $16 then coalesce(array_agg(found.offer_id), '{}') end as ids
      from (select l.offer_id from offer_list l where ${FILTERS} limit $15) found`,
    values: [...toValues(filter, markets), limit, few],
  });
  return row ?? { count: 0, ids: null };
}

/** Locks the list for whoever brings it up to date, until the transaction ends. */
export const lockWineList = (transaction: Transaction): Promise<number> =>
  transaction.execute({ name: 'wine-list.lockWineList', text: "select pg_advisory_xact_lock(hashtext('cellardoor wine list'))" });

/** Returns how far the list has followed in a history; null if it was never filled there. */
export const readWineListCursor = (db: Queryable, history: string): Promise<ChangeCursor | null> =>
  db.queryOne<ChangeCursor>({
    name: 'wine-list.readWineListCursor',
    text: 'select mark, snapshot from offer_list_state where history = $1',
    values: [history],
  });

/** Saves how far the list has followed. */
export const saveWineListCursor = (transaction: Transaction, history: string, { mark, snapshot }: ChangeCursor): Promise<number> =>
  transaction.execute({
    name: 'wine-list.saveWineListCursor',
    text: `insert into offer_list_state (history, mark, snapshot) values ($1, $2, $3)
      on conflict (is_singleton) do update set history = excluded.history, mark = excluded.mark, snapshot = excluded.snapshot`,
    values: [history, mark, snapshot],
  });

/** The audiences of each market, as two columns of equal length. */
export interface AudienceMarkets {
  readonly audiences: readonly Audience[];
  readonly markets: readonly Market[];
}

/**
 * Writes the rows of some offers, and removes those of offers that are gone or no longer for a market. A row that is as it was is not
 * written.
 */
export async function refreshWineList(
  transaction: Transaction,
  offerIds: readonly string[],
  productIds: readonly number[],
  { audiences, markets }: AudienceMarkets,
): Promise<void> {
  await transaction.execute({
    name: 'wine-list.refreshWineList.write',
    text: `insert into offer_list (market, offer_id, product_id, terms, name_key, producer_key, vintage, price_key, available, starts_at, ends_at,
        updated_at, popularity, changed_xid)
      select a.market, o.offer_id, o.product_id, offer_list_terms(o.record, o.source),
        left(fold_text(concat_ws(' ', o.record->>'name', o.record->>'vintage')), 120), o.producer_slug, o.record->>'vintage',
        coalesce(p.pack_price, 2147483647), least(coalesce(s.level - s.reserved, 0), 10), coalesce(o.starts_at, '-infinity'),
        coalesce(o.ends_at, 'infinity'), o.updated_at, o.popularity, o.changed_xid
      from offers o join unnest($3::text[], $4::text[]) a (audience, market) on a.audience = o.audience
        left join offer_prices p on p.offer_id = o.offer_id and p.market = a.market
        left join stock_levels s on s.product_id = o.product_id and s.market = a.market
      where o.offer_id = any($1) or o.product_id = any($2)
      on conflict (market, offer_id) do update set product_id = excluded.product_id, terms = excluded.terms, name_key = excluded.name_key,
        producer_key = excluded.producer_key, vintage = excluded.vintage, price_key = excluded.price_key, available = excluded.available,
        starts_at = excluded.starts_at, ends_at = excluded.ends_at, updated_at = excluded.updated_at, popularity = excluded.popularity,
        changed_xid = excluded.changed_xid
      where (offer_list.changed_xid, offer_list.available) is distinct from (excluded.changed_xid, excluded.available)`,
    values: [offerIds, productIds, audiences, markets],
  });
  await transaction.execute({
    name: 'wine-list.refreshWineList.remove',
    text: `delete from offer_list l where l.offer_id = any($1) and not exists (
        select 1 from offers o join unnest($2::text[], $3::text[]) a (audience, market) on a.audience = o.audience
        where o.offer_id = l.offer_id and a.market = l.market)`,
    values: [offerIds, audiences, markets],
  });
}

/** Returns the ids of offers, and of rows of offers that are gone, after an id in their order. */
export async function listedIdsAfter(db: Queryable, after: string, limit: number): Promise<string[]> {
  const rows = await db.queryMany<{ id: string }>({
    name: 'wine-list.listedIdsAfter',
    text: `select offer_id as id from (select offer_id from offers where offer_id > $1 order by offer_id limit $2) found
      union (select offer_id from offer_list where offer_id > $1 order by offer_id limit $2) order by id limit $2`,
    values: [after, limit],
  });
  return rows.map(({ id }) => id);
}
