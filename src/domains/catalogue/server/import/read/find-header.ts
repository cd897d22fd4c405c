/** The header of a CSV file: which sign separates its cells, and where its columns stand. */

import { type Header, headerRefusal, matchHeader, type Unmatched } from '#domains/catalogue/model/import/mapping/header.ts';
import { splitRow, wrappedRow } from '#domains/catalogue/model/import/text/csv-row.ts';
import { isBlank } from './csv-rows.ts';
import type { TableShape } from './read-csv-file.ts';

export interface FoundHeader {
  readonly header: Header;
  readonly cells: readonly string[];
  readonly raw: string;
  readonly delimiter: string;
  readonly isWrapped: boolean;
  /** Signs of the head that the header takes up, blank lines before it included, and its lines. */
  readonly length: number;
  readonly lines: number;
  readonly notices: readonly string[];
}

const DELIMITERS = [',', ';', '\t', '|'];
const NAMES: Readonly<Record<string, string>> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' };

/** Titles, dates and notes stand above the header of many a list; nobody writes more rows of them than this. */
const ROWS_ABOVE = 30;

/**
 * Looks for the mapping's columns in the first rows: with every line quoted as one cell, separated as the mapping says,
 * else as the header fits. What stands above it must be less than rows of the table: a title, a date, a spreadsheet's `sep=;`.
 * In: the mapping, the head of the file (all of its first row). Out: the header, or the refusal as a sentence.
 */
export function findHeader(mapping: TableShape, head: string): FoundHeader | { readonly refusal: string } {
  const preferred = mapping.source.delimiter;
  const candidates = [preferred, ...DELIMITERS.filter((sign) => sign !== preferred)];
  let nearest: { readonly unmatched: Unmatched; readonly cells: readonly string[] } | null = null;
  let widestAbove = 0;
  let above = blankLines(head);
  for (let row = 0; row <= ROWS_ABOVE && above.length < head.length; row++) {
    const start = head.slice(above.length);
    // Headers are compared by their letters, so that a row quoted as a whole would pass for a plain one.
    for (const isWrapped of [true, false]) {
      for (const delimiter of candidates) {
        const found = headerRow(start, delimiter, isWrapped);
        if (found === null) continue;
        const matched = matchHeader(mapping, found.cells);
        if (!('header' in matched)) {
          const isNearer = nearest === null || matched.missing.length < nearest.unmatched.missing.length;
          if (isNearer) nearest = { unmatched: matched, cells: found.cells };
          continue;
        }
        // Rows of a table above the header: they would be lost.
        if (widestAbove * 2 > found.cells.length) break;
        const taken = above + found.raw;
        const line = above.split('\n').length;
        const isTold = row > 0 && !/^\s*"?sep=.?"?\s*$/i.test(above);
        return {
          header: matched.header,
          cells: found.cells,
          raw: found.raw.trimEnd(),
          delimiter,
          isWrapped,
          length: taken.length,
          lines: taken.split('\n').length - 1,
          notices: [
            ...(isTold ? [`The header is in line ${line}; the lines above it were ignored.`] : []),
            ...(delimiter === preferred ? [] : [`Its cells are separated by ${NAMES[delimiter]}.`]),
            ...(isWrapped ? ['Every line of it is quoted as one cell.'] : []),
          ],
        };
      }
    }
    const skipped = firstRow(start, preferred);
    if (skipped === null) break;
    widestAbove = Math.max(widestAbove, skipped.cells.filter((cell) => !isBlank([cell])).length);
    above += skipped.raw;
    above += blankLines(head.slice(above.length));
  }
  if (isJson(head))
    return { refusal: `This is JSON, and "${mapping.name}" reads tables: name a mapping for JSON, or take the list as CSV.` };
  const { unmatched = { missing: Object.keys(mapping.columns), twice: [] }, cells = [] } = nearest ?? {};
  return { refusal: headerRefusal(mapping, unmatched, cells) };
}

/** A cell of a table begins with a bracket now and then; with a bracket and a quoted key after it none does. */
const isJson = (head: string): boolean => /^(?:\[\s*)?\{\s*"[^"\n]*"\s*:/.test(head.trimStart());

/** Whether the head of a file goes beyond its first row that is not blank. */
export const holdsHeader = (head: string): boolean => head.includes('\n', blankLines(head).length);

const blankLines = (head: string): string => /^[\s,;|"]*\n/.exec(head)?.[0] ?? '';

interface HeaderRow {
  readonly cells: readonly string[];
  readonly raw: string;
}

function firstRow(text: string, delimiter: string): HeaderRow | null {
  const row = splitRow(text, 0, delimiter);
  return row === null ? null : { cells: row.cells, raw: text.slice(0, row.end) };
}

function headerRow(text: string, delimiter: string, isWrapped: boolean): HeaderRow | null {
  const row = firstRow(text, delimiter);
  if (row === null || !isWrapped) return row;
  const cells = wrappedRow(row.raw, delimiter);
  return cells && { cells, raw: row.raw };
}
