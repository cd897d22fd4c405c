/** A buyer's day with wines: find one, change its price beside a colleague, and roll a vintage over. */
import type { Page } from '@playwright/test';
import { type OfficeShop, serveOffice, WINES } from './support/office.ts';
import { dialog, expect, fillDate, press, screen, test, toast } from './support/test.ts';

const [, RIESLING] = WINES;
const FOUND = '/wines?q=amber+hill+shiraz';

let shop: OfficeShop;

test.beforeAll(async () => {
  shop = await serveOffice();
});
test.afterAll(async () => {
  await shop?.stop();
});

const row = (page: Page) => page.getByRole('row', { name: /Amber Hill/ });
const price = (page: Page) => page.getByRole('textbox', { name: /^Edit price a case of Amber Hill Shiraz/ });

/** Opens the price of the wine with the keyboard and types another one. */
async function typePrice(page: Page, typed: string): Promise<void> {
  await row(page).focus();
  await page.keyboard.press('F2');
  await expect(price(page)).toBeFocused();
  await price(page).fill(typed);
  await price(page).press('Enter');
}

test('finds a wine, changes its price in the list, takes it back, and meets a colleague who was faster', { tag: '@only-tablet' }, async ({
  openOffice,
  visit,
}) => {
  const bea = await openOffice(shop, '/wines', { as: 'Buyer' });
  const { page } = bea;
  await bea.audit();
  await page.getByRole('searchbox', { name: 'Search wines' }).fill('amber hill shir');
  await expect(page.getByText('1 wine', { exact: true })).toBeVisible();
  const mia = await openOffice(shop, FOUND, { as: 'Manager' });
  await row(mia.page).waitFor();

  await typePrice(page, 'about 60');
  await expect(page.getByText('Enter a price such as 149.00')).toBeVisible();
  await bea.audit();
  await price(page).fill('72.50');
  await price(page).press('Enter');
  await toast(page, 'Amber Hill Shiraz 2021 saved');
  await expect(row(page)).toContainText('$72.50');
  await press(page, 'Undo');
  await toast(page, 'Amber Hill Shiraz 2021 is as it was');
  await expect(row(page)).toContainText('$60.00');
  await row(page)
    .getByRole('button', { name: /^Edit until of Amber Hill/i })
    .click();
  await expect(page.getByRole('spinbutton', { name: /^day, Edit/ })).toBeFocused();
  await page.keyboard.type('31122030');
  await bea.audit();
  await page.keyboard.press('Enter');
  await toast(page, 'Amber Hill Shiraz 2021 saved');
  await expect(row(page)).toContainText('31 December 2030');

  await typePrice(page, '66');
  await toast(page, 'Amber Hill Shiraz 2021 saved');
  await typePrice(mia.page, '64');
  const conflict = mia.page.getByRole('alertdialog');
  await expect(conflict).toContainText('Bea Byer changed this');
  await expect(conflict.getByRole('row', { name: /Price a case/ })).toContainText('$66.00$64.00');
  await mia.audit();
  await press(conflict, 'Keep yours');
  await toast(mia.page, 'Amber Hill Shiraz 2021 saved');
  await expect(row(mia.page)).toContainText('$64.00');

  const shopper = await visit(shop.urlOf('localhost'));
  await shopper.page.goto('/wines/amber-hill/office-shiraz');
  await expect(shopper.page.getByRole('main')).toContainText('$64.00');
});

test('rolls a vintage over, and a shopper with the old link comes to the new wine @slow', { tag: '@tablet' }, async ({
  openOffice,
  visit,
}) => {
  const { page, audit } = await openOffice(shop, `/wines/${RIESLING.offerId}`, { as: 'Buyer' });
  await screen(page).getByText('They see it').waitFor();
  await audit();
  await press(page, 'More');
  await page.getByRole('menuitem', { name: 'Next vintage' }).click();
  await dialog(page).getByLabel('Vintage', { exact: true }).fill('2022');
  await press(dialog(page), 'Add 2022');
  await expect(dialog(page).getByText('Enter a later year, such as 2024')).toBeVisible();
  await dialog(page).getByLabel('Vintage', { exact: true }).fill('2024');
  await expect(dialog(page).getByLabel('Id in its address')).toHaveValue('cold-creek-riesling-2024');
  // A day that is over in every time zone.
  await fillDate(dialog(page), /^Last day of the old vintage/, new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10));
  await audit();
  await press(dialog(page), 'Add 2024');
  await toast(page, '2024 added');
  await page.getByRole('heading', { level: 1, name: 'Cold Creek Riesling 2024' }).waitFor();
  const vintages = page.getByRole('region', { name: 'Other vintages' });
  await expect(vintages).toContainText('Riesling 2023');
  await expect(vintages).toContainText('Ended');
  await audit();

  const shopper = await visit(shop.urlOf('localhost'));
  await shopper.page.goto('/wines/cold-creek/office-riesling');
  await expect(shopper.page).toHaveURL(/\/wines\/cold-creek\/cold-creek-riesling-2024$/);
  await expect(shopper.page.getByRole('heading', { level: 1 })).toContainText('Riesling 2024');
});

test('changes the prices of several wines after a preview, takes it back, and takes one change of a wine back', {
  tag: '@desktop',
}, async ({ openOffice }) => {
  const { page, audit } = await openOffice(shop, '/wines?filter%5Bproducer%5D=Tenuta+Malvardo', { as: 'Buyer' });
  await page.getByRole('checkbox', { name: 'Select all wines shown' }).check();
  await press(page.getByRole('toolbar'), 'Change price');
  await dialog(page).getByRole('textbox', { name: 'Percent' }).fill('-10');
  await audit();
  await press(dialog(page), 'Show what changes');
  const barbera = dialog(page).getByRole('row', { name: /Barbera d’Alba/ });
  await expect(barbera).toContainText('$300.00$270.00');
  await audit();
  await press(dialog(page), /^Change \d+ wines$/);
  await dialog(page)
    .getByText(/^\d+ wines changed\.$/)
    .waitFor();
  await press(dialog(page), /^Undo for \d+ wines$/);
  await dialog(page)
    .getByText(/^\d+ wines are as they were\.$/)
    .waitFor();
  await audit();
  await press(dialog(page), 'Done');
  const row = page.getByRole('row', { name: /Barbera d’Alba/ });
  await expect(row).toContainText('$300.00');

  await row.getByRole('link').first().click();
  await page.getByRole('heading', { level: 1, name: /Barbera d’Alba/ }).waitFor();
  const quote = page.getByRole('textbox', { name: /^Quote/ });
  const before = await quote.inputValue();
  await quote.fill('Dark and long');
  await page.keyboard.press('Control+s');
  await toast(page, 'Wine saved');
  await page.getByRole('textbox', { name: /^Region/ }).fill('Typed beside it');
  await press(page.getByRole('region', { name: 'What happened' }), /^Take back: Changed/);
  await toast(page, 'The change was taken back');
  await expect(quote).toHaveValue(before);
  await expect(page.getByRole('textbox', { name: /^Region/ })).toHaveValue('Typed beside it');
  await audit();
  await press(page, 'Undo changes');
});
