/** The office's list of gift cards: filters of the call, pages by cursor, lines of CSV, and what cards are worth. */
import { z } from 'zod';
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { fromCursor, MAX_EXACT_TOTAL, pageOf, toTotal } from '#domains/staff/server/list-cursor.ts';
import { csvValue } from '#lib/csv-value.ts';
import type { Queryable } from '#lib/db/pool.ts';
import type { Input } from '#lib/define-contract.ts';
import { toCents, toDecimal } from '#lib/money.ts';
import { ok } from '#lib/result.ts';
import { timeZoneOf } from '#markets/market-day.ts';
import { maskCode, parseSearch } from '../model/gift-card-list.ts';
import type { GiftCardRow, giftCardOfficeContract } from '../office-contract.ts';
import {
  countOfficeGiftCards,
  type GiftCardPosition,
  listOfficeGiftCards,
  type OfficeGiftCardFilter,
  type OfficeGiftCardRow,
  sumGiftCards,
} from './office-gift-card-list.repository.ts';

type ListInput = Input<(typeof giftCardOfficeContract)['giftCards']>;
type Reader = Pick<StaffActor, 'markets'>;

/** Key and id of the last row of a page. */
const position = z.object({ key: z.string().max(60), id: z.uuid() });

/** Splits `from..to`. A single value is both ends. */
function parseRange(value: string | undefined): { readonly from: string | null; readonly to: string | null } {
  if (value === undefined) return { from: null, to: null };
  const [from = '', to = ''] = value.includes('..') ? value.split('..') : [value, value];
  return { from: from || null, to: to || null };
}

const centsOf = (amount: string | null): number | null => (amount === null ? null : toCents(Number(amount)));

/** Converts the filters of a call. Only the markets of the person count. */
function toFilter(filters: Omit<ListInput, 'limit' | 'cursor'>, { markets }: Reader): OfficeGiftCardFilter {
  const chosen = filters['filter[market]'];
  const shown = chosen === undefined ? markets : markets.filter((market) => chosen.includes(market));
  const balance = parseRange(filters['filter[balance]']);
  const created = parseRange(filters['filter[created]']);
  const expires = parseRange(filters['filter[expires]']);
  const [zone] = shown;
  return {
    ...parseSearch(filters.q ?? ''),
    markets: shown,
    states: filters['filter[state]'] ?? null,
    deliveries: filters['filter[delivery]'] ?? null,
    minCents: centsOf(balance.from),
    maxCents: centsOf(balance.to),
    createdFrom: created.from,
    createdTo: created.to,
    expiresFrom: expires.from,
    expiresTo: expires.to,
    timeZone: zone === undefined ? 'UTC' : timeZoneOf(zone),
  };
}

export const viewRow = (row: OfficeGiftCardRow): GiftCardRow => ({
  id: row.id,
  version: row.version,
  ending: row.ending,
  market: row.market,
  state: row.state,
  delivery: row.delivery,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  initial: toDecimal(row.initialCents),
  balance: toDecimal(row.balanceCents),
  recipientName: row.recipientName,
  recipientEmail: row.recipientEmail,
  senderName: row.senderName,
  orderId: row.orderId,
  orderNumber: row.orderNumber,
});

const positionOf = ({ key, id }: GiftCardPosition): GiftCardPosition => ({ key, id });

/** Lists gift cards for the grid. */
export async function listGiftCardPage(db: Queryable, staff: Reader, input: ListInput) {
  const after = fromCursor(input.cursor, position);
  if (!after.ok) return after;
  const filter = toFilter(input, staff);
  const [rows, count] = await Promise.all([
    listOfficeGiftCards(db, filter, input.sort, after.value, input.limit + 1),
    countOfficeGiftCards(db, filter, MAX_EXACT_TOTAL + 1),
  ]);
  const { page, nextCursor } = pageOf(rows, input.limit, positionOf);
  return ok({ rows: page.map(viewRow), nextCursor, total: toTotal(count) });
}

/** Columns of the export. */
const CSV_COLUMNS: readonly (readonly [heading: string, value: (row: GiftCardRow) => string | number])[] = [
  ['code', ({ ending }) => maskCode(ending)],
  ['market', ({ market }) => market],
  ['state', ({ state }) => state],
  ['issued', ({ createdAt }) => createdAt],
  ['expires', ({ expiresAt }) => expiresAt],
  ['value', ({ initial }) => initial.toFixed(2)],
  ['balance', ({ balance }) => balance.toFixed(2)],
  ['recipient', ({ recipientName }) => recipientName],
  ['recipient email', ({ recipientEmail }) => recipientEmail],
  ['sender', ({ senderName }) => senderName],
  ['email', ({ delivery }) => delivery],
  ['order', ({ orderNumber }) => orderNumber ?? ''],
  ['id', ({ id }) => id],
];

const CSV_PAGE = 1_000;

/** Reads a page of the export. The first one begins with the headings. */
export async function exportGiftCardPage(
  db: Queryable,
  staff: Reader,
  { cursor, ...filters }: Input<(typeof giftCardOfficeContract)['exportGiftCards']>,
) {
  const after = fromCursor(cursor, position);
  if (!after.ok) return after;
  const rows = await listOfficeGiftCards(db, toFilter(filters, staff), filters.sort, after.value, CSV_PAGE + 1);
  const { page, nextCursor } = pageOf(rows, CSV_PAGE, positionOf);
  const lines = page.map(viewRow).map((row) => CSV_COLUMNS.map(([, value]) => csvValue(value(row))).join(','));
  const head = after.value === null ? [CSV_COLUMNS.map(([heading]) => heading).join(',')] : [];
  return ok({ csv: [...head, ...lines].map((line) => `${line}\r\n`).join(''), rows: page.length, nextCursor });
}

/** Returns what cards are still worth, with a line for each market. */
export async function readLiability(db: Queryable, { markets }: Reader) {
  const sums = await sumGiftCards(db, markets);
  return ok({
    markets: markets.map((market) => {
      const sum = sums.find((one) => one.market === market);
      return {
        market,
        cards: sum?.cards ?? 0,
        outstanding: toDecimal(sum?.outstandingCents ?? 0),
        expiring: toDecimal(sum?.expiringCents ?? 0),
      };
    }),
  });
}
