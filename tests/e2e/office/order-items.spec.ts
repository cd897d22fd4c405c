/** The buyer calls: fewer bottles, please. */
import { DETAILS } from '#tests/fixtures/buyers.ts';
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
