/** Reads a file of JSON objects as rows with known columns. */
import { basename } from 'node:path';
import type { Header } from '#domains/catalogue/model/import/mapping/header.ts';
import type { Mapping } from '#domains/catalogue/model/import/mapping/mapping.ts';
import type { CsvItem } from './csv-rows.ts';
import { type JsonItem, jsonItems, MAX_OBJECT_LENGTH } from './json-items.ts';
import { ImportFileError, type OpenedFile } from './open-file.ts';
import type { RowBatch } from './read-csv-file.ts';
import { readText } from './read-text.ts';
import { type TextLine, textLines } from './text-lines.ts';

/** Number of objects that are compared with the format of the mapping. */
const SAMPLE = 50;

/**
 * Reads the objects of a file in batches, cells in the order of the mapping's columns. @throws ImportFileError before the first
 * batch if its first objects do not have the keys of the mapping
 */
export async function* readJsonFile(
  file: OpenedFile,
  mapping: Mapping,
  handlers: { readonly bytes: (count: number) => void; readonly notice: (sentence: string) => void },
): AsyncGenerator<RowBatch> {
  const columns = Object.entries(mapping.columns).map(([name, raw]) => ({ name, keys: typeof raw === 'string' ? [raw] : raw }));
  const header: Header = Object.fromEntries(columns.map(({ name }, at) => [name, at]));
  const pieces = readText(file, handlers.bytes);
  const toRow = (item: JsonItem): CsvItem => {
    const reject = (code: 'too-long' | 'not-json', reason: string) => ({ ...item, error: { code, column: '', reason } });
    if (item.isTooLong)
      return reject('too-long', `The object is longer than ${MAX_OBJECT_LENGTH.toLocaleString('en-AU')} characters or never ends.`);
    const value = parsed(item.raw);
    if (value === null) return reject('not-json', 'It is not a whole JSON object.');
    return {
      line: item.line,
      raw: item.raw,
      cells: columns.map(({ keys }) => keys.map((key) => cellOf(value, key)).find((cell) => cell !== '') ?? ''),
    };
  };
  const batch = (items: readonly JsonItem[]): RowBatch => ({ header, headerCells: [], headerRaw: '', items: items.map(toRow) });
  try {
    let head: JsonItem[] = [];
    let next = await pieces.next();
    const cut =
      next.done !== true && mapping.source.list === undefined && isOneALine(next.value)
        ? lineItems()
        : jsonItems(mapping.source.list ?? null);
    while (next.done !== true && head.length < SAMPLE) {
      head = [...head, ...cut.feed(next.value)];
      next = await pieces.next();
    }
    rejectUnsupportedFormat(
      file.path,
      mapping,
      columns,
      head.map((item) => parsed(item.raw)).filter((value) => value !== null),
    );
    yield batch(head);
    while (next.done !== true) {
      yield batch(cut.feed(next.value));
      next = await pieces.next();
    }
    for (const sentence of next.value.notices) handlers.notice(`${basename(file.path)}: ${sentence}`);
    const rest = cut.end();
    const { truncationReason } = next.value;
    if (truncationReason === null) yield batch(rest);
    else {
      const last = rest[0] ?? { line: 0, raw: '' };
      yield {
        header,
        headerCells: [],
        headerRaw: '',
        items: [{ ...last, error: { code: 'cut-short', column: '', reason: truncationReason } }],
      };
    }
  } finally {
    await pieces.return({ truncationReason: null, notices: [] });
  }
}

const isOneALine = (head: string): boolean => /^\s*\{[^\n]*\}[ \t]*\n\s*\{/.test(head);

/** Reads one object per line. A broken line does not affect others. */
function lineItems(): ReturnType<typeof jsonItems> {
  const lines = textLines(MAX_OBJECT_LENGTH);
  const itemsOf = (found: readonly TextLine[]): JsonItem[] =>
    found.flatMap((one) => {
      if ('head' in one) return [{ line: one.line, raw: `${one.head}…`, isTooLong: true as const }];
      return one.text.trim() === '' ? [] : [{ line: one.line, raw: one.text }];
    });
  return { feed: (text) => itemsOf(lines.feed(text)), end: () => itemsOf(lines.end()) };
}

type JsonObject = Readonly<Record<string, unknown>>;

function parsed(raw: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(raw);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
  } catch {
    return null;
  }
}

/** Returns the value at a path such as `size.ml` as a cell. Lists become words separated by commas. */
function cellOf(value: JsonObject, key: string): string {
  let found: unknown = Object.hasOwn(value, key) ? value[key] : undefined;
  if (found === undefined && key.includes('.')) {
    found = value;
    for (const part of key.split('.')) found = typeof found === 'object' && found !== null ? (found as JsonObject)[part] : undefined;
  }
  if (found === undefined || found === null) return '';
  // Three decimals could be read as thousands, but a JSON number never has a thousands separator.
  if (typeof found === 'number') return /\.\d{3}$/.test(String(found)) ? `${found}0` : String(found);
  if (Array.isArray(found)) return found.filter((part) => typeof part !== 'object').join(', ');
  return typeof found === 'object' ? '' : String(found);
}

function rejectUnsupportedFormat(
  path: string,
  mapping: Mapping,
  columns: readonly { readonly name: string; readonly keys: readonly string[] }[],
  sample: readonly JsonObject[],
): void {
  const shape = `This file doesn’t match the mapping "${mapping.name}"`;
  if (sample.length === 0) {
    const where = mapping.source.list === undefined ? '' : ` under "${mapping.source.list}"`;
    throw new ImportFileError(path, `${shape}: it holds no JSON objects${where}.`);
  }
  const has = (key: string) => sample.some((value) => Object.hasOwn(value, key) || cellOf(value, key) !== '');
  const missing = columns.filter(({ name, keys }) => !mapping.optional.includes(name) && !keys.some(has)).map(({ keys }) => `"${keys[0]}"`);
  if (missing.length === 0) return;
  const lacks = missing.length === 1 ? `the key ${missing[0]} is missing` : `the keys ${missing.join(', ')} are missing`;
  throw new ImportFileError(
    path,
    `${shape}: ${lacks}. Its objects have: ${Object.keys(sample[0] ?? {})
      .slice(0, 40)
      .join(', ')
      .slice(0, 600)}.`,
  );
}
