/** The list of orders in the office: filters of the call, pages by cursor, rows as they are shown, and lines of CSV. */
import { z } from 'zod';
import type { orderOfficeContract } from '#domains/selling/orders/office-contract.ts';
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { fromCursor, MAX_EXACT_TOTAL, pageOf, toTotal } from '#domains/staff/server/list-cursor.ts';
import { csvValue } from '#lib/csv-value.ts';
import type { Queryable } from '#lib/db/pool.ts';
import type { Input } from '#lib/define-contract.ts';
import { toCents, toDecimal } from '#lib/money.ts';
import { ok } from '#lib/result.ts';
import { deliveryRules } from '#markets/delivery.ts';
import { timeZoneOf } from '#markets/market-day.ts';
import { paymentStateOf, searchWords, TASK_STATUSES } from '../model/order-list.ts';
import type { OrderRow } from '../office-contract.ts';
import {
  findOfficeOrders,
  listOfficeOrders,
  type OfficeOrderFilter,
  type OfficeOrderRow,
  type OrderPosition,
} from './office-order-list.repository.ts';

type ListInput = Input<(typeof orderOfficeContract)['orders']>;
type ListFilters = Omit<ListInput, 'limit' | 'cursor'>;

/** Orders up to which all that match are sorted. More are met soon in the order of an index, except for those of a search or a state of payment. */
const FEW = 2_000;

/** Key and id of the last row of a page. */
const position = z.object({ key: z.string().max(300), id: z.uuid() });

/** Splits `from..to`. A single value is both ends. */
function parseRange(value: string | undefined): { readonly from: string | null; readonly to: string | null } {
  if (value === undefined) return { from: null, to: null };
  const [from = '', to = ''] = value.includes('..') ? value.split('..') : [value, value];
  return { from: from || null, to: to || null };
}

const centsOf = (amount: string | null): number | null => (amount === null ? null : toCents(Number(amount)));

/** Returns the statuses that a task and a filter have in common. */
function statusesOf(filters: ListFilters): OfficeOrderFilter['statuses'] {
  const chosen = filters['filter[status]'] ?? null;
  const task = filters['filter[task]'];
  const waiting = task === undefined ? null : TASK_STATUSES[task];
  if (waiting === null) return chosen;
  return chosen === null ? waiting : waiting.filter((status) => chosen.includes(status));
}

/** Converts the filters of a call. Only the markets of the person count. */
export function toOrderFilter(
  filters: ListFilters,
  { markets }: Pick<StaffActor, 'markets'>,
  ids: readonly string[] | null = null,
): OfficeOrderFilter {
  const chosen = filters['filter[market]'];
  const shown = chosen === undefined ? markets : markets.filter((market) => chosen.includes(market));
  const days = parseRange(filters['filter[placed]']);
  const total = parseRange(filters['filter[total]']);
  const sending = parseRange(filters['filter[sendOn]']);
  const [zone] = shown;
  const task = filters['filter[task]'];
  return {
    markets: shown,
    statuses: statusesOf(filters),
    from: days.from,
    to: days.to,
    timeZone: zone === undefined ? 'UTC' : timeZoneOf(zone),
    minCents: centsOf(total.from),
    maxCents: centsOf(total.to),
    tags: filters['filter[tag]']?.split(',') ?? null,
    customerId: filters['filter[customer]'] ?? null,
    words: searchWords(filters.q ?? ''),
    isUnshipped: task === 'to_send' || task === 'to_send_today',
    isDue: task === 'to_send_today',
    isUndelivered: task === 'undelivered',
    sendFrom: sending.from,
    sendTo: sending.to,
    ids,
    payment: filters['filter[payment]'] ?? 'any',
    handover: filters['filter[handover]'] ?? 'any',
  };
}

function viewRow(row: OfficeOrderRow): OrderRow {
  const { suburb, state, postcode, market } = row;
  return {
    id: row.id,
    number: row.number,
    market,
    status: row.status,
    placedAt: row.placedAt.toISOString(),
    name: [row.firstName, row.lastName].filter(Boolean).join(' '),
    email: row.email,
    customerId: row.customerId === 0 ? null : row.customerId,
    cases: row.cases,
    items: [...row.items],
    locality: postcode === '' ? '' : deliveryRules(market).address.format({ suburb, state, postcode }),
    total: toDecimal(row.totalCents),
    refunded: toDecimal(row.refundedCents),
    dispatchOn: row.dispatchOn,
    collectFrom: row.collectFrom,
    payment: paymentStateOf(row),
    tags: [...row.tags],
  };
}

const positionOf = ({ key, id }: OfficeOrderRow): OrderPosition => ({ key, id });

/** Lists orders for the grid. */
export async function listOrderPage(db: Queryable, staff: Pick<StaffActor, 'markets'>, input: ListInput) {
  const after = fromCursor(input.cursor, position);
  if (!after.ok) return after;
  const filter = toOrderFilter(input, staff);
  const few = filter.words.length > 0 || filter.payment !== 'any' ? MAX_EXACT_TOTAL : FEW;
  const { count, ids } = await findOfficeOrders(db, filter, MAX_EXACT_TOTAL + 1, few);
  const rows = await listOfficeOrders(db, filter, input.sort, after.value, input.limit + 1, ids);
  const { page, nextCursor } = pageOf(rows, input.limit, positionOf);
  return ok({ rows: page.map(viewRow), nextCursor, total: toTotal(count) });
}

/** Columns of the export. A value is text or a number. */
const CSV_COLUMNS: readonly (readonly [heading: string, value: (row: OrderRow) => string | number])[] = [
  ['number', ({ number }) => number],
  ['market', ({ market }) => market],
  ['placed', ({ placedAt }) => placedAt],
  ['status', ({ status }) => status],
  ['payment', ({ payment }) => payment],
  ['name', ({ name }) => name],
  ['email', ({ email }) => email],
  ['locality', ({ locality }) => locality],
  ['send_on', ({ dispatchOn }) => dispatchOn],
  ['collect_from', ({ collectFrom }) => collectFrom],
  ['cases', ({ cases }) => cases],
  ['items', ({ items }) => items.map(({ name, quantity }) => `${quantity} × ${name}`).join('; ')],
  ['total', ({ total }) => total.toFixed(2)],
  ['refunded', ({ refunded }) => refunded.toFixed(2)],
  ['tags', ({ tags }) => tags.join('; ')],
];

const CSV_PAGE = 1_000;

/** Reads a page of the export. The first one begins with the headings. */
export async function exportOrderPage(
  db: Queryable,
  staff: Pick<StaffActor, 'markets'>,
  { ids, cursor, ...filters }: Input<(typeof orderOfficeContract)['exportOrders']>,
) {
  const after = fromCursor(cursor, position);
  if (!after.ok) return after;
  const rows = await listOfficeOrders(db, toOrderFilter(filters, staff, ids ?? null), filters.sort, after.value, CSV_PAGE + 1, null);
  const { page, nextCursor } = pageOf(rows, CSV_PAGE, positionOf);
  const lines = page.map(viewRow).map((row) => CSV_COLUMNS.map(([, value]) => csvValue(value(row))).join(','));
  const head = after.value === null ? [CSV_COLUMNS.map(([heading]) => heading).join(',')] : [];
  return ok({ csv: [...head, ...lines].map((line) => `${line}\r\n`).join(''), rows: page.length, nextCursor });
}
