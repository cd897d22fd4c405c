import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CellValue, writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OfferRecord } from '#domains/catalogue/model/record.ts';
import { newMapping } from '../create-mapping.ts';
import { ImportFileError, openFile } from './open-file.ts';
import { readRecords } from './read-records.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'workbooks-'));
});
afterAll(() => rm(folder, { recursive: true }));

interface TestSheet {
  readonly name: string;
  readonly rows: CellValue[][];
  readonly hidden?: boolean;
}
const HEADERS = ['SKU', 'Name', 'Producer', 'Price', 'Qty', 'EAN'];
const wines = (price: number): CellValue[][] => [
  HEADERS,
  ...Array.from({ length: 12 }, (_, n): CellValue[] => [
    n + 1,
    `Block ${n + 1}, "Reserve"\nShiraz 2019`,
    'Krone',
    price + n,
    24,
    4006381333931,
  ]),
];
async function workbook(name: string, ...sheets: readonly TestSheet[]): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, await writeXlsx({ sheets: sheets.map((sheet) => ({ ...sheet })) }));
  return path;
}
const textOf = async (path: string, sheet?: string): Promise<string> => {
  const chunks: Buffer[] = [];
  const opened = await openFile(path, { sheet });
  for await (const chunk of opened.chunks(() => {})) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

describe('XLSX workbook', () => {
  test('is imported like the same table as CSV, with a proposed mapping', async () => {
    const path = await workbook(
      'wines.xlsx',
      { name: 'Cover', rows: [['Krone, prices from 1 March']] },
      { name: 'Wines', rows: wines(20.5) },
    );

    const { mapping, notices } = await newMapping(path, 'krone');
    const offers: OfferRecord[] = [];
    const lines: number[] = [];
    const reading = readRecords([path], mapping);
    for await (const outcome of reading) {
      lines.push(outcome.line);
      if ('records' in outcome) for (const record of outcome.records) if (record.record === 'offer') offers.push(record);
    }

    expect(mapping.columns).toEqual({ sku: 'SKU', title: 'Name', brand: 'Producer', price: 'Price', stock: 'Qty', gtin: 'EAN' });
    expect(notices).toEqual(['The sheet "Wines" was read. There are also: Cover (--sheet).']);
    expect(offers).toHaveLength(12);
    expect(offers[0]).toMatchObject({
      brand: 'Krone',
      vintage: '2019',
      gtin: '4006381333931',
      packSize: 12,
      prices: { AU: { packPrice: 246 } },
    });
    expect(lines).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
    expect(reading.progress.notices.join()).toContain('The sheet "Wines" was read.');
  });

  test('has cells as a spreadsheet displays them, each row on its line', async () => {
    const path = await workbook('cells.xlsx', {
      name: 'A',
      rows: [['Name', 'Price', 'From'], [], ['A "b", c', 0.1 + 0.2, new Date('2026-01-02T00:00:00Z')], ['two\nlines', 12.345, true]],
    });
    expect(await textOf(path)).toBe('Name,Price,From\n\n"A ""b"", c",0.3,2026-01-02\ntwo lines,12.3450,TRUE\n');
  });

  test('is read at the named or numbered sheet', async () => {
    const path = await workbook(
      'two.xlsx',
      { name: 'Red', rows: wines(10) },
      { name: 'Secret', hidden: true, rows: wines(1) },
      { name: 'White', rows: wines(30) },
    );
    expect(await textOf(path)).toContain(',10,24');
    for (const sheet of ['White', 'white ', '2']) expect(await textOf(path, sheet), sheet).toContain(',30,24');
    await expect(textOf(path, 'Rosé')).rejects.toThrow('has no sheet "Rosé"; it has: Red, White.');
    await expect(textOf(path, 'Secret')).rejects.toThrow(ImportFileError);
    const { mapping, text } = await newMapping(path, 'white', 'White');
    expect([mapping.source.sheet, JSON.parse(text).source.sheet]).toEqual(['White', 'White']);
  });

  test('is rejected before reading if it unpacks to more than the limit', async () => {
    const rows = Array.from({ length: 2_000 }, () => ['x'.repeat(200), 'x'.repeat(200)]);
    const path = await workbook('bomb.xlsx', { name: 'A', rows });
    await expect(openFile(path, { mostUnpacked: 20_000 })).rejects.toThrow('It unpacks to more than');
  });

  test('is rejected if it states smaller sizes than it has', async () => {
    const rows = Array.from({ length: 2_000 }, (_, n) => [`wine ${n} ${'x'.repeat(200)}`, 'y']);
    const bytes = Buffer.from(await writeXlsx({ sheets: [{ name: 'A', rows }] }));
    // The stated sizes are in the central directory, 24 bytes into each entry.
    for (let at = bytes.indexOf('PK\u0001\u0002', 0, 'latin1'); at >= 0; at = bytes.indexOf('PK\u0001\u0002', at + 4, 'latin1'))
      bytes.writeUInt32LE(10, at + 24);
    const path = join(folder, 'lies.xlsx');
    await writeFile(path, bytes);
    await expect(openFile(path)).rejects.toThrow(ImportFileError);
  });

  test.each([
    ['is cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length - 200)],
    ['is damaged', (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 60), Buffer.alloc(400, 7), bytes.subarray(460)])],
    ['is only begun', (bytes: Buffer) => bytes.subarray(0, 4)],
  ])('is rejected with a sentence if it %s', async (_, harm) => {
    const path = join(folder, 'harmed.xlsx');
    await writeFile(path, harm(Buffer.from(await writeXlsx({ sheets: [{ name: 'A', rows: wines(10) }] }))));
    const reading = textOf(path);
    await expect(reading).rejects.toThrow(ImportFileError);
    await expect(reading).rejects.toThrow('The workbook is damaged');
  });

  test('is rejected without a table', async () => {
    const path = await workbook('letter.xlsx', { name: 'A', rows: [['Dear all'], ['No prices here']] });
    await expect(openFile(path)).rejects.toThrow('No sheet of the workbook is a table of several columns.');
  });
});
