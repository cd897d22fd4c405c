/** What the office shows of stock: rows of the list, an item, its ledger, and count sheets. */
import { z } from 'zod';
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { fromCursor, MAX_EXACT_SEARCH_TOTAL, MAX_EXACT_TOTAL, pageOf, toTotal } from '#domains/staff/server/list-cursor.ts';
import { csvValue } from '#lib/csv-value.ts';
import type { Queryable } from '#lib/db/pool.ts';
import type { Input } from '#lib/define-contract.ts';
import { ok } from '#lib/result.ts';
import { type Market, perMarket } from '#markets/market.ts';
import { timeZoneOf } from '#markets/market-day.ts';
import {
  availableOf,
  DEFAULT_THRESHOLD,
  daysOfCover,
  expectedOnHand,
  formatStockId,
  type StockKey,
  statesOf,
  UNDOABLE_KINDS,
} from '../model/stock.ts';
import type { StockItem, StockMovement, StockRow, stockOfficeContract } from '../office-contract.ts';
import { casesInCarts, casesToSend, holdsOf, neighboursOf, offersOf } from './stock-item.repository.ts';
import { lastCorrection, listMovements, readDefaults } from './stock-ledger.repository.ts';
import {
  countStock,
  findByCode,
  findProducts,
  listStock,
  MAX_FOUND_PRODUCTS,
  MAX_STOCK_WORDS,
  type StockFilter,
  type StockListRow,
} from './stock-list.repository.ts';

type ListInput = Input<(typeof stockOfficeContract)['stock']>;

const position = z.object({ key: z.string().max(600), productId: z.number().int(), market: z.string().max(8) });
const movementPosition = z.number().int();

/** Returns the default threshold of each market. */
async function thresholds(db: Queryable): Promise<Readonly<Record<Market, number>>> {
  const own = await readDefaults(db);
  return perMarket((market) => own.find((row) => row.market === market)?.threshold ?? DEFAULT_THRESHOLD);
}

/** Lists the default threshold of one's markets. */
export async function listDefaults(db: Queryable, { markets }: Pick<StaffActor, 'markets'>) {
  const own = await readDefaults(db);
  return markets.map((market) => own.find((row) => row.market === market) ?? { market, threshold: DEFAULT_THRESHOLD, version: 0 });
}

async function toFilter(
  db: Queryable,
  input: Omit<ListInput, 'limit' | 'cursor' | 'sort'>,
  { markets }: Pick<StaffActor, 'markets'>,
  keys: readonly StockKey[] | null = null,
): Promise<StockFilter> {
  const chosen = input['filter[market]'];
  const words = (input.q ?? '').toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_STOCK_WORDS);
  const products = words.length === 0 ? null : await findProducts(db, words, MAX_FOUND_PRODUCTS);
  return {
    markets: chosen === undefined ? markets : markets.filter((market) => chosen.includes(market)),
    words: products === null ? words : [],
    products,
    state: input['filter[state]'] ?? null,
    bin: input['filter[bin]'] ?? null,
    available: input['filter[available]'] ?? null,
    defaults: await thresholds(db),
    keys,
  };
}

function viewRow(row: StockListRow, toSend: number): StockRow {
  const { productId, market, name, sku, gtin, bin, level, reserved, oversold, sold, threshold, isOwnThreshold } = row;
  const available = availableOf(row);
  return {
    id: formatStockId(row),
    productId,
    market,
    name,
    sku,
    gtin,
    bin,
    level,
    reserved,
    available,
    oversold,
    sold,
    cover: daysOfCover(available, sold),
    threshold,
    isOwnThreshold,
    toSend,
    shelf: expectedOnHand(row, toSend),
    states: [...statesOf(row)],
  };
}

/** Adds what waits to be sent to the rows of a page. */
async function viewRows(db: Queryable, rows: readonly StockListRow[]): Promise<StockRow[]> {
  const markets = [...new Set(rows.map(({ market }) => market))];
  const waiting = new Map(
    await Promise.all(
      markets.map(async (market) => {
        const ids = rows.filter((row) => row.market === market).map(({ productId }) => productId);
        return [market, await casesToSend(db, market, ids)] as const;
      }),
    ),
  );
  return rows.map((row) => viewRow(row, waiting.get(row.market)?.get(row.productId) ?? 0));
}

const positionOf = ({ key, productId, market }: StockListRow) => ({ key, productId, market });

/** Lists stock for the grid. */
export async function listStockPage(db: Queryable, staff: Pick<StaffActor, 'markets'>, input: ListInput) {
  const after = fromCursor(input.cursor, position);
  if (!after.ok) return after;
  const filter = await toFilter(db, input, staff);
  const maxTotal = filter.words.length === 0 ? MAX_EXACT_TOTAL : MAX_EXACT_SEARCH_TOTAL;
  const [rows, count] = await Promise.all([
    listStock(db, filter, input.sort, after.value, input.limit + 1),
    countStock(db, filter, maxTotal + 1),
  ]);
  const { page, nextCursor } = pageOf(rows, input.limit, positionOf);
  return ok({ rows: await viewRows(db, page), nextCursor, total: toTotal(count, maxTotal) });
}

async function rowsOf(db: Queryable, staff: Pick<StaffActor, 'markets'>, keys: readonly StockKey[]): Promise<StockRow[]> {
  if (keys.length === 0) return [];
  return viewRows(db, await listStock(db, await toFilter(db, {}, staff, keys), 'available', null, keys.length));
}

/** Finds wines by bar code or SKU. */
export const findStock = async (db: Queryable, staff: Pick<StaffActor, 'markets'>, code: string, market: Market): Promise<StockRow[]> =>
  staff.markets.includes(market) ? rowsOf(db, staff, await findByCode(db, code.trim(), market)) : [];

/** Reads an item. @returns null if the person may not see it or there is none */
export async function readItem(db: Queryable, staff: Pick<StaffActor, 'markets'>, key: StockKey): Promise<StockItem | null> {
  if (!staff.markets.includes(key.market)) return null;
  const [[row], offers, holds, inCarts, neighbours, last] = await Promise.all([
    rowsOf(db, staff, [key]),
    offersOf(db, key),
    holdsOf(db, key),
    casesInCarts(db, key),
    neighboursOf(db, key),
    lastCorrection(db, key),
  ]);
  if (!row) return null;
  const idOf = (productId: number | null): string | null => (productId === null ? null : formatStockId({ ...key, productId }));
  return {
    ...row,
    version: last?.id ?? 0,
    timeZone: timeZoneOf(key.market),
    neighbours: { previous: idOf(neighbours.previous), next: idOf(neighbours.next) },
    inCarts,
    offers,
    holds: holds.map(({ since, until, ...hold }) => ({ ...hold, since: since.toISOString(), until: until.toISOString() })),
  };
}

/** Lists the movements of an item. */
export async function listLedgerPage(
  db: Queryable,
  staff: Pick<StaffActor, 'markets'>,
  { id, cursor, limit }: Input<(typeof stockOfficeContract)['stockLedger']>,
) {
  const before = fromCursor(cursor, movementPosition);
  if (!before.ok) return before;
  const rows = staff.markets.includes(id.market) ? await listMovements(db, id, before.value, limit + 1) : [];
  const { page, nextCursor } = pageOf(rows, limit, (row) => row.id);
  return ok({
    rows: page.map(
      ({ at, ...row }): StockMovement => ({
        ...row,
        at: at.toISOString(),
        canUndo: UNDOABLE_KINDS.includes(row.kind) && !row.isUndone,
      }),
    ),
    nextCursor,
  });
}

const CSV_COLUMNS: readonly (readonly [heading: string, value: (row: StockRow) => string | number])[] = [
  ['market', ({ market }) => market],
  ['sku', ({ sku }) => sku],
  ['gtin', ({ gtin }) => gtin],
  ['name', ({ name }) => name],
  ['bin', ({ bin }) => bin],
  ['level', ({ level }) => level],
  ['reserved', ({ reserved }) => reserved],
  ['available', ({ available }) => available],
  ['oversold', ({ oversold }) => oversold],
  ['to_send', ({ toSend }) => toSend],
  ['on_shelf', ({ shelf }) => shelf],
  ['sold_30_days', ({ sold }) => sold],
  ['days_of_cover', ({ cover }) => cover ?? ''],
  ['threshold', ({ threshold }) => threshold],
  ['product_id', ({ productId }) => productId],
];
const CSV_PAGE = 1_000;

/** Reads a page of the export. The first one begins with the headings. */
export async function exportStockPage(
  db: Queryable,
  staff: Pick<StaffActor, 'markets'>,
  { ids, cursor, ...input }: Input<(typeof stockOfficeContract)['exportStock']>,
) {
  const after = fromCursor(cursor, position);
  if (!after.ok) return after;
  const rows = await listStock(db, await toFilter(db, input, staff, ids ?? null), input.sort, after.value, CSV_PAGE + 1);
  const { page, nextCursor } = pageOf(rows, CSV_PAGE, positionOf);
  const lines = (await viewRows(db, page)).map((row) => CSV_COLUMNS.map(([, value]) => csvValue(value(row))).join(','));
  const head = after.value === null ? [CSV_COLUMNS.map(([heading]) => heading).join(',')] : [];
  return ok({ csv: [...head, ...lines].map((line) => `${line}\r\n`).join(''), rows: page.length, nextCursor });
}
