/** The list of customers in the office: filters of the call, pages by cursor, rows as they are shown, and lines of CSV. */
import { z } from 'zod';
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { fromCursor, MAX_EXACT_TOTAL, pageOf, toTotal } from '#domains/staff/server/list-cursor.ts';
import { csvValue } from '#lib/csv-value.ts';
import type { Queryable } from '#lib/db/pool.ts';
import type { Input } from '#lib/define-contract.ts';
import { toCents, toDecimal } from '#lib/money.ts';
import { ok } from '#lib/result.ts';
import { timeZoneOf } from '#markets/market-day.ts';
import { customerSearchWords, personKey, searchedOrderNumber } from '../model/customer-list.ts';
import type { CustomerRow, customerOfficeContract } from '../office-contract.ts';
import {
  type CustomerFilter,
  type CustomerListRow,
  type CustomerPosition,
  countCustomers,
  listCustomers,
} from './office-customer-list.repository.ts';

type ListInput = Input<(typeof customerOfficeContract)['customers']>;
type ListFilters = Omit<ListInput, 'limit' | 'cursor'>;

const position = z.object({ key: z.string().max(300), id: z.number().int() });

/** Splits `from..to`. A single value is both ends. */
function parseRange(value: string | undefined): { readonly from: string | null; readonly to: string | null } {
  if (value === undefined) return { from: null, to: null };
  const [from = '', to = ''] = value.includes('..') ? value.split('..') : [value, value];
  return { from: from || null, to: to || null };
}

const centsOf = (amount: string | null): number | null => (amount === null ? null : toCents(Number(amount)));

/** Converts the filters of a call. Only the markets of the person count. */
export function toCustomerFilter(
  filters: ListFilters,
  { markets }: Pick<StaffActor, 'markets'>,
  ids: readonly number[] | null = null,
): CustomerFilter {
  const chosen = filters['filter[market]'];
  const shown = chosen === undefined ? markets : markets.filter((market) => chosen.includes(market));
  const since = parseRange(filters['filter[since]']);
  const last = parseRange(filters['filter[last]']);
  const spent = parseRange(filters['filter[spent]']);
  const [zone] = shown;
  const q = filters.q ?? '';
  return {
    markets: shown,
    kind: filters['filter[kind]'] ?? null,
    tiers: filters['filter[tier]'] ?? null,
    consent: filters['filter[consent]'] ?? null,
    club: filters['filter[club]'] ?? null,
    timeZone: zone === undefined ? 'UTC' : timeZoneOf(zone),
    sinceFrom: since.from,
    sinceTo: since.to,
    lastFrom: last.from,
    lastTo: last.to,
    minCents: centsOf(spent.from),
    maxCents: centsOf(spent.to),
    words: customerSearchWords(q),
    orderNumber: searchedOrderNumber(q),
    ids,
  };
}

const viewRow = (row: CustomerListRow): CustomerRow => ({
  id: row.id,
  key: personKey(row.customerId, row.id),
  kind: row.customerId === null ? 'guest' : 'account',
  market: row.market,
  name: [row.givenName, row.familyName].filter(Boolean).join(' '),
  email: row.email,
  phone: row.phone,
  tier: row.tier,
  emailConsent: row.emailConsent,
  smsConsent: row.smsConsent,
  isMember: row.isMember,
  orders: row.orders,
  spent: toDecimal(row.spentCents),
  since: row.since.toISOString(),
  lastOrderAt: row.lastOrderAt?.toISOString() ?? null,
});

const positionOf = ({ key, id }: CustomerListRow): CustomerPosition => ({ key, id });

/** Lists customers for the grid. */
export async function listCustomerPage(db: Queryable, staff: Pick<StaffActor, 'markets'>, input: ListInput) {
  const after = fromCursor(input.cursor, position);
  if (!after.ok) return after;
  const filter = toCustomerFilter(input, staff);
  const [rows, count] = await Promise.all([
    listCustomers(db, filter, input.sort, after.value, input.limit + 1),
    countCustomers(db, filter, MAX_EXACT_TOTAL + 1),
  ]);
  const { page, nextCursor } = pageOf(rows, input.limit, positionOf);
  return ok({ rows: page.map(viewRow), nextCursor, total: toTotal(count) });
}

/** Columns of the export. A value is text or a number. */
const CSV_COLUMNS: readonly (readonly [heading: string, value: (row: CustomerRow) => string | number])[] = [
  ['number', ({ key }) => key],
  ['market', ({ market }) => market],
  ['kind', ({ kind }) => kind],
  ['name', ({ name }) => name],
  ['email', ({ email }) => email],
  ['phone', ({ phone }) => phone],
  ['tier', ({ tier }) => tier ?? ''],
  ['email_consent', ({ emailConsent }) => (emailConsent ? 'yes' : 'no')],
  ['sms_consent', ({ smsConsent }) => (smsConsent ? 'yes' : 'no')],
  ['club_member', ({ isMember }) => (isMember ? 'yes' : 'no')],
  ['orders', ({ orders }) => orders],
  ['spent', ({ spent }) => spent.toFixed(2)],
  ['since', ({ since }) => since],
  ['last_order', ({ lastOrderAt }) => lastOrderAt ?? ''],
];

const CSV_PAGE = 1_000;

/** Reads a page of the export. The first one begins with the headings. */
export async function exportCustomerPage(
  db: Queryable,
  staff: Pick<StaffActor, 'markets'>,
  { ids, cursor, ...filters }: Input<(typeof customerOfficeContract)['exportCustomers']>,
) {
  const after = fromCursor(cursor, position);
  if (!after.ok) return after;
  const rows = await listCustomers(db, toCustomerFilter(filters, staff, ids ?? null), filters.sort, after.value, CSV_PAGE + 1);
  const { page, nextCursor } = pageOf(rows, CSV_PAGE, positionOf);
  const lines = page.map(viewRow).map((row) => CSV_COLUMNS.map(([, value]) => csvValue(value(row))).join(','));
  const head = after.value === null ? [CSV_COLUMNS.map(([heading]) => heading).join(',')] : [];
  return ok({ csv: [...head, ...lines].map((line) => `${line}\r\n`).join(''), rows: page.length, nextCursor });
}
