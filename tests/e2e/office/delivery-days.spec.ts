/** A shopper chooses the day of a delivery, and staff send it on the right day. */
import type { Page } from '@playwright/test';
import { enterDetails, GUEST, orderNumber, payWith, straightToCheckout } from '#tests/e2e/support/guest-buys.ts';
import { type OfficeShop, serveOffice } from './support/office.ts';
import { dialog, expect, press, screen, test, toast } from './support/test.ts';

let shop: OfficeShop;

test.beforeAll(async () => {
  shop = await serveOffice();
});
test.afterAll(async () => {
  await shop?.stop();
});

const main = (page: Page) => page.getByRole('main');

test('the retailer offers days, a shopper chooses one, and staff send it sooner [SHIP-23]', { tag: '@tablet' }, async ({
  openOffice,
  visit,
}) => {
  const office = await openOffice(shop, '/settings/delivery-days?scope=AU');
  const { page } = office;
  await screen(page).getByText('Shoppers may choose a delivery day', { exact: true }).click();
  await screen(page).getByText('Shoppers may have an order held', { exact: true }).click();
  await office.audit();
  await press(page, 'Save changes');
  await toast(page, /saved/i);

  const shopper = await visit(shop.urlOf('localhost'));
  await straightToCheckout(shopper.page, GUEST.AU.email);
  await enterDetails(shopper.page, 'AU');
  const choice = main(shopper.page).getByLabel('Delivery day');
  await expect(choice).toHaveValue('');
  await expect(main(shopper.page).getByLabel('Hold until')).toHaveValue('');
  await choice.selectOption({ index: 3 });
  const day = (await choice.locator('option:checked').innerText()).trim().replace(/^\w{3} /, '');
  await shopper.audit();
  await press(shopper.page, 'Place order');
  await payWith(shopper.page, '4242 4242 4242 4242');
  const number = await orderNumber(shopper.page);
  await expect(main(shopper.page).getByText(`Expected ${day}.`)).toBeVisible();
  await shopper.audit();

  await page.goto('/orders');
  await screen(page)
    .getByRole('link', { name: `#${number}` })
    .first()
    .click();
  const customer = page.getByRole('region', { name: 'Customer' });
  await expect(customer).toContainText(`Delivery on ${day}`);
  await expect(customer).toContainText('Send on ');
  await office.audit();
  await press(page, 'Change delivery');
  await expect(dialog(page).getByText('Hold until')).toBeVisible();
  await office.audit();
  await dialog(page).getByLabel('Delivery day').selectOption({ label: 'As soon as possible' });
  await press(dialog(page), 'Change delivery');
  await toast(page, 'Delivery changed.');
  await expect(customer).not.toContainText('Delivery on ');
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText(`Day was: Delivery on ${day}`);
  await office.audit();
});
