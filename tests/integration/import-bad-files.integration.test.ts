/** Files that are broken: each ends in rows to correct or in a sentence about the file, and no call fails on our side. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { importOfficeContract, type OfficeImport } from '#domains/imports/office-contract.ts';
import { createImporter, type Importer, listedWine, wineListOf } from '#tests/fixtures/imports.ts';
import { MALICIOUS_STRINGS } from '#tests/fixtures/malicious-strings.ts';
import { createTestStaff, must, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

/** Broken price lists of real shops, if they are next to the project. */
const FOLDER = new URL('../../../shared/data/ugly-imports/', import.meta.url);

/** Additional texts, if the file exists. */
const MORE_TEXTS = new URL('../../../shared/data/naughty-strings.json.gz', import.meta.url);

function hostileTexts(): readonly string[] {
  const more = existsSync(MORE_TEXTS) ? z.array(z.string()).parse(JSON.parse(gunzipSync(readFileSync(MORE_TEXTS)).toString('utf8'))) : [];
  return [...new Set([...MALICIOUS_STRINGS.map(({ text }) => text), ...more])];
}

function listFiles(): readonly string[] {
  try {
    return readdirSync(FOLDER);
  } catch {
    return [];
  }
}

let shop: TestShop;
let browser: OfficeBrowser;
let importer: Importer;
beforeAll(async () => {
  shop = await createTestShop();
  browser = await signInAs(shop, await createTestStaff(shop.database, { email: 'buyer@shop.example', roles: ['Buyer'] }));
  importer = createImporter(shop.database, browser);
});
afterAll(() => shop?.stop());
beforeEach(async () => {
  await shop.database.execute({ text: 'truncate offers, stock_levels, imports, import_mappings restart identity cascade' });
});

/** A sentence for people: begins with a capital, ends with a full stop, and names nothing of the program. */
const SENTENCE = /^(?!.*(?:Error:|undefined|\[object|ENOENT|at \/|\bnull\b))[A-Z“"#'\d].*[.?!]$/s;

const rowsOf = async ({ id }: OfficeImport) =>
  (await must(browser.call(importOfficeContract).importRows({ id, 'filter[outcome]': 'rejected', limit: 100 }))).rows;

/** Uploads, compares and imports as far as the file allows. */
async function importWhole(name: string, content: string | Buffer): Promise<OfficeImport> {
  const found = await importer.upload(name, content);
  if (found.state !== 'mapping') return found;
  const compared = await importer.compare(found);
  return compared.actions.canStart ? importer.start(compared) : compared;
}

async function expectHumane(found: OfficeImport): Promise<void> {
  if (found.state === 'failed') expect(found.problem).toMatch(SENTENCE);
  else expect(['ready', 'done']).toContain(found.state);
  for (const notice of found.notices) expect(notice).toMatch(SENTENCE);
  for (const row of await rowsOf(found)) expect(row.reason).toMatch(SENTENCE);
}

test.each(listFiles())('%s is imported as far as it is sound', async (name) => {
  const found = await importWhole(name, readFileSync(new URL(name, FOLDER)));

  await expectHumane(found);
  expect(found.state).toBe('done');
  expect(found.appliedRows).toBeGreaterThan(0);
});

describe('a file that is rejected as a whole', () => {
  test.each<[kind: string, name: string, content: string | Buffer, reason: RegExp]>([
    ['a PDF', 'list.pdf', '%PDF-1.7 …', /PDF document/],
    ['an old workbook', 'list.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /old Excel workbook/],
    ['a damaged workbook', 'list.xlsx', Buffer.from('PK\u0003\u0004\u0014\0 and so on'), /damaged|not an XLSX/],
    ['a web page', 'list.xls', '<html><body><table><tr><td>Name</td></tr></table></body></html>', /web page/],
    ['gzip in gzip', 'list.csv.gz', gzipSync(gzipSync('Name,Price\nA,1\n')), /twice/],
    ['one column', 'list.csv', 'Name\nOne\nTwo\n', /neither a table/],
    ['nothing but spaces', 'list.csv', ' \n \n', /neither a table/],
    ['broken JSON', 'list.json', '[{"name": "One", "price"', /neither a table/],
    ['a picture', 'list.csv', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]), /not a text file|neither a table/],
  ])('%s says why', async (_, name, content, reason) => {
    const found = await importWhole(name, content);

    expect(found).toMatchObject({ state: 'failed', problem: expect.stringMatching(reason), actions: { canDiscard: true } });
    expect(found.problem).toMatch(SENTENCE);
  });

  test('a workbook of empty sheets says so', async () => {
    const found = await importWhole('empty.xlsx', Buffer.from(await writeXlsx({ sheets: [{ name: 'A', rows: [['Only a title']] }] })));

    expect(found).toMatchObject({ state: 'failed', problem: 'No sheet of the workbook is a table of several columns.' });
  });
});

describe('a file that is partly broken', () => {
  const sound = wineListOf(listedWine(1), listedWine(2));

  test.each<[kind: string, content: string | Buffer, counts: Readonly<Record<string, number>>]>([
    ['a truncated last row', `${sound}W3,Block 3`, { new: 2, rejected: 1 }],
    ['a quotation mark that never ends', `${sound}W3,"Block 3 Shiraz,House,2020,Australia,Red,20,12\n`, { new: 2, rejected: 1 }],
    ['an error of a spreadsheet for a price', `${sound}${listedWine(3, '#NAME?')}\n`, { new: 2, rejected: 1 }],
    ['a negative price', `${sound}${listedWine(3, '-5')}\n`, { new: 2, rejected: 1 }],
    ['a NUL in a cell', `${sound}${listedWine(3).replace('Block', 'Bl\0ock')}\n`, { new: 3, rejected: 0 }],
    ['a formula for a name', `${sound}${listedWine(3).replace('Block', '=HYPERLINK(1)')}\n`, { new: 3, rejected: 0 }],
    ['fifty thousand empty rows', `${sound}${',,,,,,,\n'.repeat(50_000)}${listedWine(3)}\n`, { new: 3, rejected: 0 }],
    ['a truncated gzip file', gzipSync(sound).subarray(0, -12), { rejected: 1 }],
  ])('%s is reported by row, and the rest is imported', async (_, content, counts) => {
    const found = await importWhole('list.csv', content);

    await expectHumane(found);
    expect(found.counts).toMatchObject(counts);
    expect(found.appliedRows).toBe(found.counts?.new);
  });
});

describe('a list of hostile texts', () => {
  const texts = hostileTexts();
  const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;

  test('in any column but the name is imported or rejected row by row', async () => {
    const sound = ['House', '2020', 'Australia', 'Red', '20', '12.00'];
    const rows = texts.map((text, at) => {
      const cells = sound.map((value, column) => (column === at % sound.length ? cell(text) : value));
      return `H${at},Block ${at},${cells.join(',')}`;
    });

    const found = await importWhole('list.csv', wineListOf(...rows));

    await expectHumane(found);
    expect(found.state).toBe('done');
    const { new: added = 0, rejected = 0 } = found.counts ?? {};
    expect(added + rejected).toBe(texts.length);
  });

  test('for a header is shown as a column to choose', async () => {
    for (const text of texts.filter((text) => text.trim() !== '').slice(0, 12)) {
      const found = await importer.upload('list.csv', wineListOf(listedWine(1)).replace('Cost price', cell(text)));

      expect(found.state, text).toBe('mapping');
    }
  });

  test('for a file name is stored as a name', async () => {
    for (const name of [
      '../../etc/passwd.csv',
      'a\u202egpj.csv',
      '<b>list</b>.csv',
      'con.csv',
      '列表.csv',
      "list'); drop table offers; --.csv",
    ])
      expect(await importWhole(name, wineListOf(listedWine(1))), name).toMatchObject({ file: name });
  });
});
