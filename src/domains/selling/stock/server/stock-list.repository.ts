/**
 * SQL of the office's list of stock: a row per product and market. Sorted by name or SKU it reads `stock_items` in the order of an index;
 * sorted by numbers it reads `stock_levels`, whose rows are narrow: an index on what reservations change would make each of them slower.
 */

import type { Queryable } from '#lib/db/pool.ts';
import { maxOf } from '#lib/extremes.ts';
import type { Market } from '#markets/market.ts';
import { SALES_DAYS, type StockKey, type StockSort, type StockState } from '../model/stock.ts';

export interface StockFilter {
  readonly markets: readonly Market[];
  /** Words of the search, in small letters. */
  readonly words: readonly string[];
  readonly state: StockState | null;
  /** Default threshold by market. */
  readonly defaults: Readonly<Record<Market, number>>;
  /** Only these items. */
  readonly keys: readonly StockKey[] | null;
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

/** Conditions on levels. Parameters $1 to $8 are those of `toValues`. */
const onLevels = (state: StockState | null): string =>
  `s.market = any($1) and $2::jsonb is not null and $8::integer is not null and ${state === null ? 'true' : STATES[state]}
    and ($6::int[] is null or (s.product_id, s.market) in (select * from unnest($6::int[], $7::text[])))`;
const ON_ITEMS = `($3::text is null or i.terms like $3) and ($4::text is null or i.terms like $4) and ($5::text is null or i.terms like $5)`;
const NO_WORDS = '$3::text is null and $4::text is null and $5::text is null';

/** Letters that make a trigram. */
const TRIGRAM = 3;
/** Words of a search that are compared. */
export const MAX_STOCK_WORDS = 3;

/** Returns the pattern of a word. Shorter words are found at the beginning of a word only: with the space before it they make a trigram. */
export function toPattern(word: string | undefined): string | null {
  if (word === undefined) return null;
  const escaped = word.replace(/[\\%_]/g, '\\$&');
  return word.length < TRIGRAM ? `% ${escaped}%` : `%${escaped}%`;
}

const toValues = ({ markets, defaults, words, keys }: StockFilter): unknown[] => [
  markets,
  JSON.stringify(defaults),
  toPattern(words[0]),
  toPattern(words[1]),
  toPattern(words[2]),
  keys?.map(({ productId }) => productId) ?? null,
  keys?.map(({ market }) => market) ?? null,
  maxOf(Object.values(defaults)),
];

/** Cases sold in the last days by product and market, less those that came back. */
const SALES = `select m.product_id, m.market, -sum(m.quantity)::integer as sold from stock_movements m
  where m.at > now() - interval '${SALES_DAYS} days' and m.kind in ('order', 'refund')`;

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
  sold: { ...NUMBER, key: 'sales.sold::double precision', from: 'sales', unsold: '0' },
  cover: { ...NUMBER, key: `${AVAILABLE}::double precision / sales.sold`, from: 'sales', unsold: '1e9' },
};

const ITEMS = 'stock_items i join stock_levels s on s.product_id = i.product_id';
const LEVELS = 'stock_levels s';
const SOLD = 'sales join stock_levels s on s.product_id = sales.product_id and s.market = sales.market';
const isSold = 'exists (select 1 from sales where sales.product_id = s.product_id and sales.market = s.market)';

interface PageSql {
  readonly from: string;
  readonly key: string;
  readonly type: SortSql['type'];
  readonly condition: string;
  readonly isDescending: boolean;
  readonly isOnItems: boolean;
}

/** Rows after the position $9 to $11, at most $12. */
function rowsAfter({ from, key, type, condition, isDescending, isOnItems }: PageSql): string {
  const direction = isDescending ? 'desc' : 'asc';
  const after = isDescending ? '<' : '>';
  // In addition the columns of one table, so that an index finds the position.
  const position = isOnItems ? `and (${key}, i.product_id) ${after}= ($9::${type}, $10::integer)` : '';
  return `select s.*, ${key} as key from ${from} where ${condition}
    and ($9::text is null or (${key}, s.product_id, s.market) ${after} ($9::${type}, $10::integer, $11::text) ${position})
    order by ${key} ${direction}, ${isOnItems ? 'i' : 's'}.product_id ${direction}, s.market ${direction} limit $12`;
}

/** Builds the statement of a page. */
function pageStatement(sort: StockSort, state: StockState | null, hasWords: boolean): string {
  const isDescending = sort.startsWith('-');
  const { key, type, from, unsold = '0' } = KEYS[isDescending ? sort.slice(1) : sort] ?? NAME;
  const isOnItems = from === 'items';
  const withItems = (rows: string): string => (hasWords ? `${rows} join stock_items i on i.product_id = s.product_id` : rows);
  const condition = `${onLevels(state)} and ${isOnItems || hasWords ? ON_ITEMS : NO_WORDS}`;
  const base = { key, type, condition, isDescending, isOnItems };
  const sold = rowsAfter({ ...base, from: withItems(SOLD) });
  const others = rowsAfter({
    ...base,
    key: `${unsold}::double precision`,
    from: withItems(LEVELS),
    condition: `${condition} and not ${isSold}`,
  });
  const isSoldFirst = (unsold === '1e9') !== isDescending;
  // The second half is read only if the first does not fill the page.
  const halves = isSoldFirst ? `(${sold}) union all (${others}) limit $12` : `(${others}) union all (${sold}) limit $12`;
  const rows = from === 'sales' ? halves : rowsAfter({ ...base, from: isOnItems ? ITEMS : withItems(LEVELS) });
  const direction = isDescending ? 'desc' : 'asc';
  return `with sales as materialized (${SALES} ${from === 'sales' ? '' : 'and false'} group by m.product_id, m.market having -sum(m.quantity) > 0), page as (${rows})
    select s.product_id as "productId", s.market, s.key::text as key, coalesce(i.name, '') as name, coalesce(i.sku, '') as sku, coalesce(i.gtin, '') as gtin,
      s.level, s.reserved, s.oversold, ${THRESHOLD} as threshold, s.threshold is not null as "isOwnThreshold", coalesce(recent.sold, 0) as sold
    from page s
      left join stock_items i on i.product_id = s.product_id
      left join lateral (${SALES} and m.product_id = s.product_id and m.market = s.market group by m.product_id, m.market) recent on true
    order by s.key ${direction}, s.product_id ${direction}, s.market ${direction}`;
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

const countStatement = (state: StockState | null, hasWords: boolean): string =>
  hasWords
    ? `select count(*)::integer as count from (select 1 from ${ITEMS} where ${onLevels(state)} and ${ON_ITEMS} limit $9) found`
    : `select count(*)::integer as count from (select 1 from ${LEVELS} where ${onLevels(state)} and ${NO_WORDS} limit $9) found`;

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
