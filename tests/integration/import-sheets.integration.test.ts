/** Workbooks with several sheets: which one is proposed, chosen and remembered. */
import { type CellValue, writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { importOfficeContract, type OfficeImport } from '#domains/imports/office-contract.ts';
import { workOnImport } from '#domains/imports/server/work-imports.ts';
import { createImporter, type Importer, listedWine, wineListOf, workDeps } from '#tests/fixtures/imports.ts';
import { createTestStaff, must, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

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

interface Sheet {
  readonly name: string;
  readonly rows: readonly CellValue[][];
}

const [HEADERS = []] = wineListOf()
  .split('\n')
  .map((line) => line.split(','));
const cells = (number: number, price: number): CellValue[] => listedWine(number, price).split(',');
const REDS: Sheet = { name: 'Reds', rows: [HEADERS, cells(1, 20), cells(2, 20)] };
const WHITES: Sheet = { name: 'Whites', rows: [HEADERS, cells(3, 30)] };

const workbook = async (...sheets: readonly Sheet[]): Promise<Buffer> =>
  Buffer.from(await writeXlsx({ sheets: sheets.map(({ name, rows }) => ({ name, rows: [...rows] })) }));

const calls = () => browser.call(importOfficeContract);
const rowsOf = async ({ id }: OfficeImport) => (await must(calls().importRows({ id }))).rows;

async function select({ id, version }: OfficeImport, sheet: string): Promise<OfficeImport> {
  await must(calls().selectSheet({ id, version, sheet }));
  await workOnImport(workDeps(shop.database), id);
  return importer.read(id);
}

test('the first sheet that is a table is proposed, and another one is read when it is chosen', async () => {
  const found = await importer.upload('list.xlsx', await workbook({ name: 'Cover', rows: [['House, autumn']] }, REDS, WHITES));
  expect(found.sample).toMatchObject({ sheet: 'Reds', sheets: ['Cover', 'Reds', 'Whites'] });
  expect(found.sample?.rows).toHaveLength(2);
  expect(found.notices.join(' ')).not.toContain('--sheet');

  const chosen = await select(found, 'Whites');
  const compared = await importer.compare(chosen);

  expect(chosen).toMatchObject({ state: 'mapping', sample: { sheet: 'Whites', rows: [expect.arrayContaining(['W3'])] } });
  expect((await rowsOf(compared)).map(({ title }) => title)).toEqual(['House Block 3 Shiraz 2020']);
  expect(compared.notices.join(' ')).not.toContain('--sheet');
});

test('a table of changes is compared by the chosen sheet', async () => {
  await shop.stock({ offerId: 'a', productId: 1 });
  const prices = (name: string, price: number): Sheet => ({
    name,
    rows: [
      ['sku', 'price AU'],
      ['SKU-a', price],
    ],
  });
  const found = await importer.upload('prices.xlsx', await workbook(prices('Old', 50), prices('New', 70)));

  const compared = await importer.compare(await select(found, 'New'));

  expect(await rowsOf(compared)).toMatchObject([{ oldPrice: 60, newPrice: 70 }]);
});

test('another sheet than those of the file is refused with their names', async () => {
  const found = await importer.upload('list.xlsx', await workbook(REDS, WHITES));
  const plain = await importer.upload('list.csv', wineListOf(listedWine(1)));

  const refused = await calls().selectSheet({ id: found.id, version: found.version, sheet: 'Rosés' });
  const ofPlain = await calls().selectSheet({ id: plain.id, version: plain.version, sheet: 'Reds' });

  expect(refused).toMatchObject({ ok: false, code: 'sheet_invalid', title: 'The file has no sheet “Rosés”. It has: Reds, Whites.' });
  expect(plain.sample).toMatchObject({ sheet: null, sheets: [] });
  expect(ofPlain).toMatchObject({ ok: false, code: 'sheet_invalid' });
});

test('the file of a supplier is read at the sheet that their mapping was saved for', async () => {
  const other: Sheet = {
    name: 'Whites',
    rows: [['Article', 'Label', 'Amount'], ...[1, 2].map((number): CellValue[] => [number, 'White', 9])],
  };
  const first = await select(await importer.upload('september.xlsx', await workbook(other, REDS)), 'Reds');
  const saved = await must(calls().saveMapping({ id: first.id, supplier: 'House' }));

  const next = await importer.upload('october.xlsx', await workbook(other, REDS));
  const renamed = await importer.upload('november.xlsx', await workbook({ ...REDS, name: 'November' }, other));

  expect(next).toMatchObject({ mappingId: saved.id, sample: { sheet: 'Reds' } });
  expect(renamed).toMatchObject({ mappingId: saved.id, sample: { sheet: 'November' } });
  expect((await importer.compare(renamed)).counts).toMatchObject({ new: 2, rejected: 0 });
});
