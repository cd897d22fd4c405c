/** The host of a site is changed in the office: the form asks about the old one, and shoppers follow it to the new one. */
import { type OfficeShop, serveOffice } from './support/office.ts';
import { dialog, expect, press, screen, test, toast } from './support/test.ts';

let shop: OfficeShop;
test.beforeAll(async () => {
  shop = await serveOffice();
});
test.afterAll(async () => {
  await shop?.stop();
});

test('a site moves to another host, and its old addresses lead there', async ({ openOffice }) => {
  const { page, audit } = await openOffice(shop, '/settings/sites/shop');
  await screen(page).getByRole('heading', { level: 1, name: 'Sites and hosts' }).waitFor();
  const first = page.getByRole('group', { name: 'Sites, row 1' });
  await expect(first.getByLabel('Host', { exact: true })).toHaveValue('localhost');
  await audit();

  await first.getByLabel('Host', { exact: true }).fill('https://cellar.localhost');
  await press(page, 'Save changes');
  await expect(first.getByText(/^Must be the name of a host/)).toBeVisible();
  await first.getByLabel('Host', { exact: true }).fill('office.localhost');
  await press(page, 'Save changes');
  await press(dialog(page), 'Save without redirects');
  await expect(screen(page).getByText(/is office\.localhost, the host of the office/)).toBeVisible();

  await first.getByLabel('Host', { exact: true }).fill('cellar.localhost');
  await press(page, 'Test these hosts');
  await expect(page.getByText('The connection works.')).toBeVisible();
  await press(page, 'Save changes');
  await expect(dialog(page)).toContainText('localhost becomes cellar.localhost.');
  await audit();
  await press(dialog(page), 'Save and redirect old hosts');
  await toast(page, 'Sites and hosts saved.');

  await expect(first.getByLabel('Former hosts')).toHaveValue('localhost');
  const moved = await shop.get('/wines?query=shiraz');
  expect([moved.status, moved.headers.location]).toEqual([308, `http://cellar.localhost:${shop.running.port}/wines?query=shiraz`]);
  expect((await shop.get('/wines', {}, 'cellar.localhost')).status).toBe(200);
});
