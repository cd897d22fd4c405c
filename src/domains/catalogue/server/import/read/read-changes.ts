/**
 * Reads tables of changes, one offer per row, with the fields of the records as columns: prices, stock, audience, tiers, dates.
 */
import { basename } from 'node:path';
import { type ChangeRecord, changeRecord } from '#domains/catalogue/model/change-record.ts';
import { parsePrice } from '#domains/catalogue/model/import/price/price.ts';
import type { Reject, RowError, RowResult } from '#domains/catalogue/model/import/row-result.ts';
import { cleanText } from '#domains/catalogue/model/import/text/normalize-text.ts';
import { DEFAULT_MARKET, MARKETS, type Market, perMarket } from '#markets/market.ts';
import { isBlank } from './csv-rows.ts';
import { openFile } from './open-file.ts';
import { type Counts, countReject } from './progress.ts';
import { readCsvFile, type TableShape } from './read-csv-file.ts';

/** Headers of a field that differs by market. Columns without a market are those of the default market. */
const columnsOf = (field: string, headers: (market: Market) => readonly string[], bare: string): Record<string, readonly string[]> =>
  Object.fromEntries(MARKETS.map((market) => [`${field}${market}`, [...headers(market), ...(market === DEFAULT_MARKET ? [bare] : [])]]));

const OPTIONAL_COLUMNS = {
  ...columnsOf('price', (market) => [`price ${market}`, `${market} price`, `packPrice ${market}`], 'price'),
  ...columnsOf('rrp', (market) => [`rrp ${market}`, `${market} rrp`, `packRRP ${market}`], 'rrp'),
  rrpSource: ['rrp source', 'source of rrp'],
  rrpDate: ['rrp date', 'date of rrp'],
  ...columnsOf('stock', (market) => [`stock ${market}`, `${market} stock`, `level ${market}`], 'stock'),
  audience: ['audience'],
  tiers: ['tiers', 'tiersEligible'],
  starts: ['starts', 'startsAt', 'from'],
  ends: ['ends', 'endsAt', 'until'],
  status: ['status', 'inventoryStatus'],
  most: ['most', 'orderQuantityMaximum', 'limit'],
};

/** Columns by name. Only the identifier of the offer is required. */
export const CHANGES_SHAPE: TableShape = {
  name: 'changes',
  source: { delimiter: ',' },
  columns: { offer: ['sku', 'offerId', 'offer', 'item number', 'article'], ...OPTIONAL_COLUMNS },
  optional: Object.keys(OPTIONAL_COLUMNS),
};

/**
 * Reads tables of changes in order. An empty cell changes nothing; `-` removes an RRP or a date. @throws ImportFileError if the
 * header does not match
 * @param sheet workbooks: name or number of the sheet
 */
export async function* readChanges(
  paths: readonly string[],
  counts: Counts,
  sheet?: string | undefined,
): AsyncGenerator<RowResult<ChangeRecord>> {
  const files = await Promise.all(paths.map((path) => openFile(path, { sheet })));
  counts.bytesTotal += files.reduce((sum, file) => sum + file.size, 0);
  const handlers = {
    bytes: (read: number) => {
      counts.bytesRead += read;
    },
    notice: (sentence: string) => void counts.notices.push(sentence),
  };
  const rrpDate = new Date().toISOString().slice(0, 10);
  for (const file of files) {
    const usual = { rrpSource: basename(file.path).slice(-120), rrpDate };
    let isFirst = true;
    for await (const { header, headerCells, headerRaw, items } of readCsvFile(file, CHANGES_SHAPE, handlers)) {
      const isById = /offerid/i.test((headerCells[header.offer ?? -1] ?? '').replace(/[^a-z]/gi, ''));
      for (const item of items) {
        if ('cells' in item && isBlank(item.cells)) {
          counts.blankRows += item.lines ?? 1;
          continue;
        }
        counts.rows++;
        const read =
          'error' in item ? { error: item.error } : changeOf((column) => cleanText(item.cells[header[column] ?? -1] ?? ''), isById, usual);
        if ('change' in read) {
          counts.accepted++;
          yield { file: file.path, line: item.line, records: [read.change], warnings: [], source: { raw: item.raw, header: headerRaw } };
          continue;
        }
        countReject(counts, read.error);
        const reject: Reject = {
          file: file.path,
          line: item.line,
          raw: item.raw,
          ...read.error,
          ...(isFirst ? { header: headerRaw } : {}),
        };
        isFirst = false;
        yield { file: file.path, line: item.line, reject };
      }
    }
  }
}

/** Default evidence of an RRP: the file, on the day of its import. */
interface RrpEvidence {
  readonly rrpSource: string;
  /** ISO 8601 date. */
  readonly rrpDate: string;
}

function changeOf(cell: (column: string) => string, isById: boolean, usual: RrpEvidence): { change: ChangeRecord } | { error: RowError } {
  const errors: RowError[] = [];
  const money = (column: string): number | null | undefined => {
    const text = cell(column);
    if (text === '') return undefined;
    if (text === '-' && column.startsWith('rrp')) return null;
    const read = parsePrice(text, '.');
    if ('cents' in read && read.unit?.per !== 'bottle') return read.cents / 100;
    if ('cents' in read) {
      errors.push({ code: 'bad-price', column, reason: `"${text}" is the price of a bottle; write the price of a case.` });
      return undefined;
    }
    errors.push({ code: read.error === 'ambiguous' ? 'ambiguous-price' : 'bad-price', column, reason: read.message });
    return undefined;
  };
  const count = (column: string): number | undefined => {
    const text = cell(column).replace(/[ ,](?=\d{3}\b)/g, '');
    if (text === '') return undefined;
    if (/^\d{1,8}$/.test(text)) return Number(text);
    errors.push({ code: 'bad-number', column, reason: `"${text}" isn’t a whole number.` });
    return undefined;
  };
  const timestamp = (column: string): string | null | undefined => {
    const text = cell(column);
    if (text === '') return undefined;
    if (text === '-') return null;
    // A date without a time is in UTC.
    const time = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)?)?$/.test(text)
      ? Date.parse(/Z|[+-]\d\d:\d\d$|^.{10}$/.test(text) ? text : `${text}Z`)
      : Number.NaN;
    if (!Number.isNaN(time)) return new Date(time).toISOString();
    errors.push({ code: 'invalid-record', column, reason: `"${text}" isn’t a date. Write 2026-03-31 or 2026-03-31T10:00Z.` });
    return undefined;
  };
  /** An RRP with its evidence. A row with evidence alone completes the existing RRP. */
  const rrp = (column: string) => {
    const packRRP = money(column);
    const rrp = { rrpSource: cell('rrpSource') || undefined, rrpDate: cell('rrpDate') || undefined };
    if (packRRP === null) return { packRRP };
    return packRRP === undefined ? rrp : { packRRP, rrpSource: rrp.rrpSource ?? usual.rrpSource, rrpDate: rrp.rrpDate ?? usual.rrpDate };
  };
  const offer = cell('offer');
  if (offer === '') return { error: { code: 'missing', column: 'sku', reason: 'The row does not name an offer.' } };
  const change = {
    record: 'change',
    ...(isById ? { offerId: offer } : { sku: offer }),
    prices: perMarket((market) => ({ packPrice: money(`price${market}`), ...rrp(`rrp${market}`) })),
    stock: perMarket((market) => count(`stock${market}`)),
    audience: cell('audience') || undefined,
    tiersEligible:
      cell('tiers') === ''
        ? undefined
        : cell('tiers')
            .toUpperCase()
            .split(/[\s,;|+]+/),
    inventoryStatus: cell('status') === '' ? undefined : cell('status').toUpperCase().replace(/[ -]/g, '_'),
    orderQuantityMaximum: count('most'),
    startsAt: timestamp('starts'),
    endsAt: timestamp('ends'),
  };
  const read = changeRecord.safeParse(change);
  if (errors[0] !== undefined) return { error: errors[0] };
  if (read.success) return { change: read.data };
  const issue = read.error.issues[0];
  return {
    error: {
      code: 'invalid-record',
      column: issue?.path.join('.') ?? '',
      reason: `The change is not valid: ${issue?.message ?? 'unknown'}.`,
    },
  };
}
