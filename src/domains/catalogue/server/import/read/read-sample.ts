/** Reads the beginning of a file without a mapping as columns and rows. */

import type { FileSample } from '#domains/catalogue/model/import/mapping/propose-mapping.ts';
import { splitRow, wrappedRow } from '#domains/catalogue/model/import/text/csv-row.ts';
import { isBlank } from './csv-rows.ts';
import { jsonItems } from './json-items.ts';
import { ImportFileError, openFile } from './open-file.ts';
import { readText } from './read-text.ts';
import type { WorkbookSheets } from './workbook.ts';

const HEAD = 1024 * 1024;
const ROWS = 400;
const DELIMITERS = [',', ';', '\t', '|'];

export interface ReadSample {
  readonly sample: FileSample;
  readonly notices: readonly string[];
  /** Notice about the file itself, such as other sheets. Null for most files. */
  readonly note: string | null;
  /** Null unless the file is a workbook. */
  readonly sheets: WorkbookSheets | null;
}

/** Reads up to 400 rows of a file. @throws ImportFileError if it is neither a table nor a list */
export async function readSample(path: string, sheet?: string): Promise<ReadSample> {
  const file = await openFile(path, { sheet });
  const pieces = readText(file, () => {});
  let head = '';
  let notices: readonly string[] = [];
  try {
    for (let next = await pieces.next(); head.length < HEAD; next = await pieces.next()) {
      if (next.done === true) {
        notices = next.value.notices;
        break;
      }
      head += next.value;
    }
  } finally {
    await pieces.return({ truncationReason: null, notices: [] });
  }
  const start = head.trimStart();
  const sample = start.startsWith('[') || start.startsWith('{') ? jsonSample(start) : csvSample(head);
  if (sample === null) throw new ImportFileError(path, 'This is neither a table with several columns nor a list of JSON objects.');
  return { sample, notices: notices.filter((notice) => notice !== file.note), note: file.note, sheets: file.sheets };
}

/** Returns the first key of a JSON object whose value is an array of objects. @returns null if another object comes first */
function keyOfList(head: string): string | null {
  const string = /"((?:[^"\\]|\\.)*)"/y;
  const list = /\s*:\s*\[\s*\{/y;
  for (let at = 1; at < head.length && !/[{}]/.test(head.charAt(at)); ) {
    string.lastIndex = at;
    const found = string.exec(head);
    if (found === null && head.charAt(at) === '"') return null;
    at = found === null ? at + 1 : string.lastIndex;
    list.lastIndex = at;
    if (found !== null && list.test(head)) return found[1] ?? null;
  }
  return null;
}

function jsonSample(head: string): FileSample | null {
  // An object around an array: the first key whose value is an array of objects.
  const list = head.startsWith('{') ? keyOfList(head) : null;
  const objects = jsonItems(list)
    .feed(head)
    .slice(0, ROWS)
    .flatMap(({ raw }) => {
      try {
        const value: unknown = JSON.parse(raw);
        return typeof value === 'object' && value !== null ? [value as Record<string, unknown>] : [];
      } catch {
        return [];
      }
    });
  const headers = [...new Set(objects.flatMap((one) => Object.keys(one)))];
  if (headers.length < 2) return null;
  const cell = (value: unknown): string =>
    Array.isArray(value)
      ? value.filter((part) => typeof part !== 'object').join(', ')
      : typeof value === 'object' || value === undefined
        ? ''
        : String(value);
  return { format: 'json', delimiter: ',', list, headers, rows: objects.map((one) => headers.map((key) => cell(one[key]))) };
}

function csvSample(head: string): FileSample | null {
  const text = head.replace(/^[\s,;|"]*\n/, '').replace(/^"?sep=.?"?\n/i, '');
  let best: { delimiter: string; rows: string[][]; fit: number } | null = null;
  for (const delimiter of DELIMITERS) {
    const rows = withoutTitle(rowsOf(text, delimiter));
    const width = rows[0]?.length ?? 0;
    // A delimiter scores by rows as wide as the header and by the number of columns.
    const fit = width < 2 ? 0 : (rows.filter((row) => row.length === width).length / rows.length) * Math.log2(width);
    if (fit > (best?.fit ?? 0)) best = { delimiter, rows, fit };
  }
  if (best === null) return null;
  const [headers = [], ...rows] = best.rows;
  return { format: 'csv', delimiter: best.delimiter, list: null, headers, rows: rows.filter((row) => row.length === headers.length) };
}

/** Removes title lines above a table: they fill less than half of the cells of most rows. */
function withoutTitle(rows: readonly string[][]): string[][] {
  const widths = rows.map(({ length }) => length).sort((a, b) => a - b);
  const usual = widths[widths.length >> 1] ?? 0;
  const first = rows.findIndex((row) => row.filter((cell) => cell.trim() !== '').length * 2 > usual);
  return rows.slice(Math.max(0, first));
}

/** Returns rows that are not empty. If every line is quoted as one cell, returns its content. */
function rowsOf(text: string, delimiter: string): string[][] {
  const rows: string[][] = [];
  for (let at = 0; at < text.length && rows.length <= ROWS; ) {
    const row = splitRow(text, at, delimiter);
    if (row === null || (row.end === text.length && rows.length > 0 && text.length >= HEAD)) break;
    const inner = wrappedRow(text.slice(at, row.end), delimiter);
    at = row.end;
    if (!isBlank(row.cells)) rows.push(inner ?? row.cells);
  }
  return rows;
}
