/** A sheet of an XLSX workbook as CSV text, row by row, so that everything behind it reads one kind of table. */
import { readFile } from 'node:fs/promises';
import { type CellValue, readXlsx, streamXlsxRows } from 'hucre/xlsx';
import { fromBufferPromise } from 'yauzl';

/** More than a price list has: the packed file is held in memory. */
const MAX_PACKED_BYTES = 64 * 1024 * 1024;
const MAX_ENTRIES = 2_000;
/** Rows of a sheet that are looked at to see whether it is a table. */
const PEEKED_ROWS = 30;
const CHUNK_CHARACTERS = 64 * 1024;

export interface OpenedWorkbook {
  /** Which sheet is read, and which others there are; null if there is only one. */
  readonly note: string | null;
  /** The sheet as CSV, each row in the line of its number. */
  readonly csv: () => AsyncGenerator<string>;
}

export interface WorkbookOptions {
  /** Name or number (from 1) of the sheet; without it the first visible one that is a table. */
  readonly sheet: string | undefined;
  /** Bytes to which everything in the workbook may unpack together. */
  readonly mostUnpacked: number;
}

/**
 * Opens a workbook after its size was checked, so that nothing of it unpacks without a limit.
 * @returns the workbook, or why it is refused, as a sentence
 */
export async function openWorkbook(path: string, options: WorkbookOptions): Promise<OpenedWorkbook | { readonly refusal: string }> {
  const packed = await readFile(path);
  if (packed.length > MAX_PACKED_BYTES)
    return { refusal: `The workbook is larger than ${MAX_PACKED_BYTES / 2 ** 20} MB; save the sheet as CSV and import that.` };
  try {
    const refusal = await zipRefusal(packed, options.mostUnpacked);
    if (refusal !== null) return { refusal };
    const names = await visibleSheets(packed);
    const name = options.sheet === undefined ? await firstTable(packed, names) : sheetNamed(names, options.sheet);
    if (name === null)
      return {
        refusal:
          options.sheet === undefined
            ? 'No sheet of the workbook is a table of several columns.'
            : `The workbook has no sheet "${options.sheet}"; it has: ${names.join(', ').slice(0, 400)}.`,
      };
    const others = names.filter((other) => other !== name);
    return {
      note: others.length === 0 ? null : `The sheet "${name}" was read. There are also: ${others.join(', ').slice(0, 400)} (--sheet).`,
      csv: () => sheetAsCsv(packed, name),
    };
  } catch (error) {
    return { refusal: damaged(error) };
  }
}

/** The sentence for a workbook that cannot be read. */
export const damaged = (error: unknown): string =>
  `The workbook is damaged or not an XLSX file (${error instanceof Error ? error.message : 'unknown'}).`;

/** Unpacks everything once, to count what it really holds: the sizes that a zip archive states may be wrong. */
async function zipRefusal(packed: Buffer, mostUnpacked: number): Promise<string | null> {
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
  const names: string[] = [];
  await readXlsx(packed, {
    sheets: ({ name, hidden, veryHidden }) => {
      if (!hidden && !veryHidden) names.push(name);
      return false;
    },
  });
  return names;
}

const sheetNamed = (names: readonly string[], wanted: string): string | null =>
  names.find((name) => name.toLowerCase() === wanted.trim().toLowerCase()) ??
  (/^\d{1,3}$/.test(wanted) ? (names[Number(wanted) - 1] ?? null) : null);

/** The first sheet with a row of several cells among its first rows: covers and notes stand before many lists. */
async function firstTable(packed: Buffer, names: readonly string[]): Promise<string | null> {
  for (const name of names)
    for await (const { values } of streamXlsxRows(packed, { sheet: name, maxRows: PEEKED_ROWS }))
      if (values.filter((value) => value !== null && value !== '').length > 1) return name;
  return null;
}

async function* sheetAsCsv(packed: Buffer, sheet: string): AsyncGenerator<string> {
  let text = '';
  let line = 0;
  let width = 0;
  for await (const { index, values } of streamXlsxRows(packed, { sheet })) {
    // Rows without a cell are not in the file.
    text += '\n'.repeat(Math.max(0, index - line));
    line = Math.max(line, index) + 1;
    // Nor are empty cells at the end of a row.
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
  // Spreadsheets show fifteen figures; what is behind them is left over from their sums.
  const shown = String(Number(value.toPrecision(15)));
  // Three decimals could be read as thousands; a number of a spreadsheet is never that.
  return /\.\d{3}$/.test(shown) ? `${shown}0` : shown;
}
