/** Parses one row of CSV: RFC 4180, lenient as real files require. */

export interface SplitRow {
  readonly cells: string[];
  /** Start of the next row. */
  readonly end: number;
}

/**
 * Splits the row that starts at `start`. Lines end with `\n`. Quoted cells can contain delimiters, line endings and doubled
 * quotation marks. A quotation mark that does not quote a whole cell (`5" bottle`, `"Reserve" Shiraz`) is an ordinary character.
 * @returns the cells, or null if a quoted cell is still open at the end of the text
 */
export function splitRow(text: string, start: number, delimiter: string): SplitRow | null {
  const cells: string[] = [];
  let at = start;
  let lineEnd = text.indexOf('\n', at);
  if (lineEnd < 0) lineEnd = text.length;
  for (;;) {
    if (text.charCodeAt(at) === QUOTE) {
      const quoted = quotedCell(text, at, delimiter);
      if (quoted === null) return null;
      if (quoted !== 'plain') {
        cells.push(quoted.cell);
        at = quoted.end;
        if (at >= text.length) return { cells, end: at };
        if (text.charCodeAt(at) === NEW_LINE) return { cells, end: at + 1 };
        at++;
        if (at > lineEnd) {
          lineEnd = text.indexOf('\n', at);
          if (lineEnd < 0) lineEnd = text.length;
        }
        continue;
      }
    }
    const next = text.indexOf(delimiter, at);
    if (next < 0 || next > lineEnd) {
      cells.push(text.slice(at, lineEnd));
      return { cells, end: Math.min(lineEnd + 1, text.length) };
    }
    cells.push(text.slice(at, next));
    at = next + 1;
  }
}

/**
 * Returns the cells of a row that is quoted as a single cell. Spreadsheets save rows like this if they opened the file with
 * another separator. Empty cells after the quotes are left out.
 * @returns null if the row is not quoted as a whole, or if there is nothing to split inside
 */
export function wrappedRow(row: string, delimiter: string): string[] | null {
  let end = row.length;
  while (end > 0 && ' \t\n\r,;|'.includes(row.charAt(end - 1))) end--;
  const text = row.slice(0, end);
  if (text.charCodeAt(0) !== QUOTE) return null;
  const whole = quotedCell(text, 0, delimiter);
  if (whole === null || whole === 'plain' || whole.end !== text.length) return null;
  const inner = splitRow(whole.cell, 0, delimiter);
  return inner !== null && inner.cells.length > 1 ? inner.cells : null;
}

const QUOTE = 34;
const NEW_LINE = 10;

/**
 * Returns the quoted cell at `at` and its end. @returns `plain` if the mark does not quote a whole cell, null if the cell is open
 */
function quotedCell(text: string, at: number, delimiter: string): { cell: string; end: number } | 'plain' | null {
  let hasDoubled = false;
  for (let close = text.indexOf('"', at + 1); close >= 0; close = text.indexOf('"', close + 2)) {
    if (text.charCodeAt(close + 1) === QUOTE) {
      hasDoubled = true;
      continue;
    }
    const end = close + 1;
    if (end < text.length && text.charCodeAt(end) !== NEW_LINE && text[end] !== delimiter) return 'plain';
    const inside = text.slice(at + 1, close);
    return { cell: hasDoubled ? inside.replaceAll('""', '"') : inside, end };
  }
  return null;
}
