/** The phone rings: somebody wants to order, and pays by a link. */
import { orderNumber, payWith } from '#tests/e2e/support/guest-buys.ts';
import { DATE_OF_BIRTH } from '#tests/fixtures/buyers.ts';
import { mailTo } from '#tests/fixtures/mailbox.ts';
import { type OfficeShop, serveOffice, WINES } from './support/office.ts';
import { dialog, expect, press, screen, test, toast } from './support/test.ts';

const [SHIRAZ] = WINES;

let shop: OfficeShop;

test.beforeAll(async () => {
  shop = await serveOffice();
});
test.afterAll(async () => {
  await shop?.stop();
});

test('takes an order by phone, which the buyer pays by a link', { tag: '@tablet' }, async ({ openOffice, visit }) => {
  const { page, audit } = await openOffice(shop, '/orders', { as: 'Orders' });
  await press(page, 'New order');
  await dialog(page).getByLabel('Customer').fill('caller@example.com');
  await audit();
  await press(dialog(page), 'Begin for caller@example.com');
  await page.getByRole('heading', { level: 1, name: 'Draft order for caller@example.com' }).waitFor();
  await audit();

  await page.getByLabel('Add a wine').fill('shiraz');
  await page.getByRole('list', { name: 'Wines found' }).getByRole('button').first().click();
  await toast(page, /added\.$/);
  const items = page.getByRole('region', { name: 'Items' });
  await items.getByRole('button', { name: /^Increase/ }).click();
  await expect(items.getByRole('textbox', { name: /^Cases of/ })).toHaveValue('2');
  await items.getByLabel('Coupon').fill('NOTHING');
  await press(items, 'Add coupon');
  await expect(items.getByRole('alert')).toContainText('NOTHING is not valid');
  await audit();

  await press(page, 'Change delivery');
  const fields = { 'First name': 'Carla', 'Last name': 'Caller', Phone: '0412 345 678', 'Street and number': '1 Queens Parade' };
  for (const [label, value] of Object.entries({ ...fields, Suburb: 'Clifton Hill', Postcode: '3068' }))
    await dialog(page).getByLabel(label, { exact: true }).fill(value);
  await dialog(page).getByLabel('State').selectOption('VIC');
  await press(dialog(page), 'Save delivery');
  await toast(page, 'Delivery saved.');

  await press(page, 'Send payment link');
  await audit();
  await press(dialog(page), 'Send payment link');
  await toast(page, 'Payment link sent.');
  await expect(screen(page).getByText('Link sent').first()).toBeVisible();
  await audit();

  const { text } = await mailTo(shop, 'caller@example.com', 'Your order is ready to pay');
  const link = /https?:\/\/\S+\/checkout\/\S+/.exec(text)?.[0] ?? '';
  const buyer = await visit(shop.urlOf('localhost'));
  await buyer.page.goto(new URL(link).pathname);
  await expect(buyer.page.getByLabel('First name')).toHaveValue('Carla');
  await buyer.page.getByLabel('Date of birth').fill(DATE_OF_BIRTH);
  await press(buyer.page, 'Place order');
  await payWith(buyer.page, '4242 4242 4242 4242');
  const number = await orderNumber(buyer.page);

  // The office follows without a reload.
  const order = page.getByRole('link', { name: `Order #${number}` });
  await order.click();
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Taken by phone');
  await expect(page.getByRole('region', { name: 'Tags' })).toContainText('phone');
});

test('duplicates an order into a draft, cancels it and takes that back @slow', async ({ openOffice }) => {
  const { id } = await shop.buy([SHIRAZ.productId, SHIRAZ.productId]);
  const { page, audit } = await openOffice(shop, `/orders/${id}`, { as: 'Orders' });
  await press(page, 'More');
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await page.getByRole('heading', { level: 1, name: /^Draft order for Grace Hopper/ }).waitFor();
  await expect(page.getByRole('region', { name: 'Items' }).getByRole('textbox', { name: /^Cases of/ })).toHaveValue('2');
  await audit();

  await press(page, 'Cancel draft');
  await press(dialog(page), 'Cancel draft');
  await toast(page, 'Draft cancelled.');
  await expect(screen(page).getByText('Cancelled', { exact: true })).toBeVisible();
  await press(page, 'Undo');
  await toast(page, 'The change is taken back.');
  await page.getByRole('link', { name: 'Back to Draft orders' }).click();
  await expect(page.getByRole('row', { name: /Grace Hopper/ })).toBeVisible();
  await audit();
});
