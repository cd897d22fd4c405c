/** A bottle arrives broken: the buyer says so from the account and by a link, with photos, and sees what became of it. */
import sharp from 'sharp';
import { createOrderLink } from '#domains/selling/orders/server/order-link.repository.ts';
import { createTestCustomer, PASSWORD } from '#tests/fixtures/customer.ts';
import { mailTo } from '#tests/fixtures/mailbox.ts';
import { paidOrder } from '#tests/fixtures/orders.ts';
import { type ServedShop, serveSampleShop } from './support/served-shop.ts';
import { openAccount } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const OFFER = { offerId: 'claimed', productId: 990_011, name: 'Fragile Shiraz' };

let shop: ServedShop;
test.beforeAll(async () => {
  shop = await serveSampleShop();
  await shop.stock(OFFER);
});
test.afterAll(async () => {
  await shop?.stop();
});

const picture = async () => ({
  name: 'broken.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 600, height: 400, channels: 3, background: '#7b1f33' } })
    .jpeg()
    .toBuffer(),
});
const noPicture = { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('Not a picture') };

test('a customer reports a broken bottle from the account, with photos, and sees the answer [ORD-22]', async ({ visit }) => {
  const customer = await createTestCustomer(shop, { withPassword: true });
  const id = await paidOrder(shop, [OFFER.productId], 'localhost', { email: customer.email });
  await shop.database.execute({ text: 'update orders set customer_id = $2 where id = $1', values: [id, customer.id] });
  const { page, audit, close } = await visit(shop.urlOf('localhost'));
  const main = page.getByRole('main');
  await openAccount(page, `/account/orders/${id}`, customer.email, PASSWORD);

  await main.getByRole('link', { name: 'Something is wrong' }).click();
  await main.getByRole('button', { name: 'Send' }).click();
  await main.getByText('Choose what is wrong with at least one wine').waitFor();
  await main.getByLabel(/What is wrong with .*Fragile Shiraz/).selectOption('Broken');
  await expect(main.getByText('Choose what is wrong with at least one wine')).toHaveCount(0);
  await main.getByLabel('Bottles').fill('2');
  await main.getByLabel('What happened').fill('The box was wet.');
  await main.getByLabel('Photos').setInputFiles([await picture(), noPicture]);
  await main.getByText('notes.jpg: We can’t use that photo. It isn’t a picture.').waitFor();
  await main.getByRole('button', { name: 'Remove broken.jpg' }).waitFor();
  await audit();
  await main.getByRole('button', { name: 'Send' }).click();
  await main.getByText('Thank you. We have what you sent and will email you.').waitFor();
  await expect(main.getByText('Thank you. We have what you sent')).toBeInViewport();
  await expect(main).toContainText('Broken, 2 bottles');
  await expect(main).toContainText('1 photo');
  await audit();
  expect((await mailTo(shop, customer.email, 'We have what you sent')).text).toContain('Broken, 2 bottles.');

  await shop.database.execute({
    text: "update claims set state = 'declined', answer = 'Please send the parcel’s label too.', version = version + 1 where order_id = $1",
    values: [id],
  });
  await page.reload({ waitUntil: 'networkidle' });
  await main.getByText('Please send the parcel’s label too.').waitFor();
  await expect(main.getByRole('button', { name: 'Send' })).toBeVisible();
  await close();
});

test('a guest reports a late order by the emailed link, until the link expires [ORD-20, ORD-22] @slow', { tag: '@phone' }, async ({
  visit,
}) => {
  const id = await paidOrder(shop, [OFFER.productId], 'localhost', { email: 'late@example.com' });
  const token = await createOrderLink(shop.database, id);
  const { page, audit, close } = await visit(shop.urlOf('localhost'));
  const main = page.getByRole('main');
  await page.goto(`/track-order/order?token=${token}`, { waitUntil: 'networkidle' });

  await main.getByRole('link', { name: 'Something is wrong' }).click();
  await main.getByLabel(/What is wrong with .*Fragile Shiraz/).selectOption('Late');
  await main.getByRole('button', { name: 'Send' }).click();
  await main.getByText('Thank you. We have what you sent and will email you.').waitFor();
  await audit();

  await shop.database.execute({ text: 'update order_links set expires_at = now() where order_id = $1', values: [id] });
  await page.reload({ waitUntil: 'networkidle' });
  await main.getByText('We couldn’t find that order.').waitFor();
  await audit();
  await main.getByRole('link', { name: 'Get a new link' }).click();
  await main.getByRole('heading', { name: 'Track your order' }).waitFor();
  await close();
});
