/** A shopper collects an order in the store instead of having it delivered. */
import type { Page } from '@playwright/test';
import { addToCart, enterDetails, GUEST, goToCheckout, orderNumber, payWith, straightToCheckout } from '#tests/e2e/support/guest-buys.ts';
import { mailTo } from '#tests/fixtures/mailbox.ts';
import { type OfficeShop, serveOffice } from './support/office.ts';
import { dialog, expect, press, screen, test, toast } from './support/test.ts';

let shop: OfficeShop;

const CARD = '4242 4242 4242 4242';
const PLACE = 'Collect from Cellar door';

test.beforeAll(async () => {
  shop = await serveOffice();
});
test.afterAll(async () => {
  await shop?.stop();
});

// The retailer of the first story offers what the second one leaves alone.
test.describe.configure({ mode: 'serial' });

const main = (page: Page) => page.getByRole('main');

test('the retailer offers it, a shopper chooses it, and staff check code and age [SHIP-22, ORD-23]', { tag: '@tablet' }, async ({
  openOffice,
  visit,
}) => {
  const office = await openOffice(shop, '/settings/collection?scope=AU');
  const { page } = office;
  await screen(page).getByText('Buyers may collect their orders', { exact: true }).click();
  await press(page, 'Add to places');
  await screen(page).getByLabel('Name', { exact: true }).fill('Cellar door');
  await screen(page).getByLabel('Address', { exact: true }).fill('5 Barrel Lane, Richmond VIC 3121');
  await screen(page).getByLabel('State', { exact: true }).fill('VIC');
  await screen(page).getByLabel('Opening hours').fill('Mon to Sat, 10 am to 6 pm');
  await screen(page).getByLabel('What to bring').fill('Photo ID');
  await office.audit();
  await press(page, 'Save changes');
  await toast(page, /saved/i);

  const shopper = await visit(shop.urlOf('localhost'));
  await shopper.page.goto('/wines/wirrabeen-ridge/old-block-shiraz-2021');
  await addToCart(shopper.page);
  await shopper.page.goto('/cart');
  await main(shopper.page).getByText('Collect it from Cellar door, 5 Barrel Lane, Richmond VIC 3121, free of charge').waitFor();
  await shopper.audit();
  await goToCheckout(shopper.page, GUEST.AU.email);
  const choice = main(shopper.page).getByRole('group', { name: 'How would you like to get it?' });
  await expect(choice.getByRole('radio', { name: 'Deliver it' })).toBeChecked();
  await shopper.audit();
  await choice.getByRole('radio', { name: PLACE }).check();
  await expect(main(shopper.page).getByLabel('Address', { exact: true })).toBeHidden();
  await expect(main(shopper.page).getByText('Open: Mon to Sat, 10 am to 6 pm')).toBeVisible();
  await shopper.audit();
  for (const [label, value] of Object.entries({ 'First name': 'Grace', 'Last name': 'Hopper', Phone: '0412 345 678' }))
    await main(shopper.page).getByLabel(label, { exact: true }).fill(value);
  await main(shopper.page).getByLabel('Date of birth').fill('1980-02-29');
  await press(shopper.page, 'Place order');
  await payWith(shopper.page, CARD);
  const number = await orderNumber(shopper.page);
  await expect(main(shopper.page).getByText('5 Barrel Lane, Richmond VIC 3121')).toBeVisible();
  await expect(main(shopper.page).getByText('and email you a code when you can collect it.')).toBeVisible();
  await shopper.audit();
  const orderUrl = shopper.page.url();

  await page.goto('/orders');
  await screen(page)
    .getByRole('link', { name: `#${number}` })
    .first()
    .click();
  await screen(page)
    .getByRole('heading', { level: 1, name: `Order #${number}` })
    .waitFor();
  await expect(page.getByRole('button', { name: /^Send \d/ })).toHaveCount(0);
  await press(page, 'Ready to collect');
  await office.audit();
  await press(dialog(page), 'Ready to collect');
  await toast(page, 'The buyer knows that it’s ready.');
  const { text } = await mailTo(shop, GUEST.AU.email, `Your order #${number} is ready to collect`);
  const code = /[A-Z0-9]{3}-[A-Z0-9]{3}/.exec(text)?.[0] ?? '';
  await shopper.page.goto(orderUrl);
  await expect(main(shopper.page).getByText(code)).toBeVisible();
  await shopper.audit();

  await press(page, 'Hand over');
  await office.audit();
  await dialog(page).getByLabel('Collection code').fill('AAA-AAA');
  await dialog(page).getByText('I’ve seen proof that they’re 18 or over').click();
  await press(dialog(page), 'Hand over');
  await expect(dialog(page).getByRole('alert')).toContainText('isn’t the code of this order');
  await dialog(page).getByLabel('Collection code').fill(code);
  await press(dialog(page), 'Hand over');
  await toast(page, 'Handed over.');
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Handed over, checked by code');
  await office.audit();

  await shopper.page.reload();
  await expect(main(shopper.page).getByText('You’ve collected your order.')).toBeVisible();
  await expect(main(shopper.page).getByText(code)).toHaveCount(0);
  await shopper.audit();
});

test('a buyer who fills only the fields of a delivery gets the order delivered for the same price, where collecting is offered too @slow', async ({
  visit,
}) => {
  const { page, audit } = await visit(shop.urlOf('localhost'));
  await straightToCheckout(page, GUEST.AU.email);
  await enterDetails(page, 'AU');
  const summary = page.getByRole('complementary', { name: 'Your order' });
  await expect(summary).toContainText('$9.90');
  await expect(main(page).getByRole('radio', { name: 'Deliver it' })).toBeChecked();
  await press(page, 'Place order');
  await payWith(page, CARD);
  await orderNumber(page);
  await expect(main(page).getByText('1 Queens Parade')).toBeVisible();
  await expect(main(page).getByText('Collect in store')).toHaveCount(0);
  await audit();
});
