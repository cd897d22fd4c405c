/** A buyer calls because the parcel should go somewhere else. */
import type { Page } from '@playwright/test';
import { type OfficeShop, serveOffice, WINES } from './support/office.ts';
import { dialog, expect, press, screen, test, toast } from './support/test.ts';

let shop: OfficeShop;

test.beforeAll(async () => {
  shop = await serveOffice();
});
test.afterAll(async () => {
  await shop?.stop();
});

const address = (page: Page) => page.getByRole('region', { name: 'Customer' });

test('sends an order to another address, and takes that back', { tag: '@tablet' }, async ({ openOffice }) => {
  const { id } = await shop.buy();
  const { page, audit } = await openOffice(shop, `/orders/${id}`, { as: 'Orders' });
  await press(page, 'Change delivery');
  await dialog(page)
    .getByRole('heading', { name: /^Change the delivery of order/ })
    .waitFor();
  await audit();

  await dialog(page).getByLabel('Street and number').fill('12 Market Lane');
  await dialog(page).getByLabel('Suburb').fill('Sydney');
  await dialog(page).getByLabel('State').selectOption('NSW');
  await press(dialog(page), 'Change delivery');
  // The postcode is still that of the old suburb.
  await expect(dialog(page).getByRole('alert')).toContainText('match');
  await dialog(page).getByLabel('Postcode').fill('2000');
  await dialog(page)
    .getByLabel(/Gift message/)
    .fill('Happy birthday');
  await press(dialog(page), 'Change delivery');
  await toast(page, 'Delivery changed.');
  await expect(address(page)).toContainText('12 Market Lane');
  await expect(address(page)).toContainText('Happy birthday');
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Address was: 1 Queens Parade, Clifton Hill VIC 3068');
  await audit();

  await press(page, 'Undo');
  await toast(page, 'The change is taken back.');
  await expect(address(page)).toContainText('1 Queens Parade');
  await expect(screen(page).getByText('Happy birthday', { exact: true })).toHaveCount(0);
});

test('saves a change of the delivery once it is known what it costs @slow', { tag: '@desktop' }, async ({ openOffice }) => {
  const { id } = await shop.buy();
  const { page } = await openOffice(shop, `/orders/${id}`, { as: 'Orders' });
  const release = Promise.withResolvers<void>();
  const asked: string[] = [];
  await page.route('**/orders/delivery/charge?**', async (route) => {
    asked.push(new URL(route.request().url()).searchParams.get('postcode') ?? '');
    await release.promise;
    await route.continue();
  });
  await press(page, 'Change delivery');
  const save = dialog(page).getByRole('button', { name: 'Change delivery' });

  await dialog(page).getByLabel('Postcode').fill('');
  await dialog(page).getByLabel('Postcode').pressSequentially('3067');

  await expect(save).toBeDisabled();
  release.resolve();
  await expect(save).toBeEnabled();
  expect(asked).toEqual(['3067']);
});

test('moves an order to where delivery costs more, and says that the shop pays it @slow', { tag: '@tablet' }, async ({ openOffice }) => {
  const { id } = await shop.buy([WINES[0].productId]);
  const { page, audit } = await openOffice(shop, `/orders/${id}`, { as: 'Orders' });
  await press(page, 'Change delivery');
  const save = dialog(page).getByRole('button', { name: 'Change delivery' });

  await dialog(page).getByLabel('Street and number').fill('9 River Road');
  await dialog(page).getByLabel('Suburb').fill('Brisbane City');
  await dialog(page).getByLabel('State').selectOption('QLD');
  await dialog(page).getByLabel('Postcode').fill('4000');
  const shopPays = dialog(page).getByText('The shop pays the $5.00', { exact: true });
  await shopPays.waitFor();
  await expect(save).toBeDisabled();
  await audit();
  await shopPays.click();
  await save.click();
  await toast(page, 'Delivery changed.');
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('The shop pays $5.00 more for the delivery');
});
