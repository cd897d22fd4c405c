/** A day in the cellar: what runs out, what broke, what is on the shelf, and who changed it. */
import type { Page } from '@playwright/test';
import { type OfficeShop, serveOffice, WINES } from './support/office.ts';
import { dialog, expect, press, screen, test, toast } from './support/test.ts';

const [SHIRAZ] = WINES;
const NAME = `${SHIRAZ.brand} ${SHIRAZ.name} ${SHIRAZ.vintage}`;
const ITEM = `/stock/AU-${SHIRAZ.productId}`;

let shop: OfficeShop;

test.beforeAll(async () => {
  shop = await serveOffice();
});
test.afterAll(async () => {
  await shop?.stop();
});

const ledger = (page: Page) => page.getByRole('region', { name: 'Ledger' });
const figure = (page: Page, name: string) => screen(page).locator('dl > div', { hasText: name }).locator('.num');

test('says where a wine stands, in the list and on its page, and takes it back @tablet', async ({ openOffice }) => {
  const { page, audit } = await openOffice(shop, `/stock?q=${SHIRAZ.sku}&filter%5Bmarket%5D=AU`, { as: 'Cellar' });
  await press(page, `Set bin of ${NAME}`);
  await dialog(page).getByLabel(/^Bin/).fill('a-03-2');
  await audit();
  await press(dialog(page), 'Save bin');
  await toast(page, 'Bin A-03-2 saved.');
  await expect(page.getByRole('row', { name: /Shiraz/ })).toContainText('A-03-2');
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click();
  await toast(page, 'The wine has no bin again.');

  await page.goto(ITEM);
  await press(page, 'Set bin');
  await dialog(page).getByLabel(/^Bin/).fill('B-1');
  await press(dialog(page), 'Save bin');
  await toast(page, 'Bin B-1 saved.');
  await expect(figure(page, 'Bin')).toHaveText('B-1');
  await audit();
});

test('records a broken case, takes it back, and counts the shelf while the shop sells @tablet', async ({ openOffice }) => {
  const { page, audit } = await openOffice(shop, '/stock', { as: 'Cellar' });
  await page.getByRole('searchbox', { name: 'Search stock' }).fill(SHIRAZ.sku);
  await expect(page.getByText('2 wines', { exact: true })).toBeVisible();
  await audit();
  await page.getByRole('row', { name: /AU/ }).getByRole('link').click();
  await page.getByRole('heading', { level: 1, name: /Shiraz/ }).waitFor();
  await expect(figure(page, 'Available')).toHaveText('500');
  await audit();

  await press(page, 'Adjust');
  await press(dialog(page), 'Take 1 case');
  await expect(dialog(page)).toContainText('Choose a reason');
  await dialog(page).getByLabel('How many').fill('2');
  await dialog(page).getByText('Broken', { exact: true }).click();
  await dialog(page).getByLabel(/^Note/).fill('Fell off the ladder.');
  await expect(dialog(page)).toContainText('Available: 500 now, 498 afterwards.');
  await audit();
  await press(dialog(page), 'Take 2 cases');
  await toast(page, '−2 recorded.');
  await expect(figure(page, 'Available')).toHaveText('498');
  await expect(ledger(page).getByRole('row').nth(1)).toContainText('Fell off the ladder.');
  await expect(ledger(page).getByRole('row').nth(1)).toContainText('Celia Cellar');

  await ledger(page).getByRole('button', { name: 'Take back: Adjusted −2' }).click();
  await press(dialog(page), 'Take back −2');
  await toast(page, 'Taken back.');
  await expect(figure(page, 'Available')).toHaveText('500');
  await expect(ledger(page)).toContainText('Taken back');

  await press(page, 'Count');
  await dialog(page).getByLabel('Counted').fill('499');
  await expect(dialog(page)).toContainText('−1 against what was expected.');
  const { number } = await shop.buy([SHIRAZ.productId]);
  await press(dialog(page), 'Set to 499 on the shelf');
  await toast(page, 'Count recorded.');
  await expect(figure(page, 'Available')).toHaveText('498');
  await expect(figure(page, 'On the shelf')).toHaveText('499');
  await expect(ledger(page)).toContainText(`Order #${number}`);
});

test('says who corrected the same wine, and keeps theirs or adds one’s own @slow', async ({ openOffice }) => {
  const celia = await openOffice(shop, ITEM, { as: 'Cellar' });
  const mia = await openOffice(shop, ITEM, { as: 'Manager' });
  const before = Number(await figure(mia.page, 'Available').textContent());
  for (const { page } of [celia, mia]) {
    await press(page, 'Adjust');
    await dialog(page).getByText('Opened for a tasting').click();
  }
  await press(dialog(celia.page), 'Take 1 case');
  await toast(celia.page, '−1 recorded.');
  await press(dialog(mia.page), 'Take 1 case');
  const conflict = mia.page.getByRole('alertdialog');
  await expect(conflict).toContainText('Celia Cellar');
  await mia.audit();
  await press(conflict, 'Keep yours');
  await toast(mia.page, '−1 recorded.');
  await expect(figure(mia.page, 'Available')).toHaveText(String(before - 2));
});

test('sets the level at which wines are low, for one and for many, and takes it back @slow', async ({ openOffice }) => {
  const { page, audit } = await openOffice(shop, '/stock?q=office-', { as: 'Cellar' });
  await page.getByRole('checkbox', { name: 'Select all Stock shown' }).check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Set low-stock level' }).click();
  await dialog(page)
    .getByLabel(/^Low at/)
    .fill('900');
  await audit();
  await press(dialog(page), 'Next');
  await press(dialog(page), 'Save level of 4 wines');
  await expect(dialog(page).getByText('Low-stock level of 4 wines saved.')).toBeVisible();
  await audit();
  await press(dialog(page), 'Undo for 4 wines');
  await expect(dialog(page).getByText('4 wines are as they were.')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('grid').getByText('Low', { exact: true })).toHaveCount(0);

  // A colleague set a level of its own for one wine while this dialog was open: both are shown, and the undo gives that one back.
  const mia = await openOffice(shop, ITEM, { as: 'Manager' });
  const celia = await openOffice(shop, ITEM, { as: 'Cellar' });
  for (const [{ page: own }, level] of [
    [mia, '10'],
    [celia, '20'],
  ] as const) {
    await press(own, 'Low-stock level');
    await dialog(own)
      .getByLabel(/^Low at/)
      .fill(level);
  }
  await press(dialog(mia.page), 'Save level');
  await toast(mia.page, 'Low-stock level of 1 wine saved.');
  await press(dialog(celia.page), 'Save level');
  const conflict = celia.page.getByRole('alertdialog');
  await expect(conflict).toContainText('10 cases');
  await expect(conflict).toContainText('20 cases');
  await celia.audit();
  await press(conflict, 'Keep yours');
  await toast(celia.page, 'Low-stock level of 1 wine saved.');
  await expect(screen(celia.page).getByText('20 cases', { exact: true })).toBeVisible();
  await press(celia.page, 'Undo');
  await expect(screen(celia.page).getByText('10 cases', { exact: true })).toBeVisible();

  const reader = await openOffice(shop, ITEM, { as: 'Read-only' });
  await expect(ledger(reader.page)).toBeVisible();
  await expect(reader.page.getByRole('button', { name: 'Adjust' })).toHaveCount(0);
  await expect(reader.page.getByRole('button', { name: /^Take back/ })).toHaveCount(0);
});
