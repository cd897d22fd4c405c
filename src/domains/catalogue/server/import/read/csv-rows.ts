/** Streaming CSV parser: exact line numbers, raw rows, bounded memory, and recovery after an invalid row [CAT-27] [CAT-29]. */

import type { RowError } from '#domains/catalogue/model/import/row-result.ts';
import { splitRow, wrappedRow } from '#domains/catalogue/model/import/text/csv-row.ts';

export interface CsvRow {
  /** First line of the row, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  readonly raw: string;
  /** Number of consecutive empty lines that are reported as one. Default: 1. */
  readonly lines?: number;
}
export type CsvItem = CsvRow | { readonly line: number; readonly raw: string; readonly error: RowError };

/** Maximum length of a row in characters. Longer rows are rejected with bounded memory. */
export const MAX_ROW_LENGTH = 1024 * 1024;
/** Number of characters of a row that is too long to report. */
const SHOWN = 2_000;

export interface CsvRowsOptions {
  readonly delimiter: string;
  /** Number of cells in the header. */
  readonly width: number;
  /** Line number of the first row. */
  readonly line: number;
  /** Every line is quoted as one cell. */
  readonly isWrapped: boolean;
}

/**
 * Parses text in chunks cut anywhere, with `\n` as line ending. Rejects rows with too few or too many cells; empty cells beyond
 * the header are ignored. If a quotation mark is never closed, only its line is rejected. `feed(text)` returns the complete rows,
 * `end(isTruncated)` the last ones; of a truncated file, the text after the last line ending is rejected.
 */
export class CsvRows {
  readonly #options: CsvRowsOptions;
  #buffer = '';
  #line: number;
  /** Inside a line that is already too long. */
  #isSkipping = false;

  constructor(options: CsvRowsOptions) {
    this.#options = options;
    this.#line = options.line;
  }

  feed(text: string): CsvItem[] {
    this.#buffer += this.#isSkipping ? this.#afterLongLine(text) : text;
    const items = this.#drain(false);
    if (this.#buffer.length <= MAX_ROW_LENGTH) return items;
    // A line without an end: the buffer exceeds the limit by at most one chunk.
    items.push(
      this.#reject(
        'too-long',
        `The row is longer than ${MAX_ROW_LENGTH.toLocaleString('en-AU')} characters.`,
        `${this.#buffer.slice(0, SHOWN)}…`,
      ),
    );
    this.#buffer = '';
    this.#isSkipping = true;
    return items;
  }

  end(isTruncated: string | null): CsvItem[] {
    const items = this.#drain(isTruncated === null);
    if (isTruncated !== null) items.push(this.#reject('cut-short', isTruncated, this.#buffer.slice(0, SHOWN)));
    return items;
  }

  #drain(isEnd: boolean): CsvItem[] {
    const items: CsvItem[] = [];
    const buffer = this.#buffer;
    const block = isEnd ? buffer : buffer.slice(0, buffer.lastIndexOf('\n') + 1);
    let at = 0;
    while (at < block.length) {
      const blank = emptyLines(block, at);
      if (blank > 0) {
        items.push({ line: this.#line, cells: [], raw: '', ...(blank > 1 ? { lines: blank } : {}) });
        this.#line += blank;
        at += blank;
        continue;
      }
      const row = splitRow(block, at, this.#options.delimiter);
      if (row === null && !isEnd && buffer.length - at <= MAX_ROW_LENGTH) break;
      const end = row?.end ?? endOfLine(block, at);
      const raw = block.slice(at, block[end - 1] === '\n' ? end - 1 : end);
      if (raw.length > MAX_ROW_LENGTH)
        items.push(
          this.#reject(
            'too-long',
            `The row is longer than ${MAX_ROW_LENGTH.toLocaleString('en-AU')} characters.`,
            `${raw.slice(0, SHOWN)}…`,
          ),
        );
      else if (row === null) items.push(this.#reject('open-quote', 'An opening quotation mark here is never closed.', raw));
      else items.push(this.#row(row.cells, raw, end === buffer.length && !buffer.endsWith('\n')));
      for (let found = block.indexOf('\n', at); found >= 0 && found < end; found = block.indexOf('\n', found + 1)) this.#line++;
      at = end;
    }
    this.#buffer = buffer.slice(at);
    return items;
  }

  #row(split: string[], raw: string, isLast: boolean): CsvItem {
    const { delimiter, width, isWrapped } = this.#options;
    // Spreadsheets quote whole only those lines that contain a quotation mark.
    const inner = isWrapped || (width > 1 && split.length !== width) ? wrappedRow(raw, delimiter) : null;
    const whole = inner !== null && (isWrapped || inner.length === width) ? inner : split;
    const cells = whole.length > width && isBlank(whole.slice(width)) ? whole.slice(0, width) : whole;
    if (cells.length === width || isBlank(cells)) return { line: this.#line, cells, raw };
    const counted = `The row has ${cells.length} ${cells.length === 1 ? 'cell' : 'cells'} but the header has ${width}.`;
    if (cells.length > width && delimiter === ',')
      return this.#reject('cell-count', `${counted} Put cells that contain a comma in quotation marks.`, raw);
    return this.#reject('cell-count', isLast && cells.length < width ? `${counted} The last row of the file is incomplete.` : counted, raw);
  }

  #afterLongLine(text: string): string {
    const end = text.indexOf('\n');
    if (end < 0) return '';
    this.#isSkipping = false;
    this.#line++;
    return text.slice(end + 1);
  }

  #reject(code: RowError['code'], reason: string, raw: string): CsvItem {
    return { line: this.#line, raw, error: { code, column: '', reason } };
  }
}

/** Returns the number of consecutive line endings from `at`. */
function emptyLines(text: string, at: number): number {
  let after = at;
  while (text.charCodeAt(after) === NEW_LINE) after++;
  return after - at;
}

const NEW_LINE = 10;

const endOfLine = (text: string, at: number) => (text.indexOf('\n', at) < 0 ? text.length : text.indexOf('\n', at) + 1);

/** Returns true if all cells of a row are empty. */
export const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell === '' || cell.trim() === '');
