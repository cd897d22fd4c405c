/** The retailer charges delivery by postcode and weight, and shoppers pay what the checkout shows. */
import type { Page } from '@playwright/test';
import { addToCart, enterDetails, GUEST, joinRedShelf, orderNumber, payWith, straightToCheckout } from '#tests/e2e/support/guest-buys.ts';
import { openAccount } from '#tests/e2e/support/sign-in.ts';
import { storeCard } from '#tests/fixtures/clubs.ts';
import { createTestCustomer, PASSWORD } from '#tests/fixtures/customer.ts';
import { type OfficeShop, serveOffice } from './support/office.ts';
import { expect, press, screen, test, toast } from './support/test.ts';

let shop: OfficeShop;

const WINE = '/wines/wirrabeen-ridge/old-block-shiraz-2021';
const CARD = '4242 4242 4242 4242';
const PERTH = { suburb: 'Perth', state: 'WA', postcode: '6000' };

test.beforeAll(async () => {
  shop = await serveOffice();
});
test.afterAll(async () => {
  await shop?.stop();
});

// The shopper of the second story buys with the zones of the first.
test.describe.configure({ mode: 'serial' });

const main = (page: Page) => page.getByRole('main');
const zone = (page: Page, position: number) => screen(page).getByRole('group', { name: `Zones, row ${position}`, exact: true });

/** Adds a band to a zone that has some already. */
async function addBand(page: Page, position: number, band: number, kilograms: string, fee: string): Promise<void> {
  await press(zone(page, position), 'Add to weight bands');
  const row = zone(page, position).getByRole('group', { name: `Weight bands, row ${band}`, exact: true });
  await row.getByLabel('Up to kilograms').fill(kilograms);
  await row.getByLabel('Fee').fill(fee);
}

test('the retailer adds zones and tries them, and the checkout charges by postcode and weight [SHIP-24]', { tag: '@tablet' }, async ({
  openOffice,
  visit,
}) => {
  const office = await openOffice(shop, '/settings/delivery-zones/AU');
  const { page } = office;
  await expect(main(page).getByText('None yet.')).toBeVisible();
  await press(page, 'Add to zones');
  await zone(page, 1).getByLabel('Name', { exact: true }).fill('Perth');
  await zone(page, 1).getByLabel('Postcodes').fill('6000-6199');
  await addBand(page, 1, 1, '5', '12');
  await addBand(page, 1, 2, '10', '18.50');
  await press(page, 'Add to zones');
  await zone(page, 2).getByLabel('Name', { exact: true }).fill('Islands');
  await zone(page, 2).getByLabel('Postcodes').fill('6798, 6100');
  await zone(page, 2).getByText('Do not deliver here', { exact: true }).click();
  await press(page, 'Save changes');
  await expect(zone(page, 2).getByText(/Of ‘Islands’ include 6100, which ‘Perth’ includes too/)).toBeVisible();
  await zone(page, 2).getByLabel('Postcodes').fill('6798');

  const trial = page.getByRole('region', { name: 'Try it' });
  await trial.getByLabel('Postcode').fill('6000');
  await expect(trial.getByRole('status')).toContainText('$18.50');
  await expect(trial.getByRole('status')).toContainText('6 bottles of 1.5 kg weigh 9 kg. The band up to 10 kg decides. Free from 3 cases.');
  const weight = trial.getByLabel('Weight in kilograms');
  await weight.fill('4.2');
  await expect(trial.getByRole('status')).toContainText('$12.00');
  await weight.fill('heavy');
  await expect(trial.getByRole('status')).toHaveText('Enter a number of bottles, or a weight.');
  await weight.fill('');
  await trial.getByLabel('Postcode').fill('6798');
  await expect(trial.getByRole('status')).toContainText('6798 is in the zone Islands, where nothing is delivered.');
  await trial.getByLabel('Postcode').fill('4000');
  await expect(trial.getByRole('status')).toContainText('$14.90');
  await office.audit();
  await press(page, 'Save changes');
  await toast(page, /saved/i);

  const shopper = await visit(shop.urlOf('localhost'));
  await straightToCheckout(shopper.page, GUEST.AU.email);
  await expect(main(shopper.page).getByText('An estimate: the delivery fee depends on your postcode.')).toBeVisible();
  await enterDetails(shopper.page, 'AU', { ...PERTH, suburb: 'Christmas Island', postcode: '6798' });
  const postcode = main(shopper.page).getByLabel('Postcode', { exact: true });
  await expect(postcode).toHaveAccessibleDescription(/We don’t deliver to 6798/);
  await expect(main(shopper.page).getByText('Standard delivery')).toHaveCount(0);
  await press(shopper.page, 'Place order');
  await expect(postcode).toBeFocused();
  await shopper.audit();

  await enterDetails(shopper.page, 'AU', PERTH);
  await expect(main(shopper.page).getByText('$18.50').filter({ visible: true }).first()).toBeVisible();
  await expect(postcode).not.toHaveAccessibleDescription(/We don’t deliver/);
  await shopper.audit();

  const estimate = main(shopper.page).getByText('An estimate: the delivery fee depends on your postcode.');
  await expect(estimate).toHaveCount(0);
  const release = Promise.withResolvers<void>();
  await shopper.page.route('**/api/checkout/details', async (route) => {
    await release.promise;
    await route.continue();
  });
  await postcode.fill('6101');
  await expect(estimate).toBeVisible();
  await postcode.fill(PERTH.postcode);
  await expect(estimate).toHaveCount(0);
  const state = main(shopper.page).getByLabel('State', { exact: true });
  await state.selectOption('VIC');
  await expect(estimate).toBeVisible();
  await state.selectOption(PERTH.state);
  release.resolve();
  await expect(estimate).toHaveCount(0);
  await shopper.page.unroute('**/api/checkout/details');
  await press(shopper.page, 'Place order');
  await payWith(shopper.page, CARD);
  const number = await orderNumber(shopper.page);
  await expect(main(shopper.page)).toContainText('$18.50');

  await page.goto('/orders');
  await screen(page)
    .getByRole('link', { name: `#${number}` })
    .first()
    .click();
  await expect(screen(page)).toContainText('$18.50');
});

test('the cart says that its fee is an estimate, and an address outside of the zones costs what it did @slow', async ({ visit }) => {
  const { page, audit } = await visit(shop.urlOf('localhost'));
  await straightToCheckout(page, GUEST.AU.email);
  await enterDetails(page, 'AU');
  await expect(main(page).getByText('$9.90').first()).toBeVisible();
  await audit();
  await page.goto('/cart');
  await expect(main(page).getByText(/Delivery is an estimate: it depends on your postcode/)).toBeVisible();
  await audit();
});

test('one click shows and charges the fee of the zone of the default address, in the cart and on the page of a wine @slow', async ({
  visit,
}) => {
  const { id, email } = await createTestCustomer(shop, { withPassword: true });
  await shop.database.execute({
    text: `insert into customer_addresses (customer_id, market, first_name, last_name, phone, address, suburb, state, postcode, is_default)
      values ($1, 'AU', 'Grace', 'Hopper', '0412345678', '1 Hay Street', 'Perth', 'WA', '6000', true)`,
    values: [id],
  });
  await shop.database.execute({
    text: "insert into stored_instruments (customer_id, market, gateway_token, brand, last4, expiry_month, expiry_year, is_default) values ($1, 'AU', 'card_success', 'Visa', '4242', 9, 2031, true)",
    values: [id],
  });
  const { page, audit } = await visit(shop.urlOf('localhost'));
  await openAccount(page, WINE, email, PASSWORD);
  const button = main(page).getByRole('button', { name: 'One-click checkout' });

  await page.goto(WINE);
  await addToCart(page);
  await page.goto('/cart');
  // The wine costs $288.00. Its case weighs 18 kg, more than the last band, whose fee it has.
  await expect(main(page).getByText('$306.50 to your default card')).toBeVisible();
  await audit();
  await button.click();
  await orderNumber(page);

  await page.goto(WINE);
  await button.click();
  await orderNumber(page);
  await expect(main(page)).toContainText('$306.50');
  const orders = await shop.database.queryMany<{ cents: number }>({
    text: 'select total_cents as cents from orders where customer_id = $1 and number is not null',
    values: [id],
  });
  expect(orders).toEqual([{ cents: 306_50 }, { cents: 306_50 }]);

  await shop.database.execute({
    text: "update customer_addresses set suburb = 'Christmas Island', postcode = '6798' where customer_id = $1",
    values: [id],
  });
  await page.goto(WINE);
  await button.click();
  await expect(page.getByRole('dialog').getByText('We don’t deliver to 6798.')).toBeVisible();
  await audit();
});

test('a club says at the postcode where nothing is delivered @slow', async ({ visit }) => {
  const { id, email } = await createTestCustomer(shop, { withPassword: true });
  await storeCard(shop, id);
  const { page, audit } = await visit(shop.urlOf('localhost'));
  await openAccount(page, '/wine-clubs/checkout/the-red-shelf', email, PASSWORD);
  await main(page).getByRole('heading', { level: 1, name: 'Join the Red Shelf' }).waitFor();
  await enterDetails(page, 'AU', { email, suburb: 'Christmas Island', state: 'WA', postcode: '6798' });
  await main(page).getByRole('radio', { name: /4242/ }).check();

  await joinRedShelf(page);

  const postcode = main(page).getByLabel('Postcode', { exact: true });
  await expect(postcode).toHaveAccessibleDescription(/We don’t deliver to 6798/);
  await expect(postcode).toBeFocused();
  await audit();
});
