/** CSV text into rows as it comes in: exact line numbers, raw rows, bounded memory, and sound rows after a broken one. */

import type { RowError } from '#domains/catalogue/model/import/row-result.ts';
import { splitRow, wrappedRow } from '#domains/catalogue/model/import/text/csv-row.ts';

export interface CsvRow {
  /** Where the row starts, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  readonly raw: string;
  /** So many lines without a sign in a row, told as one; 1 when absent. */
  readonly lines?: number;
}
export type CsvItem = CsvRow | { readonly line: number; readonly raw: string; readonly fault: RowError };

/** No row of a price list is longer than this many signs; what is, is refused with this much memory. */
export const MAX_ROW_LENGTH = 1024 * 1024;
/** So much of an endless row is kept to be shown. */
const SHOWN = 2_000;

export interface CsvRowsOptions {
  readonly delimiter: string;
  /** Cells in the header. */
  readonly width: number;
  /** Line of the first row that is fed. */
  readonly line: number;
  /** Every line stands in quotes as one cell. */
  readonly isWrapped: boolean;
}

/**
 * Rows from text that is fed in pieces cut anywhere, line ends being `\n`.
 * A row with too few or too many cells is a fault; empty cells beyond the header are cut off. Where a quotation mark is never closed,
 * only the line it stands in is refused. Out: `feed(text)` gives the rows that are complete, `end(isTruncated)` the last ones;
 * when the file is cut short, what stands after its last line end is refused.
 */
export class CsvRows {
  readonly #options: CsvRowsOptions;
  #held = '';
  #line: number;
  /** Inside a line that is too long already. */
  #isSkipping = false;

  constructor(options: CsvRowsOptions) {
    this.#options = options;
    this.#line = options.line;
  }

  feed(text: string): CsvItem[] {
    this.#held += this.#isSkipping ? this.#afterLongLine(text) : text;
    const items = this.#drain(false);
    if (this.#held.length <= MAX_ROW_LENGTH) return items;
    // One line without an end: what is held is at most a block more than the limit.
    items.push(
      this.#fault(
        'too-long',
        `The row is longer than ${MAX_ROW_LENGTH.toLocaleString('en-AU')} characters.`,
        `${this.#held.slice(0, SHOWN)}…`,
      ),
    );
    this.#held = '';
    this.#isSkipping = true;
    return items;
  }

  end(isTruncated: string | null): CsvItem[] {
    const items = this.#drain(isTruncated === null);
    if (isTruncated !== null) items.push(this.#fault('cut-short', isTruncated, this.#held.slice(0, SHOWN)));
    return items;
  }

  #drain(isEnd: boolean): CsvItem[] {
    const items: CsvItem[] = [];
    const buffer = this.#held;
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
          this.#fault(
            'too-long',
            `The row is longer than ${MAX_ROW_LENGTH.toLocaleString('en-AU')} characters.`,
            `${raw.slice(0, SHOWN)}…`,
          ),
        );
      else if (row === null) items.push(this.#fault('open-quote', 'An opening quotation mark here is never closed.', raw));
      else items.push(this.#row(row.cells, raw, end === buffer.length && !buffer.endsWith('\n')));
      for (let found = block.indexOf('\n', at); found >= 0 && found < end; found = block.indexOf('\n', found + 1)) this.#line++;
      at = end;
    }
    this.#held = buffer.slice(at);
    return items;
  }

  #row(split: string[], raw: string, isLast: boolean): CsvItem {
    const { delimiter, width, isWrapped } = this.#options;
    // Spreadsheets quote whole only the lines that hold a quotation mark.
    const inner = isWrapped || (width > 1 && split.length !== width) ? wrappedRow(raw, delimiter) : null;
    const whole = inner !== null && (isWrapped || inner.length === width) ? inner : split;
    const cells = whole.length > width && isBlank(whole.slice(width)) ? whole.slice(0, width) : whole;
    if (cells.length === width || isBlank(cells)) return { line: this.#line, cells, raw };
    const counted = `The row has ${cells.length} ${cells.length === 1 ? 'cell' : 'cells'} but the header has ${width}.`;
    if (cells.length > width && delimiter === ',')
      return this.#fault('cell-count', `${counted} Put cells that contain a comma in quotation marks.`, raw);
    return this.#fault('cell-count', isLast && cells.length < width ? `${counted} The last row of the file is incomplete.` : counted, raw);
  }

  #afterLongLine(text: string): string {
    const end = text.indexOf('\n');
    if (end < 0) return '';
    this.#isSkipping = false;
    this.#line++;
    return text.slice(end + 1);
  }

  #fault(code: RowError['code'], reason: string, raw: string): CsvItem {
    return { line: this.#line, raw, fault: { code, column: '', reason } };
  }
}

/** How many line ends stand together from `at`. */
function emptyLines(text: string, at: number): number {
  let after = at;
  while (text.charCodeAt(after) === NEW_LINE) after++;
  return after - at;
}

const NEW_LINE = 10;

const endOfLine = (text: string, at: number) => (text.indexOf('\n', at) < 0 ? text.length : text.indexOf('\n', at) + 1);

export const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell === '' || cell.trim() === '');
