/** The header of a CSV file: which sign separates its cells, and where its columns stand. */

import { splitRow } from '../csv-row.ts';
import { type Header, headerRefusal, matchHeader } from '../header.ts';
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

/**
 * Looks for the mapping's columns in the first row that is not blank: separated as the mapping says, else as the header fits,
 * else with every line quoted as one cell. In: the mapping, the head of the file (all of its first row). Out: the header, or the refusal as a sentence.
 */
export function findHeader(mapping: TableShape, head: string): FoundHeader | { readonly refusal: string } {
  const blank = blankLines(head);
  const start = head.slice(blank.length);
  const preferred = mapping.source.delimiter;
  const candidates = [preferred, ...DELIMITERS.filter((sign) => sign !== preferred)];
  for (const isWrapped of [false, true]) {
    for (const delimiter of candidates) {
      const row = headerRow(start, delimiter, isWrapped);
      if (row === null) continue;
      const matched = matchHeader(mapping, row.cells);
      if (!('header' in matched)) continue;
      const notices = [
        ...(delimiter === preferred ? [] : [`Its cells are separated by ${NAMES[delimiter]}.`]),
        ...(isWrapped ? ['Every line of it is quoted as one cell.'] : []),
      ];
      const taken = blank + row.raw;
      return {
        header: matched.header,
        cells: row.cells,
        raw: row.raw.trimEnd(),
        delimiter,
        isWrapped,
        length: taken.length,
        lines: taken.split('\n').length - 1,
        notices,
      };
    }
  }
  const cells = firstRow(start, preferred)?.cells ?? [];
  const matched = matchHeader(mapping, cells);
  return { refusal: headerRefusal(mapping, 'missing' in matched ? matched.missing : [], cells) };
}

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
  const inner = row.cells.length === 1 ? splitRow(row.cells[0] ?? '', 0, delimiter) : null;
  return inner === null ? null : { cells: inner.cells, raw: row.raw };
}
