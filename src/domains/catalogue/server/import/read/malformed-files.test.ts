/**
 * Malformed files of retailers by kind (docs/decisions/0050-malformed-import-files.md): valid parts are imported, invalid ones
 * are reported, or the file is rejected with a clear reason.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Mapping } from '#domains/catalogue/model/import/mapping/mapping.ts';
import type { Reject } from '#domains/catalogue/model/import/row-result.ts';
import { offerRecord } from '#domains/catalogue/model/record.ts';
import { exampleMapping } from '#tests/fixtures/example-mapping.ts';
import { ImportFileError, openFile } from './open-file.ts';
import { readRecords } from './read-records.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ugly-'));
});
afterAll(() => rm(folder, { recursive: true }));

let count = 0;
const file = async (content: string | Buffer): Promise<string> => {
  const path = join(folder, `file-${count++}`);
  await writeFile(path, content);
  return path;
};

const read = async (content: string | Buffer, mapping: Mapping = exampleMapping()) => {
  const reading = readRecords([await file(content)], mapping);
  const names: string[] = [];
  const prices: unknown[] = [];
  const rejects: Reject[] = [];
  for await (const outcome of reading) {
    if ('reject' in outcome) rejects.push(outcome.reject);
    else
      for (const record of outcome.records) {
        const offer = offerRecord.safeParse(record).data;
        if (offer !== undefined) {
          names.push(offer.name);
          prices.push(offer.prices.AU?.packPrice);
        }
      }
  }
  return { names, prices, rejects, notices: reading.progress.notices.join(' '), blank: reading.progress.blankRows };
};

const HEADER = 'title,winery,variety,region,price,description\n';
const row = (name: string, price = '20') => `Krone 2012 ${name} (Samos),Krone,Syrah,Samos,${price},"Dark, bright."\n`;
const SOUND = HEADER + row('One') + row('Two') + row('Rosé');
const ALL = ['One', 'Two', 'Rosé'];
const lines = (text: string) => text.trim().split('\n');
const cut = (packed: Buffer) => packed.subarray(0, packed.length - 12);

describe('file that is read with notices', () => {
  test.each<[kind: string, content: string | Buffer, names: readonly string[], notice: RegExp | null]>([
    ['a byte order mark', `\ufeff${SOUND}`, ALL, null],
    ['UTF-16, little end first, with its mark', Buffer.from(`\ufeff${SOUND}`, 'utf16le'), ALL, /read as UTF-16/],
    ['UTF-16, big end first, with its mark', Buffer.from(`\ufeff${SOUND}`, 'utf16le').swap16(), ALL, /big-endian/],
    ['CR line ends', SOUND.replaceAll('\n', '\r'), ALL, null],
    [
      'line ends of three systems in one file',
      lines(SOUND)
        .map((line, at) => line + ['\n', '\r\n', '\r'][at % 3])
        .join(''),
      ALL,
      null,
    ],
    ['the wrong delimiter', SOUND.replaceAll(',', ';'), ALL, /semicolons/],
    ['a line `sep=;` before the header, as spreadsheets write it', `sep=;\n${SOUND.replaceAll(',', ';')}`, ALL, /semicolons/],
    ['the same line, quoted', `"sep=,"\n${SOUND}`, ALL, null],
    ['a title and a date above the header', `Krone price list\nValid from 1 March\n\nPer bottle\n\n\n${SOUND}`, ALL, /header is in line 7/],
    [
      'every line quoted as one cell',
      lines(SOUND)
        .map((line) => `"${line.replaceAll('"', '""')}"\n`)
        .join(''),
      ALL,
      /quoted as one cell/,
    ],
    ['the header again in the middle', SOUND + HEADER + row('Last'), [...ALL, 'Last'], null],
    ['mojibake', Buffer.from(SOUND, 'utf8').toString('latin1'), ALL, null],
    ['Windows-1252', Buffer.from(SOUND, 'latin1'), ALL, /Windows-1252/],
    ['a NUL in a cell', SOUND.replace('Two', 'T\0wo'), ALL, /control characters were removed/],
    ['filled up with NULs after its end', SOUND + '\0'.repeat(4_096), ALL, /control characters were removed/],
    ['the end mark of an old system', `${SOUND}\x1a`, ALL, /control characters were removed/],
    [
      'a line end inside a quoted cell',
      `${SOUND}"Krone 2012 Four\nSquare (Samos)",Krone,Syrah,Samos,20,"two\nlines"\n`,
      [...ALL, 'Four Square'],
      null,
    ],
    ['cells kept as formulas, `="20"`', HEADER + row('One', '="20"'), ['One'], null],
    ['signs nobody sees in the header', SOUND.replace('title', '\u200btitle\u00a0').replace('price', ' Price '), ALL, null],
    ['gzip in two parts, one after the other', Buffer.concat([gzipSync(HEADER + row('One')), gzipSync(row('Two'))]), ['One', 'Two'], null],
    ['a header and not one row', HEADER, [], /header but no rows/],
  ])('%s', async (_, content, names, notice) => {
    const found = await read(content);
    expect(found.names).toEqual(names);
    expect(found.rejects).toEqual([]);
    expect(found.notices).toMatch(notice ?? /^$/);
  });

  test('reads past fifty thousand blank rows with commas and a million without', async () => {
    const found = await read(gzipSync(SOUND + ',,,,,\n'.repeat(50_000) + '\n'.repeat(1_000_000) + row('Last') + row('Bad', 'soon')));
    expect(found.names).toEqual([...ALL, 'Last']);
    expect(found.blank).toBe(1_050_000);
    expect(found.rejects).toMatchObject([{ line: 1_050_006 }]);
  });

  test.each([
    ["1'234.50", 1_234.5],
    ['1 234', 1_234],
    ['"1,234.50"', 1_234.5],
    ['"1.234,50"', 1_234.5],
    ['$20', 20],
  ])('reads thousands written as %s', async (written, price) => {
    const [found, plain] = [await read(HEADER + row('One', written)), await read(HEADER + row('One', price.toFixed(2)))];
    expect(found.prices).toEqual(plain.prices);
  });
});

describe('row that is rejected with line, column, reason and the row itself [CAT-29]', () => {
  const long = 'x'.repeat(20_000_000);
  const four = 'Krone 2012 Four (Samos),Krone,Syrah,Samos';
  test.each<[kind: string, bad: string, column: string, reason: RegExp]>([
    ["a spreadsheet's #NAME? for a name", '#NAME?,Krone,Syrah,Samos,20,x', 'title', /title is missing/],
    ["a spreadsheet's #NAME? for a price", `${four},#NAME?,x`, 'price', /price is missing/],
    ['a number that became a date', `${four},3-May,x`, 'price', /"3-May" looks like a date/],
    ['a number that became a whole date', `${four},03/05/2026,x`, 'price', /looks like a date/],
    ['a number that was shortened', `${four},8.71E+12,x`, 'price', /shortened by a spreadsheet/],
    [
      'a thousands comma without quotation marks',
      `${four},1,234.56,x`,
      '',
      /7 cells but the header has 6\. Put cells that contain a comma/,
    ],
    ['a price in two readings', `${four},1.234,x`, 'price', /two things/],
    ['a row of totals at the end', ',,,,60,', 'title', /title is missing/],
    ['a row with fewer cells', 'Krone 2012 Four (Samos),Krone', '', /2 cells but the header has 6/],
    ['twenty megabytes of one line', long, '', /longer than/],
  ])('%s', async (_, cell, column, reason) => {
    const { names, rejects } = await read(`${SOUND}${cell}\n${row('Last')}`);
    expect(names).toEqual([...ALL, 'Last']);
    expect(rejects).toMatchObject([{ line: 5, column, reason: expect.stringMatching(reason) }]);
    expect(cell.startsWith(rejects[0]?.raw.replace(/…$/, '') ?? 'none')).toBe(true);
  });

  test('rejects a truncated last row', async () => {
    const { names, rejects } = await read(`${SOUND}Krone 2012 Fou`);
    expect(names).toEqual(ALL);
    expect(rejects).toMatchObject([{ line: 5, reason: expect.stringContaining('is incomplete') }]);
  });

  test('rejects the row of an unclosed quotation mark', async () => {
    const { names, rejects } = await read(`${SOUND}Krone 2012 Four,Krone,Syrah,Samos,20,"x\n`);
    expect(names).toEqual(ALL);
    expect(rejects).toMatchObject([{ line: 5, reason: expect.stringContaining('never closed') }]);
  });

  test('rejects the end of a truncated gzip file', async () => {
    const { names, rejects } = await read(cut(gzipSync(SOUND)));
    expect(ALL.slice(0, names.length)).toEqual(names);
    expect(rejects).toMatchObject([{ code: 'cut-short' }]);
  });

  test('rejects shortened product numbers that would make several products one', async () => {
    const mapping = exampleMapping();
    const byNumber = { ...mapping, identity: { ...mapping.identity, columns: ['variety'] } };
    const { names, rejects } = await read(`${HEADER}Krone 2012 One,Krone,8.71E+12,Samos,20,x\n`, byNumber);
    expect(names).toEqual([]);
    expect(rejects).toMatchObject([{ line: 2, column: 'variety', reason: expect.stringContaining('Format the column as text') }]);
  });
});

describe('file that is rejected as a whole with the reason', () => {
  test.each<[kind: string, content: string | Buffer, reason: RegExp]>([
    ['a changed header', SOUND.replace('winery', 'producer'), /the column "winery" is missing/],
    ['a header that stands below rows of a table', row('One') + row('Two') + HEADER + row('Three'), /missing|longer|shape/],
    ['two columns of one name', SOUND.replace('region', 'price'), /"region" is missing/],
    [
      'two columns of one name beside all others',
      SOUND.replaceAll('\n', ',1\n').replace(',1\n', ',price\n'),
      /More than one column is called "price"/,
    ],
    ['a workbook called .csv', Buffer.from('PK\u0003\u0004\u0014\0 and so on'), /workbook/],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /old Excel workbook/],
    ['a web page called .xls', `<html xmlns:o="urn:x"><body><table><tr><td>title</td></tr></table></body></html>`, /web page/],
    ['XML called .xls', '<?xml version="1.0"?><Workbook></Workbook>', /XML/],
    ['a text document', '{\\rtf1\\ansi hello}', /text document/],
    ['a PDF', '%PDF-1.7 …', /PDF/],
    ['gzip in gzip', gzipSync(gzipSync(SOUND)), /twice/],
    [
      'a tar archive in gzip',
      gzipSync(Buffer.concat([Buffer.from('list.csv'.padEnd(257, '\0')), Buffer.from(`ustar${SOUND}`)])),
      /tar archive/,
    ],
    ['a workbook in gzip', gzipSync(Buffer.from('PK\u0003\u0004\u0014\0 and so on')), /workbook/],
    ['JSON', `[\n  {"title": "One", "price": 12}\n]`, /is JSON, and "example" reads tables/],
    ['JSON, an object a line', `{"title": "One"}\n{"title": "Two"}\n`, /is JSON/],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0, 0, 0, 1, 0, 0, 2]), /not a text file/],
    ['nothing but NULs', Buffer.alloc(5_000), /missing|not a text file/],
    ['nothing', '', /empty/],
    ['one endless line', 'x'.repeat(3_000_000), /missing/],
  ])('%s', async (_, content, reason) => {
    const reading = read(content);
    await expect(reading).rejects.toThrow(reason);
    await expect(reading).rejects.toBeInstanceOf(ImportFileError);
  });

  test('rejects a small file that unpacks to more than any list', async () => {
    const path = await file(gzipSync(Buffer.alloc(8_000_000, 10)));
    const drain = async () => {
      for await (const _ of (await openFile(path, { mostUnpacked: 1_000_000 })).chunks(() => {}));
    };
    await expect(drain()).rejects.toThrow('more than 200 times its size');
  });
});
