/** The list of imports, and the rows of one, for grids and as CSV. */
import { z } from 'zod';
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { fromCursor, MAX_EXACT_TOTAL, pageOf, toTotal } from '#domains/staff/server/list-cursor.ts';
import { csvValue } from '#lib/csv-value.ts';
import type { Queryable } from '#lib/db/pool.ts';
import type { Input } from '#lib/define-contract.ts';
import { ok } from '#lib/result.ts';
import { DEFAULT_MARKET } from '#markets/market.ts';
import { timeZoneOf } from '#markets/market-day.ts';
import { quoteCell } from '../model/csv-line.ts';
import type { DifferenceRow, importOfficeContract } from '../office-contract.ts';
import { countImports, type ImportEntry, type ImportListFilter, listImportPage } from './import.repository.ts';
import { countRows, listRows, type RowFilter } from './import-row.repository.ts';
import { viewImportRow, viewRow } from './import-view.ts';

const importPosition = z.object({ key: z.string().max(40), id: z.int() });
const rowPosition = z.object({ change: z.int().nullable(), seq: z.int() });

function parseRange(value: string | undefined): { readonly from: string | null; readonly to: string | null } {
  if (value === undefined) return { from: null, to: null };
  const [from = '', to = ''] = value.includes('..') ? value.split('..') : [value, value];
  return { from: from || null, to: to || null };
}

/** Lists imports. */
export async function listOfficeImports(
  db: Queryable,
  { markets }: Pick<StaffActor, 'markets'>,
  input: Input<(typeof importOfficeContract)['imports']>,
) {
  const after = fromCursor(input.cursor, importPosition);
  if (!after.ok) return after;
  const filter: ImportListFilter = {
    words: input.q ? input.q.toLowerCase() : null,
    states: input['filter[state]'] ?? null,
    sources: input['filter[source]'] ?? null,
    ...parseRange(input['filter[started]']),
    timeZone: timeZoneOf(markets[0] ?? DEFAULT_MARKET),
  };
  const [rows, count] = await Promise.all([
    listImportPage(db, filter, input.sort === '-started', after.value, input.limit + 1),
    countImports(db, filter, MAX_EXACT_TOTAL + 1),
  ]);
  const { page, nextCursor } = pageOf(rows, input.limit, ({ key, id }) => ({ key, id }));
  return ok({ rows: page.map(viewImportRow), nextCursor, total: toTotal(count) });
}

type RowInput = Omit<Input<(typeof importOfficeContract)['importRows']>, 'limit' | 'cursor'>;

const MAX_WORDS = 2;
const hundredths = (text: string | null): number | null => (text === null ? null : Math.round(Number(text) * 100));

function toRowFilter(input: RowInput): RowFilter {
  const change = parseRange(input['filter[price_change]']);
  return {
    importId: input.id,
    outcomes: input['filter[outcome]'] ?? null,
    words: (input.q ?? '').toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS),
    minChange: hundredths(change.from),
    maxChange: hundredths(change.to),
  };
}

/** Lists the rows of an import. */
export async function listImportRows(db: Queryable, entry: ImportEntry, input: Input<(typeof importOfficeContract)['importRows']>) {
  const after = fromCursor(input.cursor, rowPosition);
  if (!after.ok) return after;
  const filter = toRowFilter(input);
  const [rows, count] = await Promise.all([
    listRows(db, filter, input.sort, after.value, input.limit + 1),
    countRows(db, filter, MAX_EXACT_TOTAL + 1),
  ]);
  const { page, nextCursor } = pageOf(rows, input.limit, ({ priceChange, seq }) => ({ change: priceChange, seq }));
  return ok({ rows: page.map((row) => viewRow(row, entry.appliedThrough)), nextCursor, total: toTotal(count) });
}

const CSV_PAGE = 2_000;

const changeText = ({ changes }: DifferenceRow): string =>
  changes.map(({ field, before, after }) => `${field}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`).join('; ');

/** Columns of the difference as CSV. */
const COLUMNS: readonly (readonly [heading: string, value: (row: DifferenceRow) => string | number])[] = [
  ['line', ({ line }) => line],
  ['outcome', ({ outcome }) => outcome],
  ['wine', ({ title }) => title],
  ['sku', ({ sku }) => sku],
  ['market', ({ market }) => market ?? ''],
  ['old price', ({ oldPrice }) => oldPrice?.toFixed(2) ?? ''],
  ['new price', ({ newPrice }) => newPrice?.toFixed(2) ?? ''],
  ['change %', ({ priceChange }) => priceChange?.toFixed(2) ?? ''],
  ['margin %', ({ margin }) => margin?.toFixed(2) ?? ''],
  ['changes', changeText],
];

/**
 * Reads a page of the rows as CSV. If only rejected rows are asked for, they are lines of the file as they were, with the reason as a last
 * cell, so that they can be corrected in a spreadsheet and uploaded.
 */
export async function exportImportRows(
  db: Queryable,
  entry: ImportEntry,
  { cursor, ...input }: Input<(typeof importOfficeContract)['exportImportRows']>,
) {
  const after = fromCursor(cursor, rowPosition);
  if (!after.ok) return after;
  const rows = await listRows(db, toRowFilter(input), input.sort, after.value, CSV_PAGE + 1);
  const { page, nextCursor } = pageOf(rows, CSV_PAGE, ({ priceChange, seq }) => ({ change: priceChange, seq }));
  const outcomes = input['filter[outcome]'];
  const isRejects = outcomes?.length === 1 && outcomes[0] === 'rejected' && entry.sample?.format !== 'json' && entry.header !== '';
  const separator = entry.sample?.delimiter ?? ',';
  const lines = isRejects
    ? page.flatMap(({ raw, reason }) => (raw === null ? [] : [`${raw}${separator}${quoteCell(reason ?? '', separator)}`]))
    : page.map((row) => COLUMNS.map(([, value]) => csvValue(value(viewRow(row, entry.appliedThrough)))).join(','));
  const head = isRejects ? `${entry.header}${separator}rejected because` : COLUMNS.map(([heading]) => heading).join(',');
  const all = after.value === null ? [head, ...lines] : lines;
  return ok({ csv: all.map((line) => `${line}\r\n`).join(''), rows: page.length, nextCursor });
}
