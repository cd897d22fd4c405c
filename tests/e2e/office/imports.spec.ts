/** A supplier's new list: columns, difference, rows to correct, the import and its undo; colleagues, closed tabs and schedules. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type CellValue, writeXlsx } from 'hucre/xlsx';
import { send } from '#tests/fixtures/http.ts';
import { listedWine, wineListOf } from '#tests/fixtures/imports.ts';
import { OFFICE_HOST } from '#tests/fixtures/office.ts';
import { type OfficeShop, serveOffice } from './support/office.ts';
import { dialog, expect, press, screen, test, toast } from './support/test.ts';

/** Work in the background runs in processes of its own. */
const WORK_MS = 90_000;

let shop: OfficeShop;
let folder: string;

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cellardoor-imports-'));
  shop = await serveOffice({ env: { IMPORT_WATCH_DIR: folder } });
});
test.afterAll(async () => {
  await shop?.stop();
  await rm(folder, { recursive: true, force: true });
});

const HEADERS = ['Kennzahl', 'Bezeichnung', 'Gut', 'Jahr', 'Betrag'];

/** A workbook whose columns nobody knows. The wines are on its second sheet with a table. */
async function workbook(wines: readonly (readonly CellValue[])[]): Promise<Buffer> {
  const sheets = [
    { name: 'Cover', rows: [['Weingut Steiner, Herbst']] },
    {
      name: 'Addresses',
      rows: [
        ['Ort', 'Land'],
        ['Wien', 'Österreich'],
      ],
    },
    { name: 'Wines', rows: [HEADERS, ...wines.map((wine) => [...wine])] },
  ];
  return Buffer.from(await writeXlsx({ sheets }));
}

/** Chooses a file on the page of imports, and waits until its first rows are read. */
async function upload(page: Page, name: string, content: string | Buffer): Promise<void> {
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) });
  await page.getByRole('heading', { level: 1, name }).waitFor({ timeout: WORK_MS });
  await page.getByRole('button', { name: 'Compare with the shop' }).waitFor({ timeout: WORK_MS });
}

const expectState = (page: Page, name: string): Promise<void> =>
  expect(screen(page).getByText(name, { exact: true }).first()).toBeVisible({ timeout: WORK_MS });
const column = (page: Page, header: string) => page.getByLabel(`${header} becomes`, { exact: true });
const previewed = (page: Page) => page.getByRole('region', { name: 'First rows as wines' });
const difference = (page: Page) => page.getByRole('grid', { name: 'Difference' });

async function compare(page: Page): Promise<void> {
  await press(page, 'Compare with the shop');
  await difference(page).waitFor({ timeout: WORK_MS });
}

/** Confirms the import that is shown. */
async function start(page: Page, rows: string): Promise<void> {
  await press(screen(page), `Import ${rows}`);
  await press(dialog(page), `Import ${rows}`);
}

const stateOf = async (file: string): Promise<string | undefined> =>
  (
    await shop.database.queryOne<{ state: string }>({
      text: "select state from imports where array_to_string(files, '') = $1 order by id desc limit 1",
      values: [file],
    })
  )?.state;
const untilState = (file: string, expected: string): Promise<void> =>
  expect.poll(() => stateOf(file), { timeout: WORK_MS, intervals: [200] }).toBe(expected);

test('a supplier’s workbook with unknown columns is mapped, compared, corrected, imported and taken back @tablet', async ({
  openOffice,
}) => {
  test.slow();
  const { page, audit } = await openOffice(shop, '/imports', { as: 'Buyer' });
  await audit();
  const wines: CellValue[][] = [
    ['S-1', 'Ried Achleiten Riesling', 'Steiner', 2021, 32],
    ['S-2', 'Loibner Grüner Veltliner', 'Steiner', 2022, 24],
    ['S-3', 'Terrassen Riesling', 'Steiner', 2020, 'auf Anfrage'],
  ];
  await upload(page, 'steiner.xlsx', await workbook(wines));

  await expect(page.getByLabel('Sheet', { exact: true })).toHaveValue('Addresses');
  await page.getByLabel('Sheet', { exact: true }).selectOption('Wines');
  await column(page, 'Bezeichnung').waitFor({ timeout: WORK_MS });
  await expect(page.getByLabel('Sheet', { exact: true })).toHaveValue('Wines');
  for (const [header, meaning] of [
    ['Kennzahl', 'SKU'],
    ['Bezeichnung', 'Name'],
    ['Gut', 'Producer'],
    ['Jahr', 'Vintage'],
    ['Betrag', 'Price'],
  ] as const)
    await column(page, header).selectOption(meaning);
  await page.getByLabel('How to read Betrag').selectOption('of a case');
  await expect(previewed(page)).toContainText('Steiner Ried Achleiten Riesling 2021');
  await expect(previewed(page)).toContainText('Price AU 32.00');
  await audit();

  await press(page, 'Save for a supplier');
  await dialog(page).getByLabel('Supplier').fill('Steiner');
  await press(dialog(page), 'Save for a supplier');
  await toast(page, 'Mapping of Steiner saved.');
  await expect(page.getByText('Recognised as a file of Steiner.')).toBeVisible();

  await compare(page);
  await expect(page.getByRole('button', { name: 'New 2' })).toBeVisible();
  await audit();
  await difference(page)
    .getByRole('link', { name: /Ried Achleiten/ })
    .click();
  await expect(dialog(page)).toContainText('$32.00');
  await audit();
  await dialog(page).getByRole('button', { name: 'Close' }).last().click();
  await press(page, 'Rejected 1');
  await difference(page)
    .getByRole('link', { name: /auf Anfrage/ })
    .click();
  await dialog(page).getByLabel('Betrag').fill('28');
  await audit();
  await press(dialog(page), 'Check again');
  await toast(page, 'The row is right now.');
  await press(page, 'All rows');
  await expect(difference(page)).toContainText('Steiner Terrassen Riesling 2020');

  await start(page, '3 rows');
  await expectState(page, 'Imported');
  await expect(difference(page).getByText('New, written').first()).toBeVisible();
  const sold = await shop.database.queryMany({ text: "select 1 from offers where record->>'brand' = 'Steiner'" });
  expect(sold).toHaveLength(3);

  await page.getByRole('link', { name: 'Back to Imports' }).click();
  await upload(page, 'steiner-2.xlsx', await workbook(wines.map((wine) => [...wine.slice(0, 4), 36])));
  await expect(page.getByText('Recognised as a file of Steiner.')).toBeVisible();
  await compare(page);
  await press(page, 'Changed 3');
  const row = difference(page).getByRole('row', { name: /Ried Achleiten/ });
  await expect(row).toContainText('$36.00');
  await expect(row).toContainText('$32.00');
  await expect(row).toContainText('+12.5%');
  await start(page, '3 rows');
  await expectState(page, 'Imported');

  await press(page, 'Undo import');
  await audit();
  await press(dialog(page), 'Undo import');
  await expect(page.getByText('Undone by Bea Byer: 3 records restored, 0 records removed.')).toBeVisible({ timeout: WORK_MS });
  const prices = await shop.database.queryMany<{ price: number }>({
    text: "select (record->'prices'->'AU'->>'packPrice')::numeric::integer as price from offers where record->>'brand' = 'Steiner' order by 1",
  });
  expect(prices.map(({ price }) => price)).toEqual([24, 28, 32]);
});

test('columns are changed after a comparison, and the new difference is shown @slow', async ({ openOffice }) => {
  const { page } = await openOffice(shop, '/imports', { as: 'Buyer' });
  await upload(page, 'columns.csv', wineListOf(listedWine(11), listedWine(12)));
  await compare(page);

  await press(page, 'Change columns');
  await page.getByLabel('How to read Price').selectOption('of a case');
  await expect(previewed(page)).toContainText('Price AU 20.00');
  await compare(page);

  await expect(page.getByRole('button', { name: 'Compare with the shop' })).toHaveCount(0);
  await expect(difference(page)).toContainText('$20.00');
});

test('says that a colleague has started the same import @slow', async ({ openOffice }) => {
  const bea = await openOffice(shop, '/imports', { as: 'Buyer', expectsViolations: true });
  await upload(bea.page, 'shared.csv', wineListOf(listedWine(21), listedWine(22)));
  await compare(bea.page);
  const mia = await openOffice(shop, new URL(bea.page.url()).pathname, { as: 'Manager' });
  await difference(mia.page).waitFor();
  await press(screen(bea.page), 'Import 2 rows');
  await dialog(bea.page).getByRole('button', { name: 'Import 2 rows' }).waitFor();

  await start(mia.page, '2 rows');
  await untilState('shared.csv', 'done');
  await press(dialog(bea.page), 'Import 2 rows');

  await expect(screen(bea.page).getByRole('alert')).toContainText('Mia Manager changed this');
  await expectState(bea.page, 'Imported');
  await expectState(mia.page, 'Imported');
  const sold = await shop.database.queryMany({
    text: "select 1 from offers where record->>'sku' like '%W21%' or record->>'sku' like '%W22%'",
  });
  expect(sold).toHaveLength(2);
});

test('goes on while the tab is closed', async ({ openOffice }) => {
  const { page, context } = await openOffice(shop, '/imports', { as: 'Buyer' });
  await upload(page, 'closed.csv', wineListOf(...Array.from({ length: 1_200 }, (_, at) => listedWine(1_000 + at))));
  await compare(page);
  await start(page, '1,200 rows');
  await expect(page.getByText('You can close this page. The work goes on.')).toBeVisible();
  await page.close();
  await untilState('closed.csv', 'done');

  const later = await context.newPage();
  await later.goto(`${shop.officeUrl}/imports`);
  const row = later.getByRole('row', { name: /closed\.csv/ });
  await expect(row).toContainText('Imported');
  await row.getByRole('link').first().click();
  await expect(difference(later).getByText('New, written').first()).toBeVisible();
  await expect(later.getByRole('button', { name: 'Undo import' })).toBeVisible();
});

test('an import that ends while its screen is being read is shown as imported @slow', async ({ openOffice }) => {
  const { page, context } = await openOffice(shop, '/imports', { as: 'Buyer' });
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  // The word about the end has reached the page.
  const ended = new Promise<void>((resolve) => {
    devtools.on('Network.eventSourceMessageReceived', ({ data }) => {
      if (data.includes('"event":"done"')) resolve();
    });
  });
  await upload(page, 'late.csv', wineListOf(listedWine(31), listedWine(32)));
  await compare(page);
  // The answer of before the end arrives after it, and so does every word about the end.
  let isHeld = false;
  await page.route('**/office/v1/imports/import?*', async (route) => {
    if (isHeld || (await stateOf('late.csv')) !== 'applying') return route.continue();
    isHeld = true;
    const { pathname, search } = new URL(route.request().url());
    const headers = { ...(await route.request().allHeaders()), 'accept-encoding': 'identity' };
    const { status, text } = await send(shop.running.port, OFFICE_HOST, 'GET', pathname + search, headers);
    await ended;
    await route.fulfill({ status, contentType: 'application/json', body: text });
  });
  await start(page, '2 rows');

  await expectState(page, 'Imported');
  expect(isHeld).toBe(true);
  await expect(page.getByRole('button', { name: 'Undo import' })).toBeVisible();
});

test('a saved mapping is deleted, unless a schedule needs it @slow', async ({ openOffice }) => {
  test.slow();
  const { page, audit } = await openOffice(shop, '/imports', { as: 'Buyer' });
  await upload(page, 'gone.csv', wineListOf(listedWine(61)));
  await press(page, 'Save for a supplier');
  await dialog(page).getByLabel('Supplier').fill('Gone');
  await press(dialog(page), 'Save for a supplier');
  await toast(page, 'Mapping of Gone saved.');
  const mapping = await shop.database.queryOne<{ id: number }>({ text: "select id from import_mappings where supplier = 'Gone'" });
  const schedule = await shop.database.queryOne<{ id: number }>({
    text: `insert into import_schedules (name, source, location, mapping_id, market, weekdays, times)
      values ('Weekly', 'folder', 'gone', $1, 'AU', '{1}', '{08:00}') returning id`,
    values: [mapping?.id],
  });

  await press(page, 'Delete mapping');
  await audit();
  await press(dialog(page), 'Delete mapping');
  await expect(dialog(page)).toContainText('The schedule “Weekly” uses this mapping.');

  await shop.database.execute({ text: 'delete from import_schedules where id = $1', values: [schedule?.id] });
  await press(dialog(page), 'Delete mapping');
  await toast(page, 'Mapping of Gone deleted.');
  await expect(page.getByRole('button', { name: 'Save for a supplier' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete mapping' })).toHaveCount(0);
});

test('a scheduled file with too many rejected rows waits for approval, and a person releases it', async ({ openOffice }) => {
  test.slow();
  const { page, audit } = await openOffice(shop, '/imports', { as: 'Buyer' });
  await upload(page, 'house.csv', wineListOf(listedWine(41)));
  await press(page, 'Save for a supplier');
  await dialog(page).getByLabel('Supplier').fill('House');
  await press(dialog(page), 'Save for a supplier');
  await toast(page, 'Mapping of House saved.');

  await page.goto(`${shop.officeUrl}/imports/schedules`);
  await audit();
  await press(page, 'New schedule');
  await dialog(page).getByLabel('Name', { exact: true }).fill('House prices');
  await dialog(page).getByLabel('Saved mapping').selectOption('House');
  await dialog(page).getByLabel('Where the file is').selectOption('In the watched folder');
  await dialog(page).getByLabel('Name of the folder').fill('house');
  await audit();
  await press(dialog(page), 'Save schedule');
  await toast(page, 'Schedule “House prices” saved.');

  await mkdir(join(folder, 'scheduled/house'), { recursive: true });
  await writeFile(join(folder, 'scheduled/house/monday.csv'), wineListOf(listedWine(41), listedWine(42), listedWine(43, 'soon')));
  await shop.database.execute({ text: "update import_schedules set next_run_at = now() - interval '1 minute'" });
  await untilState('monday.csv', 'held');

  await page.goto(`${shop.officeUrl}/imports`);
  await press(page, 'Waiting for you');
  await page
    .getByRole('row', { name: /monday\.csv/ })
    .getByRole('link')
    .first()
    .click();
  await expect(screen(page).getByRole('alert')).toContainText('1 row was rejected, more than 5%.');
  await expect(screen(page)).toContainText('From the schedule “House prices”');
  await audit();
  await start(page, '2 rows');
  await expectState(page, 'Imported');

  await page.goto(`${shop.officeUrl}/imports/schedules`);
  await expect(page.getByRole('row', { name: /House prices/ })).toContainText('Imported');
});
