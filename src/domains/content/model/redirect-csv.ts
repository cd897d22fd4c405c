/** Redirects as CSV: `from,to,kind,markets`. */
import { splitRow } from '#domains/catalogue/model/import/text/csv-row.ts';
import { csvValue } from '#lib/csv-value.ts';
import type { RedirectRecord } from './redirect.ts';

const COLUMNS = ['from', 'to', 'kind', 'markets'] as const;
type Column = (typeof COLUMNS)[number];

/** Rows that one file may have. */
export const MAX_REDIRECT_ROWS = 2_000;

export interface RedirectLine {
  /** Line in the file, from 1. A cell with line breaks counts as one line. */
  readonly line: number;
  readonly from: string;
  readonly to: string;
  /** As written: `permanent`, `temporary` or empty. */
  readonly kind: string;
  /** As written: codes of markets, separated by spaces or commas; empty for all. */
  readonly markets: string;
}

const DELIMITERS = [',', ';', '\t'] as const;

/** Headings by which a column is found, in small letters. */
const HEADINGS: Readonly<Record<Column, readonly string[]>> = {
  from: ['from', 'old address', 'old', 'source', 'redirect from'],
  to: ['to', 'leads to', 'new address', 'new', 'target', 'redirect to'],
  kind: ['kind', 'type'],
  markets: ['markets', 'market'],
};

const columnOf = (heading: string): Column | undefined => COLUMNS.find((name) => HEADINGS[name].includes(heading.trim().toLowerCase()));

/** Returns the text of a cell. An apostrophe before what a spreadsheet would take for a formula is not part of it. */
const cellText = (cell = ''): string => cell.trim().replace(/^'(?=[=+\-@])/, '');

/** Splits a file into rows of cells. @returns null if a quoted cell does not end */
function rowsOf(text: string, delimiter: string): { readonly line: number; readonly cells: readonly string[] }[] | null {
  const rows: { line: number; cells: readonly string[] }[] = [];
  let at = 0;
  for (let line = 1; at < text.length; line += 1) {
    const row = splitRow(text, at, delimiter);
    if (row === null) return null;
    if (row.cells.some((cell) => cell.trim() !== '')) rows.push({ line, cells: row.cells });
    at = row.end;
  }
  return rows;
}

/**
 * Reads the rows of a file. Its first row may have headings, in any order; without them the columns are `from,to,kind,markets`.
 * @returns null if it is no CSV file
 */
export function readRedirectCsv(csv: string): RedirectLine[] | null {
  const text = csv.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const head = text.slice(0, text.indexOf('\n') === -1 ? text.length : text.indexOf('\n'));
  const delimiter = DELIMITERS.find((each) => head.includes(each)) ?? ',';
  const rows = rowsOf(text, delimiter);
  if (rows === null) return null;
  const headings = rows[0]?.cells.map(columnOf) ?? [];
  const hasHeadings = headings.includes('from') && headings.includes('to');
  const columns: readonly (Column | undefined)[] = hasHeadings ? headings : COLUMNS;
  return rows.slice(hasHeadings ? 1 : 0).map(({ line, cells }) => {
    const cell = (name: Column): string => {
      const index = columns.indexOf(name);
      return index === -1 ? '' : cellText(cells[index]);
    };
    return { line, from: cell('from'), to: cell('to'), kind: cell('kind'), markets: cell('markets') };
  });
}

export const REDIRECT_CSV_HEAD = `${COLUMNS.join(',')}\n`;

/** Formats redirects as rows. An import of them changes nothing. */
export const formatRedirectRows = (rows: readonly Pick<RedirectRecord, 'from' | 'to' | 'isPermanent' | 'markets'>[]): string =>
  rows
    .map(
      ({ from, to, isPermanent, markets }) =>
        `${[from, to, isPermanent ? 'permanent' : 'temporary', markets.join(' ')].map(csvValue).join(',')}\n`,
    )
    .join('');
