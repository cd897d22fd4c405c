/** The list of members in the office: filters of the call, pages by cursor, rows as they are shown, and lines of CSV. */
import { z } from 'zod';
import { searchWords } from '#domains/selling/orders/model/order-list.ts';
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { fromCursor, MAX_EXACT_SEARCH_TOTAL, MAX_EXACT_TOTAL, pageOf, toTotal } from '#domains/staff/server/list-cursor.ts';
import { csvValue } from '#lib/csv-value.ts';
import type { Queryable } from '#lib/db/pool.ts';
import type { Input } from '#lib/define-contract.ts';
import { ok } from '#lib/result.ts';
import { deliveryRules } from '#markets/delivery.ts';
import { MARKETS } from '#markets/market.ts';
import { timeZoneOf, todayIn } from '#markets/market-day.ts';
import { cardStateOf, EXPIRING_DAYS } from '../model/member-list.ts';
import { addDays } from '../model/schedule.ts';
import type { clubOfficeContract, MemberRow } from '../office-contract.ts';
import { type ListedMember, listMembers, type MemberFilter, type MemberPosition, matchMembers } from './office-member-list.repository.ts';

type ListInput = Input<(typeof clubOfficeContract)['members']>;
type ListFilters = Omit<ListInput, 'limit' | 'cursor'>;

/** Key and id of the last row of a page. */
const position = z.object({ key: z.string().max(300), id: z.uuid() });

/** Splits `from..to`. A single value is both ends. */
function parseDays(value: string | undefined): { readonly from: string | null; readonly to: string | null } {
  if (value === undefined) return { from: null, to: null };
  const [from = '', to = ''] = value.includes('..') ? value.split('..') : [value, value];
  return { from: from || null, to: to || null };
}

/** Returns the ISO day of every market. */
const daysAt = (now: Date): Readonly<Record<string, string>> => Object.fromEntries(MARKETS.map((market) => [market, todayIn(market, now)]));

/** Converts the filters of a call. Only the markets of the person count. */
export function toMemberFilter(
  filters: ListFilters,
  { markets }: Pick<StaffActor, 'markets'>,
  now: Date,
  ids: readonly string[] | null = null,
): MemberFilter {
  const chosen = filters['filter[market]'];
  const shown = chosen === undefined ? markets : markets.filter((market) => chosen.includes(market));
  const next = parseDays(filters['filter[next]']);
  const joined = parseDays(filters['filter[joined]']);
  const [zone] = shown;
  return {
    markets: shown,
    statuses: filters['filter[status]'] ?? null,
    clubs: filters['filter[club]']?.split(',') ?? null,
    problem: filters['filter[problem]'] ?? null,
    due: filters['filter[due]'] ?? null,
    card: filters['filter[card]'] ?? null,
    nextFrom: next.from,
    nextTo: next.to,
    joinedFrom: joined.from,
    joinedTo: joined.to,
    timeZone: zone === undefined ? 'UTC' : timeZoneOf(zone),
    customerId: filters['filter[customer]'] ?? null,
    words: searchWords(filters.q ?? '').slice(0, 2),
    ids,
    today: daysAt(now),
  };
}

function viewRow(row: ListedMember, now: Date): MemberRow {
  const { market, suburb, state, postcode, brand, last4, expiryMonth, expiryYear } = row;
  const today = todayIn(market, now);
  return {
    id: row.id,
    market,
    status: row.status,
    reason: row.reason,
    name: [row.firstName, row.lastName].filter(Boolean).join(' '),
    email: row.email,
    club: row.club,
    variant: row.variant,
    frequency: row.frequency,
    joinedAt: row.joinedAt.toISOString(),
    paid: row.paid,
    nextOn: row.nextOn,
    problem: row.problem,
    tries: row.tries,
    card:
      brand === null || last4 === null || expiryMonth === null || expiryYear === null
        ? null
        : { brand, last4, expiryMonth, expiryYear, state: cardStateOf({ expiryMonth, expiryYear }, today, addDays(today, EXPIRING_DAYS)) },
    locality: postcode === '' ? '' : deliveryRules(market).address.format({ suburb, state, postcode }),
  };
}

const positionOf = ({ key, id }: ListedMember): MemberPosition => ({ key, id });

/** Lists members for the grid. */
export async function listMemberPage(db: Queryable, staff: Pick<StaffActor, 'markets'>, input: ListInput, now: Date) {
  const after = fromCursor(input.cursor, position);
  if (!after.ok) return after;
  const filter = toMemberFilter(input, staff, now);
  const maxTotal = filter.words.length === 0 ? MAX_EXACT_TOTAL : MAX_EXACT_SEARCH_TOTAL;
  const matched = matchMembers(db, filter, maxTotal + 1, MAX_EXACT_SEARCH_TOTAL);
  // A search compares the texts of all members. If it finds few, they are not compared again.
  const found = filter.words.length === 0 ? null : (await matched).ids;
  const [{ count }, rows] = await Promise.all([
    matched,
    listMembers(db, found === null ? filter : { ...filter, words: [], ids: found }, input.sort, after.value, input.limit + 1),
  ]);
  const { page, nextCursor } = pageOf(rows, input.limit, positionOf);
  return ok({ rows: page.map((row) => viewRow(row, now)), nextCursor, total: toTotal(count, maxTotal) });
}

/** Columns of the export. */
const CSV_COLUMNS: readonly (readonly [heading: string, value: (row: MemberRow) => string | number])[] = [
  ['name', ({ name }) => name],
  ['email', ({ email }) => email],
  ['market', ({ market }) => market],
  ['club', ({ club }) => club],
  ['case', ({ variant }) => variant],
  ['frequency', ({ frequency }) => frequency],
  ['status', ({ status }) => status],
  ['reason', ({ reason }) => reason ?? ''],
  ['joined', ({ joinedAt }) => joinedAt],
  ['paid', ({ paid }) => paid],
  ['next', ({ nextOn }) => nextOn ?? ''],
  ['problem', ({ problem }) => problem ?? ''],
  ['card', ({ card }) => (card ? `${card.brand} ${card.last4}` : '')],
  ['card_expires', ({ card }) => (card ? `${card.expiryYear}-${String(card.expiryMonth).padStart(2, '0')}` : '')],
  ['locality', ({ locality }) => locality],
];

const CSV_PAGE = 1_000;

/** Reads a page of the export. The first one begins with the headings. */
export async function exportMemberPage(
  db: Queryable,
  staff: Pick<StaffActor, 'markets'>,
  { ids, cursor, ...filters }: Input<(typeof clubOfficeContract)['exportMembers']>,
  now: Date,
) {
  const after = fromCursor(cursor, position);
  if (!after.ok) return after;
  const rows = await listMembers(db, toMemberFilter(filters, staff, now, ids ?? null), filters.sort, after.value, CSV_PAGE + 1);
  const { page, nextCursor } = pageOf(rows, CSV_PAGE, positionOf);
  const lines = page.map((row) => viewRow(row, now)).map((row) => CSV_COLUMNS.map(([, value]) => csvValue(value(row))).join(','));
  const head = after.value === null ? [CSV_COLUMNS.map(([heading]) => heading).join(',')] : [];
  return ok({ csv: [...head, ...lines].map((line) => `${line}\r\n`).join(''), rows: page.length, nextCursor });
}
