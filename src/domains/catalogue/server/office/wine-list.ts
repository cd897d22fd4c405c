/** The list of wines in the office: filters of the call, pages by cursor, rows as they are shown, and lines of CSV. */
import { z } from 'zod';
import { marketsOf } from '#domains/catalogue/model/audience.ts';
import { fullName } from '#domains/catalogue/model/format-offer.ts';
import { toHit } from '#domains/catalogue/model/hit.ts';
import type { OfferRecord } from '#domains/catalogue/model/record.ts';
import { slug } from '#domains/catalogue/model/slug.ts';
import { foldText, type TermFilter, toTermQuery, WINE_STATES, wineAudience, wineState } from '#domains/catalogue/model/wine-list.ts';
import type { WineRow, wineOfficeContract } from '#domains/catalogue/office-contract.ts';
import { pictureVersion } from '#domains/catalogue/server/pictures/picture-plan.ts';
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { fromCursor, MAX_EXACT_TOTAL, pageOf, toTotal } from '#domains/staff/server/list-cursor.ts';
import { csvValue } from '#lib/csv-value.ts';
import type { Queryable } from '#lib/db/pool.ts';
import type { Input } from '#lib/define-contract.ts';
import { toCents, toDecimal } from '#lib/money.ts';
import { ok } from '#lib/result.ts';
import { DEFAULT_MARKET, type Market } from '#markets/market.ts';
import { instantIn } from '#markets/market-day.ts';
import { listWines, matchWines, type WineFilter, type WineListRow, type WinePosition } from './wine-list.repository.ts';

type ListInput = Input<(typeof wineOfficeContract)['wines']>;
type ListFilters = Omit<ListInput, 'limit' | 'cursor'>;
type Readers = Pick<StaffActor, 'markets'>;

/** Key and id of the last row of a page. */
const position = z.object({ key: z.string().max(300), id: z.string().max(64) });

/** Splits `from..to`. A single value is both ends. */
function parseRange(value: string | undefined): { readonly from: string | null; readonly to: string | null } {
  if (value === undefined) return { from: null, to: null };
  const [from = '', to = ''] = value.includes('..') ? value.split('..') : [value, value];
  return { from: from || null, to: to || null };
}

const DAY_MS = 86_400_000;
const dayAfter = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);

/** Converts days in a market to instants: the start of the first and the end of the last. */
function parseDays(value: string | undefined, market: Market): { readonly from: Date | null; readonly to: Date | null } {
  const { from, to } = parseRange(value);
  const valid = (day: string | null): day is string => day !== null && !Number.isNaN(Date.parse(`${day}T00:00:00Z`));
  return {
    from: valid(from) ? instantIn(market, `${from}T00:00`) : null,
    to: valid(to) ? instantIn(market, `${dayAfter(to)}T00:00`) : null,
  };
}

function termsOf(filters: ListFilters): TermFilter[] {
  const made: TermFilter[] = [];
  const add = (name: TermFilter['name'], values: readonly string[] | undefined): void => {
    if (values !== undefined && values.length > 0) made.push({ name, values });
  };
  add('category', filters['filter[category]']);
  add('country', filters['filter[country]']?.map(foldText));
  add(
    'tag',
    filters['filter[tag]']?.map((tag) => tag.toLowerCase()),
  );
  add('tier', filters['filter[tier]']);
  add('status', filters['filter[status]']);
  add('source', filters['filter[source]']);
  const picture = filters['filter[picture]'];
  add('picture', picture && [picture]);
  const audience = filters['filter[audience]'];
  add('audience', audience && [audience]);
  return made;
}

const centsOf = (amount: string | null): number | null => (amount === null ? null : toCents(Number(amount)));

/** Converts the filters of a call. @param ids only these offers */
export function toWineFilter(filters: ListFilters, { markets }: Readers, ids: readonly string[] | null = null): WineFilter {
  const [first = DEFAULT_MARKET] = markets;
  const market = filters['filter[market]'] ?? first;
  const price = parseRange(filters['filter[price]']);
  const ends = parseDays(filters['filter[ends]'], market);
  const starts = parseDays(filters['filter[starts]'], market);
  const states = filters['filter[state]'] ?? null;
  return {
    market,
    terms: toTermQuery(filters.q ?? '', termsOf(filters)),
    states: states?.length === WINE_STATES.length ? null : states,
    stock: filters['filter[stock]'] ?? null,
    // By its column, not by its term: sorted by vintage, the index of the column finds where it begins.
    vintages: filters['filter[vintage]'] ?? null,
    producer: filters['filter[producer]'] === undefined ? null : slug(filters['filter[producer]']),
    minCents: centsOf(price.from),
    maxCents: centsOf(price.to),
    endsFrom: ends.from,
    endsTo: ends.to,
    startsFrom: starts.from,
    startsTo: starts.to,
    ids,
  };
}

const isoOf = (text: string | null): string | null => (text === null ? null : new Date(text).toISOString());

/** What a row shows besides the record. */
export type ListedWine = Pick<WineListRow, 'version' | 'priceCents' | 'level' | 'reserved' | 'popularity' | 'updatedAt'>;

/** Returns the row of a wine in a market. */
export function viewWineRow(record: OfferRecord, market: Market, row: ListedWine, now: number = Date.now()): WineRow {
  const { priceCents, level, reserved } = row;
  const hit = toHit(record, { packPriceCents: priceCents ?? 1, packRrpCents: null, available: 1 }, pictureVersion(record));
  return {
    id: record.offerId,
    version: row.version,
    market,
    productId: record.productId,
    sku: record.sku,
    brand: record.brand,
    name: fullName(hit),
    vintage: record.vintage,
    category: record.category,
    country: record.country,
    region: record.region,
    packSize: record.packSize,
    bottleMl: record.bottleMl,
    imageUrl: hit.imageUrl,
    hasPictures: (record.pictures?.length ?? 0) > 0,
    state: wineState(record, priceCents !== null, now),
    audience: wineAudience(record),
    tiersEligible: record.tiersEligible,
    status: record.inventoryStatus,
    price: priceCents === null ? null : toDecimal(priceCents),
    rrp: record.prices[market]?.packRRP ?? null,
    stock: { level, reserved, available: level - reserved },
    startsAt: isoOf(record.startsAt),
    endsAt: isoOf(record.endsAt),
    tags: record.tags,
    sales: row.popularity,
    updatedAt: row.updatedAt.toISOString(),
    otherMarkets: marketsOf(record.audience).filter((other) => other !== market),
  };
}

const positionOf = ({ key, id }: WineListRow): WinePosition => ({ key, id });
const viewRow = (row: WineListRow, market: Market): WineRow => viewWineRow(row.record, market, row);

/** Number of matches up to which they are found before they are sorted. */
const FEW = 8_000;

/** Returns the filter of matches that are known: nothing has to be compared again. */
const narrowed = (filter: WineFilter, ids: readonly string[] | null): WineFilter =>
  ids === null ? filter : { ...NO_FILTER, market: filter.market, ids };

const NO_FILTER: Omit<WineFilter, 'market'> = {
  terms: null,
  states: null,
  stock: null,
  producer: null,
  vintages: null,
  minCents: null,
  maxCents: null,
  endsFrom: null,
  endsTo: null,
  startsFrom: null,
  startsTo: null,
  ids: null,
};

/** Lists wines for the grid. @param isUpdating true if rows may be older than the catalogue */
export async function listWinePage(db: Queryable, { markets }: Readers, input: ListInput, isUpdating: boolean) {
  const after = fromCursor(input.cursor, position);
  if (!after.ok) return after;
  const filter = toWineFilter(input, { markets });
  const { count, ids } = await matchWines(db, filter, markets, MAX_EXACT_TOTAL + 1, FEW);
  const rows = await listWines(db, narrowed(filter, ids), markets, input.sort, after.value, input.limit + 1);
  const { page, nextCursor } = pageOf(rows, input.limit, positionOf);
  return ok({ rows: page.map((row) => viewRow(row, filter.market)), nextCursor, total: toTotal(count), isUpdating });
}

/** Columns of the export. Those that an import of changes knows have its headings. */
const CSV_COLUMNS: readonly (readonly [heading: (market: Market) => string, value: (row: WineRow) => string | number])[] = [
  [() => 'offerId', ({ id }) => id],
  [() => 'producer', ({ brand }) => brand],
  [() => 'name', ({ name }) => name],
  [() => 'category', ({ category }) => category],
  [() => 'country', ({ country }) => country],
  [() => 'region', ({ region }) => region],
  [() => 'pack', ({ packSize }) => packSize],
  [(market) => `price ${market}`, ({ price }) => (price === null ? '' : price.toFixed(2))],
  [() => 'tiers', ({ tiersEligible }) => tiersEligible.join('+')],
  [() => 'starts', ({ startsAt }) => startsAt ?? ''],
  [() => 'ends', ({ endsAt }) => endsAt ?? ''],
  [() => 'status', ({ status }) => status],
  [() => 'state', ({ state }) => state],
  [() => 'cases available', ({ stock }) => stock.available],
  [() => 'cases sold in 30 days', ({ sales }) => sales],
  [() => 'tags', ({ tags }) => tags.join('; ')],
];

const CSV_PAGE = 1_000;

const toCsvLine = (values: readonly (string | number)[]): string => `${values.map(csvValue).join(',')}\r\n`;

/** Reads a page of the export. The first one begins with the headings. */
export async function exportWinePage(
  db: Queryable,
  { markets }: Readers,
  { ids, cursor, ...filters }: Input<(typeof wineOfficeContract)['exportWines']>,
) {
  const after = fromCursor(cursor, position);
  if (!after.ok) return after;
  const filter = toWineFilter(filters, { markets }, ids ?? null);
  const matches = await matchWines(db, filter, markets, FEW + 1, FEW);
  const rows = await listWines(db, narrowed(filter, matches.ids), markets, filters.sort, after.value, CSV_PAGE + 1);
  const { page, nextCursor } = pageOf(rows, CSV_PAGE, positionOf);
  const lines = page.map((row) => viewRow(row, filter.market)).map((row) => toCsvLine(CSV_COLUMNS.map(([, value]) => value(row))));
  const head = after.value === null ? [toCsvLine(CSV_COLUMNS.map(([heading]) => heading(filter.market)))] : [];
  return ok({ csv: [...head, ...lines].join(''), rows: page.length, nextCursor });
}
