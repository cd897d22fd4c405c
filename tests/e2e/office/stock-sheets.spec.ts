/** A delivery comes and the shelf is counted, on a tablet in the cellar, while the shop sells. */
import type { Page } from '@playwright/test';
import { type OfficeShop, serveOffice, WINES } from './support/office.ts';
import { dialog, expect, press, scan, screen, test, toast } from './support/test.ts';

const [SHIRAZ, RIESLING] = WINES;

let shop: OfficeShop;

test.beforeAll(async () => {
  shop = await serveOffice();
});
test.afterAll(async () => {
  await shop?.stop();
});

const figure = (page: Page, name: string) => screen(page).locator('dl > div', { hasText: name }).locator('.num');
const field = (page: Page, column: string, wine: string) => page.getByRole('textbox', { name: new RegExp(`^${column}: .*${wine}`) });
const saved = (page: Page) => expect(page.getByText('Everything is saved.')).toBeVisible();

/** Finds a wine by its name and adds a case of it. */
async function addWine(page: Page, words: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Add a wine' }).fill(words);
  await page.getByRole('list', { name: 'Wines found' }).getByRole('button').first().click();
  await saved(page);
}

async function levelOf(page: Page, productId: number): Promise<number> {
  await page.goto(`/stock/AU-${productId}`);
  await expect(figure(page, 'Available')).toHaveText(/\d/);
  return Number(await figure(page, 'Available').textContent());
}

test('receives a delivery that was entered line by line, and takes it back @tablet', async ({ openOffice }) => {
  const { page, audit } = await openOffice(shop, '/stock/deliveries', { as: 'Cellar' });
  await expect(page.getByText('No deliveries yet')).toBeVisible();
  await audit();
  await page.getByRole('button', { name: 'Receive a delivery' }).first().click();
  await dialog(page).getByLabel('Supplier').fill('Yarra Wholesale');
  await dialog(page)
    .getByLabel(/^Number of the delivery note/)
    .fill('DN-4711');
  await audit();
  await press(dialog(page), 'Start entering');
  await page.getByRole('heading', { level: 1, name: 'Delivery from Yarra Wholesale' }).waitFor();

  await addWine(page, 'office-shiraz');
  await field(page, 'On the note', 'Shiraz').fill('12');
  await field(page, 'Came', 'Shiraz').fill('11');
  await field(page, 'Came', 'Shiraz').press('Enter');
  await saved(page);
  await expect(page.getByRole('row', { name: /Shiraz/ })).toContainText('−1');
  await scan(page, RIESLING.sku);
  await expect(field(page, 'Came', 'Riesling')).toHaveValue('1');
  await scan(page, RIESLING.sku);
  await expect(field(page, 'Came', 'Riesling')).toHaveValue('2');
  await saved(page);
  await audit();

  await press(page, 'Check and receive');
  await expect(dialog(page)).toContainText('13 cases of 2 wines are added to the stock of AU.');
  await expect(dialog(page)).toContainText('1 missing');
  await audit();
  await press(dialog(page), 'Receive 13 cases');
  await toast(page, '13 cases received.');
  await expect(screen(page).getByText('Received', { exact: true })).toBeVisible();
  await audit();

  await page.getByRole('link', { name: /Shiraz/ }).click();
  await expect(figure(page, 'Available')).toHaveText('511');
  await page.getByRole('region', { name: 'Ledger' }).getByRole('link', { name: 'Yarra Wholesale, DN-4711' }).click();
  await press(page, 'Take back');
  await press(dialog(page), 'Take delivery back');
  await toast(page, /^Taken back/);
  await expect(screen(page).getByText('Taken back', { exact: true })).toBeVisible();
  expect(await levelOf(page, SHIRAZ.productId)).toBe(500);
});

test('keeps what was entered without a connection, also when the page is closed @tablet @slow', async ({ openOffice }) => {
  const { page } = await openOffice(shop, '/stock/deliveries', { as: 'Manager', expectsViolations: true });
  await page.getByRole('button', { name: 'Receive a delivery' }).first().click();
  await press(dialog(page), 'Start entering');
  await page.getByRole('heading', { level: 1, name: /^Delivery \d+$/ }).waitFor();
  await addWine(page, 'office-shiraz');
  await page.route('**/office/v1/stock-sheets/line', (route) => route.abort());
  await scan(page, SHIRAZ.sku);
  await scan(page, SHIRAZ.sku);
  await expect(page.getByText('No connection. 2 entries are kept on this device and saved later.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Check and receive' })).toBeDisabled();

  await page.reload();
  await expect(page.getByText(/^No connection. 2 entries/)).toBeVisible();
  await page.unroute('**/office/v1/stock-sheets/line');

  await saved(page);
  await expect(field(page, 'Came', 'Shiraz')).toHaveValue('3');
});

test('counts what the list shows with a colleague, blind, while the shop sells @tablet', async ({ openOffice }) => {
  const celia = await openOffice(shop, '/stock?q=office-&filter[market]=AU', { as: 'Cellar' });
  const { page, audit } = celia;
  await page.getByRole('checkbox', { name: 'Select all Stock shown' }).check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Count these' }).click();
  await dialog(page)
    .getByLabel(/^What is counted/)
    .fill('Reds, aisle 3');
  await dialog(page).getByText('Blind: hide how many cases there should be').click();
  await audit();
  await press(dialog(page), 'Start counting');
  await page.getByRole('heading', { level: 1, name: 'Reds, aisle 3' }).waitFor();
  await expect(page.getByRole('columnheader', { name: 'Expected' })).toHaveCount(0);
  await audit();

  const mia = await openOffice(shop, new URL(page.url()).pathname, { as: 'Manager' });
  await field(page, 'Counted', 'Shiraz').fill('499');
  await field(page, 'Counted', 'Shiraz').press('Enter');
  await saved(page);
  await expect(field(mia.page, 'Counted', 'Shiraz')).toHaveValue('499');
  await field(mia.page, 'Counted', 'Riesling').fill('500');
  await field(mia.page, 'Counted', 'Riesling').press('Enter');
  await expect(field(page, 'Counted', 'Riesling')).toHaveValue('500');
  await shop.buy([SHIRAZ.productId]);

  await press(page, 'Review differences');
  await expect(page.getByText(/2 wines counted. 1 wine differs/)).toBeVisible();
  await expect(page.getByRole('row', { name: /Shiraz/ })).toContainText('500');
  await audit();
  await press(page, 'Apply differences');
  await expect(dialog(page)).toContainText('Only the differences are applied.');
  await press(dialog(page), 'Apply differences');
  await toast(page, 'The count is applied.');
  await expect(screen(page).getByText('Applied', { exact: true })).toBeVisible();
  expect(await levelOf(page, SHIRAZ.productId)).toBe(498);
  await page
    .getByRole('region', { name: 'Ledger' })
    .getByRole('link', { name: /^Count/ })
    .click();
  await page.getByRole('heading', { level: 1, name: 'Reds, aisle 3' }).waitFor();

  const reader = await openOffice(shop, new URL(page.url()).pathname, { as: 'Read-only' });
  await expect(reader.page.getByRole('button', { name: 'Take back' })).toHaveCount(0);
});
