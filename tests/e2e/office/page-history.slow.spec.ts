/** A page that somebody changed: found by name, with who did what and when. */
import { type OfficeShop, serveOffice } from './support/office.ts';
import { dialog, expect, press, test } from './support/test.ts';

let shop: OfficeShop;

test.beforeAll(async () => {
  shop = await serveOffice();
});
test.afterAll(async () => {
  await shop?.stop();
});

test('finds a page by its name and reads what happened to it', async ({ openOffice }) => {
  // No script runs in the preview beside the form, and Chromium logs that.
  const { page, axe } = await openOffice(shop, '/pages', { as: 'Marketing', expectsViolations: true });
  await page.getByRole('heading', { level: 1, name: 'Pages' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('searchbox').last().fill('delivery');
  await page
    .getByRole('menuitem', { name: /^Delivery.*Page · Live/ })
    .first()
    .click();
  await page.getByRole('heading', { level: 1, name: /^Delivery/ }).waitFor();
  await press(page, 'More');
  await page.getByRole('menuitem', { name: 'Timeline' }).click();
  await expect(dialog(page).getByText('Imported')).toBeVisible();
  await expect(dialog(page).getByText('Import or command')).toBeVisible();
  expect(await axe()).toEqual([]);
  await press(dialog(page), 'Compare versions');
  await expect(page.getByRole('dialog', { name: 'Versions' })).toBeVisible();
});
