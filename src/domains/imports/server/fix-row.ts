/** Corrects a rejected row: reads it again as a file of one row, compares it and puts it at the end of the difference. */
import { splitRow } from '#domains/catalogue/model/import/text/csv-row.ts';
import { offerRecord } from '#domains/catalogue/model/record.ts';
import { ImportFileError } from '#domains/catalogue/server/import/read/open-file.ts';
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { recordActivity } from '#domains/staff/server/activity.repository.ts';
import type { Transaction } from '#lib/db/pool.ts';
import { fail, ok } from '#lib/result.ts';
import { notPossible } from '../messages/errors.ts';
import { formatLine } from '../model/csv-line.ts';
import { canDo, type Difference, NO_DIFFERENCE } from '../model/import-state.ts';
import { type ComparedRow, createComparer, rejectedRow } from './compare-records.ts';
import { type ImportEntry, lockImportEntry, updateImport } from './import.repository.ts';
import { withTextFile } from './import-file.ts';
import { deleteMissing, deleteRow, findRow, insertRows, lastSeq, readRejectedRecord, type StoredRow } from './import-row.repository.ts';
import { factsOf } from './import-view.ts';
import { formatOf, readLines } from './read-lines.ts';
import type { WorkDeps } from './work-steps.ts';

const separatorOf = ({ sample }: ImportEntry): string => sample?.delimiter ?? ',';
const isTable = ({ sample, header, kind }: ImportEntry): boolean => kind !== 'records' && sample?.format !== 'json' && header !== '';

/** A rejected row as a person corrects it. */
export interface RejectedCells {
  /** Empty if the row can only be corrected as a whole. */
  readonly headers: string[];
  readonly cells: string[];
}

/** Splits a rejected row into the cells of its table. */
export function rejectedCells(entry: ImportEntry, raw: string): RejectedCells {
  const separator = separatorOf(entry);
  const headers = isTable(entry) ? (splitRow(entry.header, 0, separator)?.cells ?? []) : [];
  const cells = headers.length === 0 ? [] : (splitRow(raw, 0, separator)?.cells ?? []);
  return headers.length > 0 && headers.length === cells.length ? { headers, cells } : { headers: [], cells: [] };
}

/** Returns the text of a file that contains one row. */
function fileOf(entry: ImportEntry, raw: string): string {
  if (isTable(entry)) return `${entry.header}\n${raw}\n`;
  const list = entry.sample?.list;
  if (entry.kind === 'records') return `${raw}\n`;
  return list ? `{${JSON.stringify(list)}:[${raw}]}` : `[${raw}]`;
}

/** Reads and compares a corrected row. Rows that are still wrong come back rejected. */
async function compareText(
  deps: WorkDeps,
  transaction: Transaction,
  entry: ImportEntry,
  line: number,
  raw: string,
): Promise<ComparedRow[]> {
  const format = formatOf(entry);
  const comparer = createComparer(format.mapping, deps.taxPercent());
  const wrong = (reason: string): ComparedRow[] => [rejectedRow({ line, raw, code: 'invalid-record', column: '', reason })];
  if (raw.trim() === '') return wrong('The row is empty.');
  try {
    return await withTextFile(entry.file, fileOf(entry, raw), async (path) => {
      const lines = [];
      for await (const each of readLines(path, format)) lines.push({ ...each, line });
      const rows = await comparer.compare(transaction, lines);
      return rows.length === 0 ? wrong('The row makes no wine.') : rows;
    });
  } catch (error) {
    if (error instanceof ImportFileError) return wrong(error.reason);
    throw error;
  }
}

/** Compares the record of a row again that somebody changed after the first comparison. */
async function compareStored(deps: WorkDeps, transaction: Transaction, entry: ImportEntry, row: StoredRow): Promise<ComparedRow[] | null> {
  const stored = await readRejectedRecord(transaction, entry.id, row.seq);
  if (stored === null) return null;
  const comparer = createComparer(formatOf(entry).mapping, deps.taxPercent());
  const offer = offerRecord.parse(stored.record);
  const stock = stored.stock ?? [];
  return comparer.compare(transaction, [{ line: row.line, raw: '', offers: [offer], stock, changes: [], costCents: null }]);
}

const countedAgain = (before: Difference, rows: readonly ComparedRow[], found: number): Difference => {
  const next: Record<keyof Difference, number> = { ...before, rejected: before.rejected - 1, missing: before.missing - found };
  for (const { outcome } of rows) next[outcome] += 1;
  return next;
};

export interface RowCorrection {
  readonly id: number;
  readonly seq: number;
  readonly raw?: string | undefined;
  readonly cells?: readonly string[] | undefined;
}

/** Corrects a row. @returns the number of the row that it became */
export const fixRow = (deps: WorkDeps, staff: StaffActor, { id, seq, raw, cells }: RowCorrection) =>
  deps.database.transaction(async (transaction) => {
    const entry = await lockImportEntry(transaction, id);
    if (entry === null) return fail('not_found');
    const row = await findRow(transaction, id, seq);
    if (!canDo('fix', factsOf(entry, 0)) || row?.outcome !== 'rejected') return fail('not_possible', { reason: notPossible.fix });
    const text = cells === undefined ? (raw ?? row.raw) : formatLine(cells, separatorOf(entry));
    const compared =
      text === null ? await compareStored(deps, transaction, entry, row) : await compareText(deps, transaction, entry, row.line, text);
    if (compared === null) return fail('not_possible', { reason: notPossible.fix });
    const isWrong = compared.every(({ outcome }) => outcome === 'rejected');
    // A row that is right now comes after what is applied already.
    const first = isWrong ? seq : (await lastSeq(transaction, id)) + 1;
    await deleteRow(transaction, id, seq);
    const rows = isWrong ? compared.slice(0, 1) : compared;
    await insertRows(
      transaction,
      id,
      rows.map((each, at) => ({ ...each, seq: first + at })),
    );
    // The file contains the wine after all, so its sale does not end.
    const found = await deleteMissing(
      transaction,
      id,
      rows.flatMap(({ offerId }) => offerId ?? []),
      entry.appliedThrough,
    );
    const difference = countedAgain(entry.difference ?? NO_DIFFERENCE, rows, found);
    await updateImport(transaction, id, { difference, rejected: difference.rejected }, true);
    await recordActivity(transaction, staff, {
      action: 'import.row_corrected',
      subject: { kind: 'import', id },
      before: { row: row.raw },
      after: { row: text },
    });
    return ok({ seq: first });
  });
