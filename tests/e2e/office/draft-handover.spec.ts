/** Somebody orders by phone, wants it on a day, and then collects it after all. */
import { type OfficeShop, serveOffice } from './support/office.ts';
import { dialog, expect, press, screen, test, toast } from './support/test.ts';

let shop: OfficeShop;

test.beforeAll(async () => {
  shop = await serveOffice();
});
test.afterAll(async () => {
  await shop?.stop();
});

test('chooses a day for an order by phone, and then the place where it is collected', { tag: '@tablet' }, async ({ openOffice }) => {
  const office = await openOffice(shop, '/settings/delivery-days?scope=AU');
  const { page, audit } = office;
  await screen(page).getByText('Shoppers may choose a delivery day', { exact: true }).click();
  await press(page, 'Save changes');
  await toast(page, /saved/i);
  await page.goto('/settings/collection?scope=AU');
  await screen(page).getByText('Buyers may collect their orders', { exact: true }).click();
  await press(page, 'Add to places');
  const place = { Name: 'Cellar door', Address: '5 Barrel Lane, Richmond VIC 3121', State: 'VIC', 'Opening hours': 'Mon to Sat' };
  for (const [label, value] of Object.entries(place)) await screen(page).getByLabel(label, { exact: true }).fill(value);
  await press(page, 'Save changes');
  await toast(page, /saved/i);

  await page.goto('/orders');
  await press(page, 'New order');
  await dialog(page).getByLabel('Customer').fill('caller@example.com');
  await press(dialog(page), 'Begin for caller@example.com');
  await page.getByRole('heading', { level: 1, name: 'Draft order for caller@example.com' }).waitFor();
  await page.getByLabel('Add a wine').fill('shiraz');
  await page.getByRole('list', { name: 'Wines found' }).getByRole('button').first().click();
  await toast(page, /added\.$/);
  const items = page.getByRole('region', { name: 'Items' });
  const customer = page.getByRole('region', { name: 'Customer' });

  await press(page, 'Change delivery');
  const fields = { 'First name': 'Carla', 'Last name': 'Caller', Phone: '0412 345 678', 'Street and number': '1 Queens Parade' };
  for (const [label, value] of Object.entries({ ...fields, Suburb: 'Clifton Hill', Postcode: '3068' }))
    await dialog(page).getByLabel(label, { exact: true }).fill(value);
  await dialog(page).getByLabel('State').selectOption('VIC');
  const days = dialog(page).getByLabel('Delivery day');
  await days.selectOption({ index: 2 });
  const day = (await days.locator('option:checked').innerText()).trim();
  await audit();
  await press(dialog(page), 'Save delivery');
  await toast(page, 'Delivery saved.');
  await expect(customer).toContainText('1 Queens Parade');
  await expect(customer).toContainText(`Delivery on ${day.replace(/^\w{3} /, '')}`);
  await expect(items).not.toContainText('Free');

  await press(page, 'Change delivery');
  await expect(days).not.toHaveValue('');
  await dialog(page).getByLabel('How it gets there').selectOption('Collect at Cellar door');
  await expect(dialog(page).getByLabel('Street and number')).toBeHidden();
  await audit();
  await press(dialog(page), 'Save delivery');
  await toast(page, 'Delivery saved.');
  await expect(customer).toContainText('Collect at Cellar door');
  await expect(customer).not.toContainText('1 Queens Parade');
  await expect(items).toContainText('Free');
  await audit();
});
