/**
 * SQL of the office's list of stock: a row per product and market. Sorted by name or SKU it reads `stock_items` in the order of an index;
 * sorted by numbers it reads `stock_levels`, whose rows are narrow: an index on what reservations change would make each of them slower.
 */

import type { Queryable } from '#lib/db/pool.ts';
import { wordPattern } from '#lib/db/word-pattern.ts';
import { maxOf } from '#lib/extremes.ts';
import type { Market } from '#markets/market.ts';
import { SALES_DAYS, type StockKey, type StockSort, type StockState } from '../model/stock.ts';

export interface StockFilter {
  readonly markets: readonly Market[];
  /** Words of the search, in small letters. */
  readonly words: readonly string[];
  readonly state: StockState | null;
  /** First characters of the bin, or null for any. */
  readonly bin: string | null;
  /** Most cases that can still be sold, or null for any number. */
  readonly available: number | null;
  /** Default threshold by market. */
  readonly defaults: Readonly<Record<Market, number>>;
  /** Only these items. */
  readonly keys: readonly StockKey[] | null;
  /** Only these products: those that a search finds, if they are few. */
  readonly products: readonly number[] | null;
}

/** Where a page begins: sort key, product and market of the last row before it. */
export interface StockPosition {
  readonly key: string;
  readonly productId: number;
  readonly market: string;
}

export interface StockListRow extends StockPosition {
  readonly market: Market;
  readonly name: string;
  readonly sku: string;
  readonly gtin: string;
  readonly bin: string;
  readonly level: number;
  readonly reserved: number;
  readonly oversold: number;
  readonly sold: number;
  readonly threshold: number;
  readonly isOwnThreshold: boolean;
}

const THRESHOLD = 'coalesce(s.threshold, ($2::jsonb->>s.market)::integer)';
const AVAILABLE = '(s.level - s.reserved)';

const STATES: Readonly<Record<StockState, string>> = {
  // The highest default first: it is compared faster than the threshold is looked up.
  low: `${AVAILABLE} > 0 and (s.threshold is not null or ${AVAILABLE} <= $8::integer) and ${AVAILABLE} <= ${THRESHOLD}`,
  out: `${AVAILABLE} = 0`,
  oversold: 's.oversold > 0',
  reserved: 's.reserved > 0',
};

/** Conditions on levels. Parameters $1 to $11 are those of `toValues`. */
const ON_LEVELS = `s.market = any($1) and $2::jsonb is not null and $8::integer is not null
    and ($6::int[] is null or (s.product_id, s.market) in (select * from unnest($6::int[], $7::text[])))
    and ($9::int[] is null or s.product_id = any($9))
    and ($10::text is null or starts_with(s.bin, $10)) and ($11::integer is null or ${AVAILABLE} <= $11)`;
const ON_ITEMS = `($3::text is null or i.terms like $3) and ($4::text is null or i.terms like $4) and ($5::text is null or i.terms like $5)`;
const NO_WORDS = '$3::text is null and $4::text is null and $5::text is null';

/** Products of a search that statements are given. To find more than that takes longer than to compare words once more. */
export const MAX_FOUND_PRODUCTS = 5_000;
/** Words of a search that are compared. */
export const MAX_STOCK_WORDS = 3;

const toValues = ({ markets, defaults, words, keys, products, bin, available }: StockFilter): unknown[] => [
  markets,
  JSON.stringify(defaults),
  wordPattern(words[0]),
  wordPattern(words[1]),
  wordPattern(words[2]),
  keys?.map(({ productId }) => productId) ?? null,
  keys?.map(({ market }) => market) ?? null,
  maxOf(Object.values(defaults)),
  products,
  bin,
  available,
];

/** Cases sold in the last days by product and market, less those that came back. */
const SALES = `select m.product_id, m.market, -sum(m.quantity)::integer as sold from stock_movements m
  where m.at > now() - interval '${SALES_DAYS} days' and m.kind in ('order', 'refund')`;
const SALES_OF_PRODUCTS = 'and ($9::int[] is null or m.product_id = any($9))';

interface SortSql {
  /** Sort key of the rows, as an expression over `s`, `i` and `sales`. */
  readonly key: string;
  readonly type: 'text' | 'double precision';
  /** Rows that the key is read from. */
  readonly from: 'items' | 'levels' | 'sales';
  /** Key of what was not sold. */
  readonly unsold?: '0' | '1e9';
}

const NAME: SortSql = { key: 'i.name_key', type: 'text', from: 'items' };
const NUMBER = { type: 'double precision' } as const;
const KEYS: Readonly<Record<string, SortSql>> = {
  name: NAME,
  sku: { key: 'lower(i.sku)', type: 'text', from: 'items' },
  available: { ...NUMBER, key: `${AVAILABLE}::double precision`, from: 'levels' },
  sold: { ...NUMBER, key: 'o.sold', from: 'sales', unsold: '0' },
  cover: { ...NUMBER, key: 's.cover', from: 'sales', unsold: '1e9' },
};

/** Levels in a state. They are read before anything else: no index has them, and the planner expects more of them than there are. */
const levelsIn = (state: StockState | null): string =>
  state === null ? 'stock_levels s' : `(select s.* from stock_levels s where s.market = any($1) and ${STATES[state]} offset 0) s`;
/** Items that a search finds, all of which are read before their levels. */
const FOUND_ITEMS = `(select i.product_id from stock_items i where ${ON_ITEMS} offset 0) i`;
const itemsIn = (state: StockState | null): string => `stock_items i join ${levelsIn(state)} on s.product_id = i.product_id`;
/** Words of a level. They are looked up for each, because many levels match: a search that finds few products names them. */
const HAS_WORDS = `exists (select 1 from stock_items i where i.product_id = s.product_id and ${ON_ITEMS} offset 0)`;
/**
 * Sales in the order of the key with their levels. Sorted by what was sold, levels are looked up until the page is full; cover needs all of
 * them, which are read at once. `offset 0` keeps the planner from another order.
 */
const SOLD_IN_ORDER = {
  sold: (state: StockState | null, direction: string) => `(select product_id, market, sold::double precision as sold from sales
    order by sold ${direction}, product_id ${direction}, market ${direction} offset 0) o
    cross join lateral (select s.* from stock_levels s
      where s.product_id = o.product_id and s.market = o.market and ${state === null ? 'true' : STATES[state]} offset 0) s`,
  cover: (state: StockState | null, direction: string) => `(select s.*, ${AVAILABLE}::double precision / sales.sold as cover
    from sales join (select s.* from stock_levels s where ${ON_LEVELS} and ${state === null ? 'true' : STATES[state]} offset 0) s
      on s.product_id = sales.product_id and s.market = sales.market
    order by cover ${direction}, s.product_id ${direction}, s.market ${direction} offset 0) s`,
} as const;
const IS_SOLD = '(s.product_id, s.market) in (select sales.product_id, sales.market from sales)';

interface PageSql {
  readonly from: string;
  readonly key: string;
  readonly type: SortSql['type'];
  readonly condition: string;
  readonly isDescending: boolean;
  /** Tables that the order reads product and market from. */
  readonly product: 'i' | 's' | 'o';
  readonly market: 's' | 'o';
}

/** Columns of a level that the list shows. */
const LEVEL = 's.product_id, s.market, s.level, s.reserved, s.oversold, s.threshold, s.bin';

/** Rows after the position $12 to $14, at most $15. */
function rowsAfter({ from, key, type, condition, isDescending, product, market }: PageSql): string {
  const direction = isDescending ? 'desc' : 'asc';
  const after = isDescending ? '<' : '>';
  // In addition the columns of one table, so that an index finds the position.
  const position = product === 'i' ? `and (${key}, i.product_id) ${after}= ($12::${type}, $13::integer)` : '';
  return `select ${LEVEL}, ${key} as key from ${from} where ${condition}
    and ($12::text is null or (${key}, s.product_id, s.market) ${after} ($12::${type}, $13::integer, $14::text) ${position})
    order by ${key} ${direction}, ${product}.product_id ${direction}, ${market}.market ${direction} limit $15`;
}

/** Builds the statement of a page. */
function pageStatement(sort: StockSort, state: StockState | null, hasWords: boolean): string {
  const isDescending = sort.startsWith('-');
  const by = isDescending ? sort.slice(1) : sort;
  const { key, type, from, unsold = '0' } = KEYS[by] ?? NAME;
  const isOnItems = from === 'items';
  const withItems = (rows: string): string => (hasWords ? `${rows} join ${FOUND_ITEMS} on i.product_id = s.product_id` : rows);
  const condition = `${ON_LEVELS} and ${isOnItems ? ON_ITEMS : hasWords ? 'true' : NO_WORDS}`;
  const direction = isDescending ? 'desc' : 'asc';
  const base: Omit<PageSql, 'from'> = { key, type, condition, isDescending, product: isOnItems ? 'i' : 's', market: 's' };
  const sold = rowsAfter({
    ...base,
    from: SOLD_IN_ORDER[by === 'sold' ? 'sold' : 'cover'](state, direction),
    condition: `${ON_LEVELS} and ${hasWords ? HAS_WORDS : NO_WORDS}`,
    ...(by === 'sold' && ({ product: 'o', market: 'o' } as const)),
  });
  const others = rowsAfter({
    ...base,
    key: `${unsold}::double precision`,
    from: withItems(levelsIn(state)),
    condition: `${condition} and not ${IS_SOLD}`,
  });
  const isSoldFirst = (unsold === '1e9') !== isDescending;
  // The second half is read only if the first does not fill the page.
  const halves = isSoldFirst ? `(${sold}) union all (${others}) limit $15` : `(${others}) union all (${sold}) limit $15`;
  const rows = from === 'sales' ? halves : rowsAfter({ ...base, from: isOnItems ? itemsIn(state) : withItems(levelsIn(state)) });
  // Not materialized, so that the planner knows how many sales there are and hashes them in place of all levels.
  return `with sales as not materialized (${SALES} ${from === 'sales' ? SALES_OF_PRODUCTS : 'and false'} group by m.product_id, m.market having -sum(m.quantity) > 0), page as (${rows})
    select s.product_id as "productId", s.market, s.key::text as key, coalesce(i.name, '') as name, coalesce(i.sku, '') as sku, coalesce(i.gtin, '') as gtin,
      s.bin, s.level, s.reserved, s.oversold, ${THRESHOLD} as threshold, s.threshold is not null as "isOwnThreshold", coalesce(recent.sold, 0) as sold
    from page s
      left join stock_items i on i.product_id = s.product_id
      left join lateral (${SALES} and m.product_id = s.product_id and m.market = s.market group by m.product_id, m.market) recent on true
    order by s.key ${direction}, s.product_id ${direction}, s.market ${direction}`;
}

/**
 * Finds products by the words of a search. The text is read by its index, up to one more than the limit.
 * @returns their ids; null if there are more than the limit
 */
export async function findProducts(db: Queryable, words: readonly string[], limit: number): Promise<readonly number[] | null> {
  const row = await db.queryOne<{ ids: number[] | null }>({
    text: `select case when count(*) <= $2 then coalesce(array_agg(found.product_id), '{}') end as ids from (
        select i.product_id from stock_items i where $1::text is null and ${ON_ITEMS} limit $2::integer + 1) found`,
    values: [null, limit, wordPattern(words[0]), wordPattern(words[1]), wordPattern(words[2])],
  });
  return row?.ids ?? null;
}

/** Lists matching items after a position. */
export const listStock = (
  db: Queryable,
  filter: StockFilter,
  sort: StockSort,
  after: StockPosition | null,
  limit: number,
): Promise<StockListRow[]> =>
  db.queryMany<StockListRow>({
    text: pageStatement(sort, filter.state, filter.words.length > 0),
    values: [...toValues(filter), after?.key ?? null, after?.productId ?? null, after?.market ?? null, limit],
  });

/**
 * Counts what matches. Levels in any state are looked up item by item: a search with words has many items, so that the limit is reached
 * before all of them are read.
 */
const countStatement = (state: StockState | null, hasWords: boolean): string =>
  hasWords && state === null
    ? `select count(*)::integer as count from (select 1 from ${FOUND_ITEMS}
        cross join lateral (select 1 from stock_levels s where s.product_id = i.product_id and ${ON_LEVELS} offset 0) l limit $12) found`
    : hasWords
      ? `select count(*)::integer as count from (select 1 from ${itemsIn(state)} where ${ON_LEVELS} and ${ON_ITEMS} limit $12) found`
      : `select count(*)::integer as count from (select 1 from ${levelsIn(state)} where ${ON_LEVELS} and ${NO_WORDS} limit $12) found`;

/** Counts matching items up to a limit. */
export async function countStock(db: Queryable, filter: StockFilter, limit: number): Promise<number> {
  const row = await db.queryOne<{ count: number }>({
    text: countStatement(filter.state, filter.words.length > 0),
    values: [...toValues(filter), limit],
  });
  return row?.count ?? 0;
}

/** Returns a code as `stock_items` has it: as a SKU, and as a bar code without leading zeros. */
export const toCodes = (code: string): string[] => [
  code.toLowerCase(),
  /^\d{8,14}$/.test(code) ? code.replace(/^0+/, '') : code.toLowerCase(),
];

/** Finds the products of a market by bar code or SKU, of any of their offers. A bar code counts with and without its leading zeros. */
export const findByCode = (db: Queryable, code: string, market: Market): Promise<StockKey[]> =>
  db.queryMany<StockKey>({
    name: 'stock-list.findByCode',
    text: `with found as materialized (select product_id from stock_items where codes && $1::text[])
      select s.product_id as "productId", s.market from found join stock_levels s on s.product_id = found.product_id and s.market = $2
      order by s.product_id limit 20`,
    values: [toCodes(code), market],
  });
