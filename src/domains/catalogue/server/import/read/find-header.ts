/** Finds the header of a CSV file: its delimiter and columns. */

import { findHeaderError, type Header, matchHeader, type Unmatched } from '#domains/catalogue/model/import/mapping/header.ts';
import { splitRow, wrappedRow } from '#domains/catalogue/model/import/text/csv-row.ts';
import { isBlank } from './csv-rows.ts';
import type { TableShape } from './read-csv-file.ts';

export interface FoundHeader {
  readonly header: Header;
  readonly cells: readonly string[];
  readonly raw: string;
  readonly delimiter: string;
  readonly isWrapped: boolean;
  /** Length of the header in characters, including blank lines before it, and its number of lines. */
  readonly length: number;
  readonly lines: number;
  readonly notices: readonly string[];
}

const DELIMITERS = [',', ';', '\t', '|'];
const NAMES: Readonly<Record<string, string>> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' };

/** Maximum number of rows above the header. Many lists start with titles, dates and notes. */
const ROWS_ABOVE = 30;

/**
 * Looks for the columns of the mapping in the first rows: with every line quoted as one cell, with the delimiter of the mapping,
 * then with others. Rows above must not belong to the table: a title, a date, a spreadsheet's `sep=;`. @param head beginning of
 * the file with at least its first row @returns the header, or the reason for rejection as a sentence
 */
export function findHeader(mapping: TableShape, head: string): FoundHeader | { readonly error: string } {
  const preferred = mapping.source.delimiter;
  const candidates = [preferred, ...DELIMITERS.filter((sign) => sign !== preferred)];
  let nearest: { readonly unmatched: Unmatched; readonly cells: readonly string[] } | null = null;
  let widestAbove = 0;
  let above = blankLines(head);
  for (let row = 0; row <= ROWS_ABOVE && above.length < head.length; row++) {
    const start = head.slice(above.length);
    // Headers are compared by their letters, so a row quoted as a whole would match as a plain one.
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
        // Table rows above the header would be lost.
        if (widestAbove * 2 > found.cells.length) break;
        const taken = above + found.raw;
        const line = above.split('\n').length;
        const isUserText = row > 0 && !/^\s*"?sep=.?"?\s*$/i.test(above);
        return {
          header: matched.header,
          cells: found.cells,
          raw: found.raw.trimEnd(),
          delimiter,
          isWrapped,
          length: taken.length,
          lines: taken.split('\n').length - 1,
          notices: [
            ...(isUserText ? [`The header is in line ${line}; the lines above it were ignored.`] : []),
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
  if (isJson(head)) return { error: `This is JSON, and "${mapping.name}" reads tables: name a mapping for JSON, or take the list as CSV.` };
  const { unmatched = { missing: Object.keys(mapping.columns), twice: [] }, cells = [] } = nearest ?? {};
  return { error: findHeaderError(mapping, unmatched, cells) };
}

/** A cell can start with a bracket, but not with a bracket followed by a quoted key. */
const isJson = (head: string): boolean => /^(?:\[\s*)?\{\s*"[^"\n]*"\s*:/.test(head.trimStart());

/** Returns true if the head of a file is longer than its first row that is not blank. */
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
