/** Reads one CSV file as rows with known columns. */
import { basename } from 'node:path';
import type { Header } from '#domains/catalogue/model/import/mapping/header.ts';
import type { Mapping } from '#domains/catalogue/model/import/mapping/mapping.ts';
import { type CsvItem, CsvRows, MAX_ROW_LENGTH } from './csv-rows.ts';
import { findHeader, holdsHeader } from './find-header.ts';
import { ImportFileError, type OpenedFile } from './open-file.ts';
import { readText } from './read-text.ts';

/** Format of a table. */
export interface TableShape extends Pick<Mapping, 'name' | 'columns' | 'optional'> {
  readonly source: Pick<Mapping['source'], 'delimiter'>;
}

/** Rows of one file with their header. */
export interface RowBatch {
  readonly header: Header;
  /** Cells of the header row, to detect repetitions. */
  readonly headerCells: readonly string[];
  /** Header row as in the file. Empty if there is none. */
  readonly headerRaw: string;
  readonly items: readonly CsvItem[];
}

/** Bytes that contain the whole header. */
const HEAD = 64 * 1024;

/**
 * Reads the rows of a file in batches. @throws ImportFileError before the first batch if the header does not match the mapping
 */
export async function* readCsvFile(
  file: OpenedFile,
  mapping: TableShape,
  handlers: { readonly bytes: (count: number) => void; readonly notice: (sentence: string) => void },
): AsyncGenerator<RowBatch> {
  const pieces = readText(file, handlers.bytes);
  try {
    let head = '';
    let next = await pieces.next();
    while (next.done !== true && (head.length < HEAD || !holdsHeader(head)) && head.length < MAX_ROW_LENGTH) {
      head += next.value;
      next = await pieces.next();
    }
    const found = findHeader(mapping, head);
    if ('error' in found) throw new ImportFileError(file.path, found.error);
    const notice = (sentence: string) => handlers.notice(`${basename(file.path)}: ${sentence}`);
    found.notices.forEach(notice);
    const rows = new CsvRows({ delimiter: found.delimiter, width: found.cells.length, line: found.lines + 1, isWrapped: found.isWrapped });
    const batch = (items: readonly CsvItem[]): RowBatch => ({
      header: found.header,
      headerCells: found.cells,
      headerRaw: found.raw,
      items,
    });
    yield batch(rows.feed(head.slice(found.length)));
    while (next.done !== true) {
      yield batch(rows.feed(next.value));
      next = await pieces.next();
    }
    next.value.notices.forEach(notice);
    yield batch(rows.end(next.value.truncationReason));
  } finally {
    await pieces.return({ truncationReason: null, notices: [] });
  }
}
