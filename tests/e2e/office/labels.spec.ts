/** Labels of parcels: bought for several orders, printed, cancelled, and handed over with a manifest. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { readPdf } from '#tests/fixtures/read-pdf.ts';
import { type OfficeShop, serveOffice } from './support/office.ts';
import { dialog, expect, press, test, toast } from './support/test.ts';

let shop: OfficeShop;

test.beforeAll(async () => {
  shop = await serveOffice();
});
test.afterAll(async () => {
  await shop?.stop();
});

/** Saves a file and reads the text of its pages. */
async function saved(page: Page, save: () => Promise<void>): Promise<{ readonly name: string; readonly pages: readonly string[] }> {
  const download = page.waitForEvent('download');
  await save();
  const file = await download;
  const { pages } = await readPdf(await readFile(await file.path()));
  return { name: file.suggestedFilename(), pages: pages.map(({ lines }) => lines.join(' ')) };
}

test('buys labels of two orders, prints them, cancels one, and prints the manifest @tablet', async ({ openOffice }) => {
  const [first, second] = [await shop.buy(), await shop.buy()];
  const { page, audit } = await openOffice(shop, '/orders?filter%5Btask%5D=to_send', { as: 'Orders' });
  for (const { number } of [first, second])
    await page
      .getByRole('row', { name: new RegExp(`#${number}\\b`) })
      .getByRole('checkbox')
      .check();

  await page.getByRole('toolbar').getByRole('button', { name: 'Buy labels' }).click();
  await audit();
  await press(dialog(page), 'Next');
  await expect(dialog(page)).toContainText('2 orders will change.');
  await press(dialog(page), 'Buy labels for 2 orders');
  await expect(dialog(page)).toContainText('6 labels bought.');
  await audit();
  const printed = await saved(page, () => press(dialog(page), 'Print labels'));
  expect(printed.pages).toHaveLength(6);
  expect(printed.pages[0]).toContain('Age check: 18+');
  await dialog(page).getByRole('button', { name: 'Close' }).last().click();

  await page.goto(`/orders/${first.id}`);
  const labels = page.getByRole('region', { name: 'Labels' });
  await expect(labels.getByText('Bought', { exact: true })).toHaveCount(3);
  await audit();
  await press(labels, `Cancel label ${first.number}-2`);
  await press(dialog(page), 'Cancel label');
  await toast(page, 'The label is being cancelled.');
  await expect(labels.getByText('Cancelled', { exact: true })).toBeVisible();

  await press(labels, 'Buy labels');
  await dialog(page).getByLabel('Parcels').fill('1');
  await audit();
  await press(dialog(page), 'Buy 1 label');
  await expect(labels.getByText('Bought', { exact: true })).toHaveCount(3);
  await expect(labels).toContainText(`${first.number}-4`);

  await page.goto(`/orders/${second.id}`);
  await press(page, /^Send \d cases$/);
  await dialog(page).getByLabel('Carrier').fill('Own van');
  await press(dialog(page), /^Send \d cases$/);
  await expect(page.getByRole('region', { name: 'Shipments' })).toContainText('Own van');

  await page.goto('/orders');
  await press(page, 'Manifest of the day');
  await expect(dialog(page)).toContainText('3 new parcels to hand over.');
  const include = dialog(page).getByRole('checkbox', { name: 'Include 3 parcels with a label that were not sent yet' });
  await expect(include).not.toBeChecked();
  await expect(dialog(page).getByRole('button', { name: 'Add 3 parcels to today’s manifest' })).toBeVisible();
  await audit();
  await include.focus();
  await page.keyboard.press('Space');
  const manifest = await saved(page, () => press(dialog(page), 'Add 6 parcels to today’s manifest'));
  expect(manifest.name).toMatch(/^manifest-\d{4}-\d\d-\d\d\.pdf$/);
  expect(manifest.pages.join(' ')).toContain(`${first.number}-4`);
  expect(manifest.pages.join(' ')).not.toContain(`${first.number}-2`);
  await expect(dialog(page)).toContainText('No new parcels since the last manifest.');
  await audit();
});
