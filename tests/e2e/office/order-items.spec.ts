/** The buyer calls: fewer bottles, please. Or more. */
import { orderNumber, payWith } from '#tests/e2e/support/guest-buys.ts';
import { DATE_OF_BIRTH, DETAILS } from '#tests/fixtures/buyers.ts';
import { mailTo } from '#tests/fixtures/mailbox.ts';
import { type OfficeShop, serveOffice, WINES } from './support/office.ts';
import { dialog, expect, press, test, toast } from './support/test.ts';

const [SHIRAZ] = WINES;

let shop: OfficeShop;

test.beforeAll(async () => {
  shop = await serveOffice();
});
test.afterAll(async () => {
  await shop?.stop();
});

test('takes a case out of an order, which is refunded', { tag: '@tablet' }, async ({ openOffice, visit }) => {
  const { id, number } = await shop.buy([SHIRAZ.productId, SHIRAZ.productId]);
  const { page, audit } = await openOffice(shop, `/orders/${id}`, { as: 'Orders' });
  await press(page, 'Edit items');
  const quantity = dialog(page).getByRole('textbox', { name: /^Cases of .* to send$/ });
  await expect(quantity).toHaveValue('2');
  await audit();

  await quantity.fill('0');
  await quantity.press('Tab');
  await expect(dialog(page).getByRole('alert')).toContainText('Cancel it instead');
  await quantity.fill('1');
  await dialog(page).getByLabel('Reason').fill('One is enough');
  await expect(dialog(page)).toContainText('1 case goes back on sale.');
  await audit();
  await press(dialog(page), /^Change items and refund \$/);
  await toast(page, /^Items changed\. .* is on its way back\.$/);

  const timeline = page.getByRole('region', { name: 'Timeline' });
  await expect(timeline).toContainText('Items changed');
  await expect(timeline).toContainText('2 cases → 1 case');
  expect((await mailTo(shop, DETAILS.email, `Your order #${number} changed`)).text).toContain('Not sent any more');
  const buyer = await visit(shop.urlOf('localhost'));
  await buyer.page.goto(`/order/${id}`);
  await expect(buyer.page.getByRole('main')).toContainText('One is enough');
  await expect(buyer.page.getByRole('main')).toContainText('Refunded');
});

test('adds a wine to an order, which the buyer pays by a link and finds on both pages', { tag: '@tablet' }, async ({
  openOffice,
  visit,
}) => {
  const { id, number } = await shop.buy([SHIRAZ.productId]);
  const { page, audit } = await openOffice(shop, `/orders/${id}`, { as: 'Orders' });
  await press(page, 'Add wines');
  await expect(page.getByText(/They go with it, to its address/)).toBeVisible();
  await expect(page.getByRole('link', { name: `Order #${number}` })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change delivery' })).toHaveCount(0);
  await page.getByLabel('Add a wine').fill('shiraz');
  await page.getByRole('list', { name: 'Wines found' }).getByRole('button').first().click();
  await toast(page, /added\.$/);
  await audit();
  await press(page, 'Send payment link');
  await press(dialog(page), 'Send payment link');
  await toast(page, 'Payment link sent.');

  const { text } = await mailTo(shop, DETAILS.email, 'Your order is ready to pay');
  const link = /https?:\/\/\S+\/checkout\/\S+/.exec(text)?.[0] ?? '';
  const buyer = await visit(shop.urlOf('localhost'));
  await buyer.page.goto(new URL(link).pathname);
  await expect(buyer.page.getByText(`These wines go with your order #${number}`).first()).toBeVisible();
  await buyer.page.getByLabel('Date of birth').fill(DATE_OF_BIRTH);
  await press(buyer.page, 'Place order');
  await payWith(buyer.page, '4242 4242 4242 4242');
  const added = await orderNumber(buyer.page);
  await expect(buyer.page.getByRole('main')).toContainText(`These wines go with your order #${number}.`);
  await buyer.page.goto(`/order/${id}`);
  await expect(buyer.page.getByRole('main')).toContainText(`Added to this order as #${added}`);

  await page.goto(`/orders/${id}`);
  await expect(page.getByRole('region', { name: 'Items' }).getByRole('link', { name: `Order #${added}` })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText(`Wines added as order #${added}`);
  await audit();

  await page
    .getByRole('region', { name: 'Items' })
    .getByRole('link', { name: `Order #${added}` })
    .click();
  const labels = page.getByRole('region', { name: 'Labels' });
  await expect(labels).toContainText(`These wines go in the parcels of order #${number}. Buy the labels there.`);
  await expect(labels.getByRole('button', { name: 'Buy labels' })).toHaveCount(0);
  await audit();
});
