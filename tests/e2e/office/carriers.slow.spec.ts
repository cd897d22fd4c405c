/** A carrier of a market: set up with its key, its prices at the purchase, and its own labels in print. */
import { readFile } from 'node:fs/promises';
import { readPdf } from '#tests/fixtures/read-pdf.ts';
import { type ShippitServer, startShippitServer } from '#tests/fixtures/shippit-server.ts';
import { type OfficeShop, serveOffice } from './support/office.ts';
import { dialog, expect, press, test, toast } from './support/test.ts';

const SECRET = 'a-secret-of-the-webhook';

let carrier: ShippitServer;
let shop: OfficeShop;

test.beforeAll(async () => {
  carrier = await startShippitServer();
  shop = await serveOffice({ env: { SHIPPIT_URL: carrier.url } });
});
test.afterAll(async () => {
  await shop?.stop();
  await carrier?.close();
});

test('the owner connects Shippit, and a packer buys the cheapest label and reads that it was delivered', async ({ openOffice }) => {
  const [order, second] = [await shop.buy(), await shop.buy()];
  const { page, audit } = await openOffice(shop, '/settings/carriers/AU');
  await page.getByLabel('Carrier').selectOption('Shippit');
  await press(page, 'Enter: Shippit API key');
  const key = page.getByRole('textbox', { name: 'Shippit API key' });
  await key.fill('wrong');
  await press(page, 'Test connection');
  await expect(page.getByText('doesn’t accept our key')).toBeVisible();
  await key.fill(carrier.key);
  await press(page, 'Test connection');
  await expect(page.getByText('The connection works.')).toBeVisible();
  await press(page, 'Enter: Webhook secret');
  await page.getByRole('textbox', { name: 'Webhook secret' }).fill(SECRET);
  await audit();
  await press(page, 'Save changes');
  await toast(page, 'Carriers saved.');

  await page.goto(`/orders/${order.id}`);
  const labels = page.getByRole('region', { name: 'Labels' });
  await press(labels, 'Buy labels');
  await expect(dialog(page).getByLabel('Service of Shippit')).toHaveValue('CouriersPlease');
  await expect(dialog(page)).toContainText('$37.05 · CouriersPlease, standard');
  await dialog(page).getByLabel('Parcels').fill('1');
  await expect(dialog(page)).toContainText('$12.35 · CouriersPlease, standard');
  await expect(dialog(page)).toContainText('Takes 3 business days. Prices are those of all parcels.');
  await audit();
  await press(dialog(page), 'Buy 1 label');
  await expect(labels.getByText('Bought', { exact: true })).toBeVisible();
  await expect(labels).toContainText('$15.95, CouriersPlease');
  await expect(labels.getByRole('link', { name: 'Tracking number JOB-PP000001' })).toBeVisible();
  await audit();

  const download = page.waitForEvent('download');
  await press(labels, 'Print labels');
  const { pages } = await readPdf(await readFile(await (await download).path()));
  expect(pages.map(({ lines }) => lines[0])).toEqual(['Shippit']);

  await press(page, 'Send 3 cases');
  await expect(dialog(page).getByLabel('Carrier')).toHaveValue('Shippit');
  await expect(dialog(page).getByLabel('Tracking number')).toHaveValue('JOB-PP000001');

  await press(dialog(page), 'Send 3 cases');
  await toast(page, '3 cases sent.');
  const report = {
    tracking_number: 'PP000001',
    status_history: [{ status: 'completed', time: new Date(Date.now() - 60_000).toISOString() }],
  };
  const answer = await fetch(new URL('/webhooks/shippit', shop.urlOf('localhost')), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${SECRET}` },
    body: JSON.stringify(report),
  });
  expect(await answer.json()).toEqual({ recorded: 1 });
  await page.reload();
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText(`Parcel ${order.number}-1 was delivered`);
  await expect(page.getByText('Delivered', { exact: true }).first()).toBeVisible();
  await audit();

  // Shippit does not answer: the office says so, and the labels are bought when it is back.
  carrier.failure = () => 503;
  await page.goto(`/orders/${second.id}`);
  await press(labels, 'Buy labels');
  await expect(dialog(page)).toContainText('No prices: Shippit has a problem of its own (status 503). You can still buy the labels.');
  await audit();
  await press(dialog(page), /^Buy \d label/);
  await expect(labels).toContainText('Shippit has a problem of its own (status 503).');
  carrier.failure = () => null;

  await expect(labels.getByText('Bought', { exact: true })).toHaveCount(3, { timeout: 30_000 });
});
