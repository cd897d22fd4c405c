/** Store credit as the office shows it: the list of entries, the account of a customer, lines of CSV, and the sums. */
import { z } from 'zod';
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { fromCursor, MAX_EXACT_SEARCH_TOTAL, MAX_EXACT_TOTAL, pageOf, toTotal } from '#domains/staff/server/list-cursor.ts';
import { csvValue } from '#lib/csv-value.ts';
import type { Queryable } from '#lib/db/pool.ts';
import type { Input } from '#lib/define-contract.ts';
import { toCents, toDecimal } from '#lib/money.ts';
import { ok } from '#lib/result.ts';
import { timeZoneOf } from '#markets/market-day.ts';
import type { CreditRow, creditOfficeContract, OfficeCredit } from '../office-contract.ts';
import type { CreditAccount } from './credit.repository.ts';
import {
  type CreditPosition,
  countCreditEntries,
  creditEntriesOf,
  listCreditEntries,
  type OfficeCreditEntry,
  type OfficeCreditFilter,
  type OfficeCreditRow,
  readCreditAccount,
  sumCredit,
} from './office-credit.repository.ts';

type ListInput = Input<(typeof creditOfficeContract)['creditEntries']>;
type Reader = Pick<StaffActor, 'markets'>;

const MAX_SEARCH_WORDS = 3;

/** Key and id of the last row of a page. */
const position = z.object({ key: z.string().max(60), id: z.number().int() });

/** Splits `from..to`. A single value is both ends. */
function parseRange(value: string | undefined): { readonly from: string | null; readonly to: string | null } {
  if (value === undefined) return { from: null, to: null };
  const [from = '', to = ''] = value.includes('..') ? value.split('..') : [value, value];
  return { from: from || null, to: to || null };
}

const centsOf = (amount: string | null): number | null => (amount === null ? null : toCents(Number(amount)));

/** Converts the filters of a call. Only the markets of the person count. */
function toFilter(filters: Omit<ListInput, 'limit' | 'cursor'>, { markets }: Reader): OfficeCreditFilter {
  const chosen = filters['filter[market]'];
  const shown = chosen === undefined ? markets : markets.filter((market) => chosen.includes(market));
  const amount = parseRange(filters['filter[amount]']);
  const days = parseRange(filters['filter[at]']);
  const [zone] = shown;
  return {
    markets: shown,
    words: (filters.q ?? '').toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_SEARCH_WORDS),
    kinds: filters['filter[kind]'] ?? null,
    minCents: centsOf(amount.from),
    maxCents: centsOf(amount.to),
    from: days.from,
    to: days.to,
    timeZone: zone === undefined ? 'UTC' : timeZoneOf(zone),
    customerId: filters['filter[customer]'] ?? null,
  };
}

const viewEntry = (entry: OfficeCreditEntry, market: CreditAccount['market']) => ({
  id: entry.id,
  at: entry.at.toISOString(),
  market,
  kind: entry.kind,
  amount: toDecimal(entry.cents),
  note: entry.note,
  author: entry.author,
  reason: entry.reason,
  orderId: entry.orderNumber === null ? null : entry.orderId,
  orderNumber: entry.orderNumber,
});

const viewRow = (row: OfficeCreditRow): CreditRow => ({
  ...viewEntry(row, row.market),
  customerId: row.customerId,
  name: row.name,
  email: row.email,
});

const positionOf = ({ key, id }: CreditPosition): CreditPosition => ({ key, id });

/** Lists entries for the grid. */
export async function listCreditPage(db: Queryable, staff: Reader, input: ListInput) {
  const after = fromCursor(input.cursor, position);
  if (!after.ok) return after;
  const filter = toFilter(input, staff);
  const maxTotal = filter.words.length === 0 ? MAX_EXACT_TOTAL : MAX_EXACT_SEARCH_TOTAL;
  const [rows, count] = await Promise.all([
    listCreditEntries(db, filter, input.sort, after.value, input.limit + 1),
    countCreditEntries(db, filter, maxTotal + 1),
  ]);
  const { page, nextCursor } = pageOf(rows, input.limit, positionOf);
  return ok({ rows: page.map(viewRow), nextCursor, total: toTotal(count, maxTotal) });
}

/** Columns of the export. */
const CSV_COLUMNS: readonly (readonly [heading: string, value: (row: CreditRow) => string | number])[] = [
  ['when', ({ at }) => at],
  ['market', ({ market }) => market],
  ['customer', ({ customerId }) => customerId],
  ['name', ({ name }) => name],
  ['email', ({ email }) => email],
  ['what', ({ kind }) => kind],
  ['amount', ({ amount }) => amount.toFixed(2)],
  ['note', ({ note }) => note],
  ['by', ({ author }) => author],
  ['reason', ({ reason }) => reason],
  ['order', ({ orderNumber }) => orderNumber ?? ''],
];

const CSV_PAGE = 1_000;

/** Reads a page of the export. The first one begins with the headings. */
export async function exportCreditPage(
  db: Queryable,
  staff: Reader,
  { cursor, ...filters }: Input<(typeof creditOfficeContract)['exportCredit']>,
) {
  const after = fromCursor(cursor, position);
  if (!after.ok) return after;
  const rows = await listCreditEntries(db, toFilter(filters, staff), filters.sort, after.value, CSV_PAGE + 1);
  const { page, nextCursor } = pageOf(rows, CSV_PAGE, positionOf);
  const lines = page.map(viewRow).map((row) => CSV_COLUMNS.map(([, value]) => csvValue(value(row))).join(','));
  const head = after.value === null ? [CSV_COLUMNS.map(([heading]) => heading).join(',')] : [];
  return ok({ csv: [...head, ...lines].map((line) => `${line}\r\n`).join(''), rows: page.length, nextCursor });
}

/** Returns what credit is outstanding, with a line for each market. */
export async function readCreditLiability(db: Queryable, { markets }: Reader) {
  const sums = await sumCredit(db, markets);
  return ok({
    markets: markets.map((market) => {
      const sum = sums.find((one) => one.market === market);
      return { market, customers: sum?.customers ?? 0, outstanding: toDecimal(sum?.cents ?? 0) };
    }),
  });
}

/** Reads the credit of a customer in one of the person's markets. @returns null if it knows none */
export async function viewCredit(db: Queryable, owner: CreditAccount, { markets }: Reader): Promise<OfficeCredit | null> {
  if (!markets.includes(owner.market)) return null;
  const facts = await readCreditAccount(db, owner);
  if (!facts) return null;
  const entries = await creditEntriesOf(db, owner);
  let cents = 0;
  return {
    customerId: facts.customerId,
    name: facts.name,
    email: facts.email,
    market: owner.market,
    timeZone: timeZoneOf(owner.market),
    version: facts.version,
    balance: toDecimal(facts.cents),
    held: toDecimal(facts.holdCents),
    entries: entries.map((entry) => {
      cents += entry.cents;
      return { ...viewEntry(entry, owner.market), balance: toDecimal(cents) };
    }),
  };
}
