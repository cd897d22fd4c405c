/** Reads CSV and JSON files of retailers by a mapping, as offers and stock [CAT-26]. */

import { IdentityTable } from '#domains/catalogue/model/import/identity-table.ts';
import { type MappedRow, type RowReader, rowReader } from '#domains/catalogue/model/import/map-row.ts';
import type { Mapping } from '#domains/catalogue/model/import/mapping/mapping.ts';
import type { Reject, RowError, RowResult } from '#domains/catalogue/model/import/row-result.ts';
import type { OfferRecord, StockRecord } from '#domains/catalogue/model/record.ts';
import { offerRecord } from '#domains/catalogue/model/record.ts';
import { type CsvItem, isBlank } from './csv-rows.ts';
import { ImportFileError, openFile } from './open-file.ts';
import { type Counts, countReject, countWarnings } from './progress.ts';
import { readCsvFile } from './read-csv-file.ts';
import { readJsonFile } from './read-json-file.ts';

type MappedRecord = OfferRecord | StockRecord;
type ReadRow = { readonly line: number; readonly raw: string; readonly header: string } & (
  | { readonly error: RowError }
  | { readonly row: MappedRow }
);

/**
 * Reads the files twice. The first pass finds the last valid row of each wine and rejects files that are invalid as a whole. The
 * second pass returns the records, each wine once.
 */
export async function* readMapped(paths: readonly string[], mapping: Mapping, counts: Counts): AsyncGenerator<RowResult<MappedRecord>> {
  const files = await Promise.all(paths.map((path) => openFile(path, { sheet: mapping.source.sheet })));
  counts.bytesTotal += 2 * files.reduce((sum, file) => sum + file.size, 0);
  const table = new IdentityTable();
  let ordinal = 0;
  for (const path of paths) {
    for await (const rows of readRows(path, mapping, counts, false)) {
      for (const read of rows) {
        ordinal++;
        if ('row' in read) table.note(read.row.identity, ordinal);
      }
    }
  }
  const surveyed = ordinal;
  if (surveyed === 0) counts.notices.push('The file has a header but no rows.');
  ordinal = 0;
  for (const path of paths) {
    let isFirstReject = true;
    for await (const rows of readRows(path, mapping, counts, true)) {
      for (const read of rows) {
        ordinal++;
        const outcome = toRowResult(read, path, table, ordinal, isFirstReject);
        if (outcome !== null && 'reject' in outcome) isFirstReject = false;
        if (outcome === null) counts.duplicates++;
        else {
          if ('reject' in outcome) countReject(counts, outcome.reject);
          else {
            counts.accepted++;
            countWarnings(counts, outcome.warnings);
          }
          yield outcome;
        }
      }
    }
    const [before, after] = [files.find((file) => file.path === path), await openFile(path, { sheet: mapping.source.sheet })];
    if (before?.size !== after.size) throw new ImportFileError(path, 'The file changed while it was being read.');
  }
  if (ordinal !== surveyed) throw new ImportFileError(paths.join(', '), 'The file changed while it was being read.');
}

/** Returns the result of a row. @returns null if a later row replaces it */
function toRowResult(
  read: ReadRow,
  file: string,
  table: IdentityTable,
  ordinal: number,
  isFirstReject: boolean,
): RowResult<MappedRecord> | null {
  const { line, raw } = read;
  // A copy, because a slice would keep its whole chunk of the file in memory.
  const rejected = (error: RowError) => ({
    file,
    line,
    reject: {
      file,
      line,
      raw: Buffer.from(raw).toString(),
      ...error,
      ...(isFirstReject && read.header !== '' ? { header: read.header } : {}),
    } satisfies Reject,
  });
  if ('error' in read) return rejected(read.error);
  if (table.rowOf(read.row.identity) !== ordinal) return null;
  const { offer, stock, warnings, pictures, costCents } = read.row.records(table.productIdOf(read.row.identity));
  const checked = offerRecord.safeParse(offer);
  if (checked.success) {
    const named = pictures.files.length > 0 ? { pictures: { offerId: checked.data.offerId, ...pictures } } : {};
    const cost = costCents === null ? {} : { costCents };
    return { file, line, records: [checked.data, ...stock], warnings, ...named, ...cost };
  }
  const issue = checked.error.issues[0];
  return rejected({
    code: 'invalid-record',
    column: issue?.path.join('.') ?? '',
    reason: `This row doesn’t make a valid offer: ${issue?.message ?? 'unknown'}.`,
  });
}

/** Reads and maps rows that are not empty, in batches. Counters and notices are updated in the counting pass. */
async function* readRows(path: string, mapping: Mapping, counts: Counts, isCounting: boolean): AsyncGenerator<ReadRow[]> {
  let reader: RowReader | null = null;
  let isHeaderAgain: (cells: readonly string[]) => boolean = () => false;
  const handlers = {
    bytes: (read: number) => {
      counts.bytesRead += read;
    },
    notice: (sentence: string) => {
      if (isCounting) counts.notices.push(sentence);
    },
  };
  const read = mapping.source.format === 'json' ? readJsonFile : readCsvFile;
  for await (const { header, headerCells, headerRaw, items } of read(
    await openFile(path, { sheet: mapping.source.sheet }),
    mapping,
    handlers,
  )) {
    if (reader === null) {
      reader = rowReader(mapping, header);
      isHeaderAgain = (cells) => headerCells.length > 0 && cells.every((cell, at) => cell === headerCells[at]);
    }
    const rows: ReadRow[] = [];
    for (const item of items) {
      if ('cells' in item && (isBlank(item.cells) || isHeaderAgain(item.cells))) {
        if (isCounting) counts.blankRows += item.lines ?? 1;
        continue;
      }
      if (isCounting) counts.rows++;
      rows.push({ ...readRow(item, reader), header: headerRaw });
    }
    yield rows;
  }
}

function readRow(item: CsvItem, reader: RowReader): Omit<ReadRow, 'header'> & ({ readonly error: RowError } | { readonly row: MappedRow }) {
  const { line, raw } = item;
  if ('error' in item) return { line, raw, error: item.error };
  const mapped = reader(item.cells);
  return 'error' in mapped ? { line, raw, error: mapped.error } : { line, raw, row: mapped };
}
