/** The check at packing: the right wines go in, the wrong ones are refused, and a part can be sent. */
import { readFile } from 'node:fs/promises';
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

/** Types a code and Enter, as a person does. */
async function enter(page: Page, code: string): Promise<void> {
  const field = dialog(page).getByLabel(/^Scan or type/);
  await field.fill(code);
  await field.press('Enter');
}

test('records a parcel that was refused at the door and came back, and saves the record @tablet', async ({ openOffice }) => {
  const { id, number } = await shop.buy([SHIRAZ.productId]);
  const { page, audit } = await openOffice(shop, `/orders/${id}`, { as: 'Owner' });
  await press(page, 'Send 1 case');
  await dialog(page).getByLabel('Carrier').fill('Overland Express');
  await press(dialog(page), 'Send 1 case');
  await toast(page, '1 case sent.');

  await press(page, 'Record delivery: Overland Express');
  await dialog(page).getByLabel('Outcome').selectOption('Refused at the door');
  await expect(dialog(page).getByRole('button', { name: 'Save' })).toBeDisabled();
  await dialog(page).getByLabel('Reason').selectOption('No proof of age');
  await audit();
  await press(dialog(page), 'Save');
  await toast(page, 'Recorded.');
  const shipments = page.getByRole('region', { name: 'Shipments' });
  await expect(shipments).toContainText('Refused at the door');
  await expect(shipments).toContainText('No proof of age');

  await press(page, 'Record delivery: Overland Express');
  await dialog(page).getByLabel('Outcome').selectOption('Back in the cellar');
  await press(dialog(page), 'Save');
  await expect(shipments).toContainText('Back in the cellar');
  await expect(shipments.getByRole('button', { name: /^Record delivery/ })).toHaveCount(0);
  await audit();

  await page.goto('/orders');
  const download = page.waitForEvent('download');
  await press(page, 'Delivery record (CSV)');
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv).toContain(`${number},AU,`);
  expect(csv).toContain('no_proof_of_age');
});

test('sends a parcel with the labels that were scanned, and their tracking numbers @slow', async ({ openOffice }) => {
  const { id, number } = await shop.buy([SHIRAZ.productId, SHIRAZ.productId, SHIRAZ.productId]);
  const { page, audit } = await openOffice(shop, `/orders/${id}`, { as: 'Orders' });
  const labels = page.getByRole('region', { name: 'Labels' });
  await press(labels, 'Buy labels');
  await press(dialog(page), 'Buy 3 labels');
  await expect(labels.getByText('Bought', { exact: true })).toHaveCount(3);
  await shop.database.execute({
    text: "update parcel_labels set tracking_number = 'OX-00' || number where order_id = $1",
    values: [id],
  });
  await page.reload();

  await press(page, 'Pack');
  const labelOf = (parcel: number) => dialog(page).getByRole('checkbox', { name: `${number}-${parcel},` });
  const tracking = dialog(page).getByLabel('Tracking number');
  for (const parcel of [1, 2, 3]) await expect(labelOf(parcel)).not.toBeChecked();
  await expect(tracking).toHaveValue('');
  await enter(page, SHIRAZ.sku);
  await enter(page, SHIRAZ.sku);
  await expect(dialog(page)).toContainText('No label is ticked: these parcels leave without one.');
  await scan(page, `${number}-1`);
  await expect(labelOf(1)).toBeChecked();
  await labelOf(3).focus();
  await page.keyboard.press('Space');
  await expect(tracking).toHaveValue('OX-001, OX-003');
  await page.keyboard.press('Space');
  await labelOf(2).focus();
  await page.keyboard.press('Space');
  await expect(tracking).toHaveValue('OX-001, OX-002');
  await audit();
  await dialog(page).getByLabel('Carrier').fill('Overland Express');
  await press(dialog(page), 'Send 2 of 3 cases');
  await toast(page, '2 cases sent.');
  await expect(page.getByRole('region', { name: 'Shipments' })).toContainText('OX-001, OX-002');
  await expect(labels.getByRole('button', { name: /^Cancel label/ })).toHaveCount(1);

  await press(page, 'Pack');
  await enter(page, SHIRAZ.sku);
  await tracking.fill('BY HAND');
  await scan(page, 'OX-003');
  await expect(labelOf(3)).toBeChecked();
  await expect(tracking).toHaveValue('BY HAND');
  await press(dialog(page), 'Send 1 case');
  await expect(page.getByRole('region', { name: 'Shipments' })).toContainText('BY HAND');
});

test('packs two of three cases, is stopped at wrong and surplus wines, and sends them with a label @tablet', async ({ openOffice }) => {
  const { id, number } = await shop.buy([SHIRAZ.productId, RIESLING.productId, RIESLING.productId]);
  const { page, audit } = await openOffice(shop, `/orders/${id}`, { as: 'Orders' });
  const labels = page.getByRole('region', { name: 'Labels' });
  await press(labels, 'Buy labels');
  await dialog(page).getByLabel('Parcels').fill('1');
  await press(dialog(page), 'Buy 1 label');
  await expect(labels.getByText('Bought', { exact: true })).toBeVisible();

  await press(page, 'Pack');
  await expect(dialog(page)).toContainText('0 of 3 cases packed');
  await enter(page, SHIRAZ.sku);
  await expect(dialog(page)).toContainText('Amber Hill Shiraz 2021: 1 of 1 case.');
  await enter(page, '9399999999999');
  await expect(dialog(page).getByRole('alert')).toContainText('Wrong wine: 9399999999999 is not in this order. Put it back.');
  await audit();
  await enter(page, SHIRAZ.sku);
  await expect(dialog(page).getByRole('alert')).toContainText('Too many: Amber Hill Shiraz 2021 has 1 case to send.');
  await scan(page, RIESLING.sku);
  await expect(dialog(page)).toContainText('2 of 3 cases packed');
  await enter(page, '1000999-1');
  await expect(dialog(page).getByRole('alert')).toContainText('does not belong to this order');
  await enter(page, `${number}-1`);
  await expect(dialog(page)).toContainText(`Label ${number}-1 is on these parcels.`);
  await audit();

  await dialog(page).getByLabel('Carrier').fill('Overland Express');
  await press(dialog(page), 'Send 2 of 3 cases');
  await toast(page, '2 cases sent.');
  await expect(screen(page)).toContainText('Partly sent');
  await expect(labels.getByRole('button', { name: `Cancel label ${number}-1` })).toHaveCount(0);

  await press(page, 'Pack');
  await expect(dialog(page)).toContainText('0 of 1 case packed');
  await enter(page, SHIRAZ.sku);
  await expect(dialog(page).getByRole('alert')).toContainText('was sent before. Put this one back.');
  await enter(page, RIESLING.sku);
  await press(dialog(page), 'Send 1 case');
  await toast(page, '1 case sent.');
  await expect(screen(page).getByRole('button', { name: 'Pack' })).toHaveCount(0);
});
