/**
 * Converts a sheet of an XLSX workbook to CSV text, row by row, so that later stages handle a single format
 * (docs/decisions/0106-xlsx-workbooks.md). Its libraries are imported with the first workbook, because few processes read one.
 */
import { readFile } from 'node:fs/promises';
import type { CellValue } from 'hucre/xlsx';

/** Larger than any price list. The compressed file is read into memory. */
const MAX_PACKED_BYTES = 64 * 1024 * 1024;
const MAX_ENTRIES = 2_000;
/** Number of rows that are checked to detect a table. */
const PEEKED_ROWS = 30;
const CHUNK_CHARACTERS = 64 * 1024;

export interface WorkbookSheets {
  /** The sheet that is read. */
  readonly selected: string;
  /** Visible sheets in their order. */
  readonly names: readonly string[];
}

export interface OpenedWorkbook {
  /** Which sheet is read and which others exist. Null if there is only one, or one was named. */
  readonly note: string | null;
  readonly sheets: WorkbookSheets;
  /** The sheet as CSV. Each row is on the line of its number. */
  readonly csv: () => AsyncGenerator<string>;
}

export interface WorkbookOptions {
  /** Name or number (from 1) of the sheet. Default: the first visible one with a table. */
  readonly sheet: string | undefined;
  /** Maximum decompressed size of all entries together, in bytes. */
  readonly mostUnpacked: number;
}

/**
 * Opens a workbook after a check of its size, so that it never unpacks without a limit.
 * @returns the workbook, or the reason for rejection as a sentence
 */
export async function openWorkbook(path: string, options: WorkbookOptions): Promise<OpenedWorkbook | { readonly error: string }> {
  const packed = await readFile(path);
  if (packed.length > MAX_PACKED_BYTES)
    return { error: `The workbook is larger than ${MAX_PACKED_BYTES / 2 ** 20} MB; save the sheet as CSV and import that.` };
  try {
    const error = await findZipError(packed, options.mostUnpacked);
    if (error !== null) return { error };
    const names = await visibleSheets(packed);
    const name = options.sheet === undefined ? await firstTable(packed, names) : sheetNamed(names, options.sheet);
    if (name === null)
      return {
        error:
          options.sheet === undefined
            ? 'No sheet of the workbook is a table of several columns.'
            : `The workbook has no sheet "${options.sheet}"; it has: ${names.join(', ').slice(0, 400)}.`,
      };
    const others = names.filter((other) => other !== name);
    return {
      note:
        others.length === 0 || options.sheet !== undefined
          ? null
          : `The sheet "${name}" was read. There are also: ${others.join(', ').slice(0, 400)} (--sheet).`,
      sheets: { selected: name, names },
      csv: () => sheetAsCsv(packed, name),
    };
  } catch (error) {
    return { error: damaged(error) };
  }
}

/** Returns the sentence for a workbook that cannot be read. */
export const damaged = (error: unknown): string =>
  `The workbook is damaged or not an XLSX file (${error instanceof Error ? error.message : 'unknown'}).`;

/** Unpacks everything once to measure its size, because the sizes that a zip archive states can be wrong. */
async function findZipError(packed: Buffer, mostUnpacked: number): Promise<string | null> {
  const { fromBufferPromise } = await import('yauzl');
  const tooLarge = `It unpacks to more than ${Math.round(mostUnpacked / 2 ** 20)} MB, as no price list does. Is it the right file?`;
  const archive = await fromBufferPromise(packed, { lazyEntries: true, validateEntrySizes: true });
  if (archive.entryCount > MAX_ENTRIES) return `It holds ${archive.entryCount} parts, as no price list does. Is it the right file?`;
  let unpacked = 0;
  let hasWorkbook = false;
  for await (const entry of archive.eachEntry()) {
    hasWorkbook ||= entry.fileName === 'xl/workbook.xml';
    if (entry.fileName.endsWith('/')) continue;
    if (unpacked + entry.uncompressedSize > mostUnpacked) return tooLarge;
    for await (const chunk of await archive.openReadStreamPromise(entry)) {
      unpacked += (chunk as Buffer).length;
      if (unpacked > mostUnpacked) return tooLarge;
    }
  }
  return hasWorkbook ? null : 'It is a zip archive and not an XLSX workbook; unpack it and import the list in it.';
}

async function visibleSheets(packed: Buffer): Promise<string[]> {
  const { readXlsx } = await import('hucre/xlsx');
  const names: string[] = [];
  await readXlsx(packed, {
    sheets: ({ name, hidden, veryHidden }) => {
      if (!hidden && !veryHidden) names.push(name);
      return false;
    },
  });
  return names;
}

const sheetNamed = (names: readonly string[], wantedName: string): string | null =>
  names.find((name) => name.toLowerCase() === wantedName.trim().toLowerCase()) ??
  (/^\d{1,3}$/.test(wantedName) ? (names[Number(wantedName) - 1] ?? null) : null);

/** Returns the first sheet with several cells in one of its first rows, because many lists start with covers and notes. */
async function firstTable(packed: Buffer, names: readonly string[]): Promise<string | null> {
  const { streamXlsxRows } = await import('hucre/xlsx');
  for (const name of names)
    for await (const { values } of streamXlsxRows(packed, { sheet: name, maxRows: PEEKED_ROWS }))
      if (values.filter((value) => value !== null && value !== '').length > 1) return name;
  return null;
}

async function* sheetAsCsv(packed: Buffer, sheet: string): AsyncGenerator<string> {
  const { streamXlsxRows } = await import('hucre/xlsx');
  let text = '';
  let line = 0;
  let width = 0;
  for await (const { index, values } of streamXlsxRows(packed, { sheet })) {
    // Rows without cells are not in the file.
    text += '\n'.repeat(Math.max(0, index - line));
    line = Math.max(line, index) + 1;
    // Empty cells at the end of a row are not in the file either.
    width = Math.max(width, values.length);
    text += `${Array.from({ length: width }, (_, at) => csvCell(values[at] ?? null)).join(',')}\n`;
    if (text.length < CHUNK_CHARACTERS) continue;
    yield text;
    text = '';
  }
  yield text;
}

function csvCell(value: CellValue): string {
  const text = cellText(value).replace(/[\r\n\u2028\u2029]+/g, ' ');
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function cellText(value: CellValue): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (value instanceof Date) {
    const iso = value.toISOString();
    return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso;
  }
  // Spreadsheets display fifteen digits; further ones are rounding errors.
  const text = String(Number(value.toPrecision(15)));
  // Three decimals could be read as thousands, but a number of a spreadsheet has no thousands separator.
  return /\.\d{3}$/.test(text) ? `${text}0` : text;
}
