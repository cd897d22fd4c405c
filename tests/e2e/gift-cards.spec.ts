/** A guest buys two gift cards, one for a later day, receives the emails and checks the balance. */
import { mailCount, mailTo } from '#tests/fixtures/mailbox.ts';
import { goToCheckout, orderNumber, payWith } from './support/guest-buys.ts';
import { serveSampleShop } from './support/served-shop.ts';
import { expect, test } from './support/test.ts';

test('a guest buys two gift cards, sees when they are sent, and the recipient sees the balance [GIFT-1, GIFT-2, GIFT-4]', {
  tag: '@phone',
}, async ({ visit }) => {
  const shop = await serveSampleShop();
  const { page, audit, close } = await visit(shop.urlOf('localhost'));
  const main = page.getByRole('main');
  const later = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  const give = async (name: string, email: string, day: string): Promise<void> => {
    await page.goto('/gift-cards', { waitUntil: 'networkidle' });
    await main.getByRole('radio', { name: '$200' }).check();
    await main.getByLabel('Their name').fill(name);
    await main.getByLabel('Their email').fill(email);
    await main.getByLabel('Message').fill('Happy birthday.\nOpen it slowly.');
    await main.getByLabel('Send on').fill(day);
    await main.getByRole('button', { name: 'Add to cart' }).click();
    await page.getByText('Item added to your cart!').waitFor();
  };
  await give('Ada', 'ada@example.com', '');
  await give('Charles', 'charles@example.com', later);
  await page.goto('/cart', { waitUntil: 'networkidle' });
  await goToCheckout(page, 'grace@example.com');
  await page.waitForLoadState('networkidle');
  await main.getByLabel('First name').fill('Grace');
  await main.getByLabel('Last name').fill('Hopper');
  await main.getByLabel('Phone').fill('0412 345 678');
  expect(await main.innerText()).not.toMatch(/GST|driver|proof of age/);
  await main.getByRole('button', { name: 'Place order' }).click();
  await payWith(page, '4242 4242 4242 4242');
  await orderNumber(page);
  await main.getByText('We’ll email each gift card with its code on the day you chose.').waitFor();
  await main.getByRole('heading', { name: 'Receipt' }).waitFor();
  await audit();

  await expect.poll(() => mailCount(shop, 'ada@example.com'), { timeout: 60_000 }).toBe(1);
  expect(await mailCount(shop, 'charles@example.com')).toBe(0);
  await shop.database.execute({ text: "update gift_cards set send_at = now() where recipient_name = 'Charles'" });
  await expect.poll(() => mailCount(shop, 'charles@example.com'), { timeout: 60_000 }).toBe(1);
  const { text } = await mailTo(shop, 'charles@example.com', 'gift card');
  expect(text).toContain('“Happy birthday.\nOpen it slowly.”');
  const [code = ''] = /\w{4}-\w{4}-\w{4}-\w{4}/.exec(text) ?? [];
  await page.goto('/gift-cards/balance', { waitUntil: 'networkidle' });
  await main.getByLabel('Gift card code').fill(code.toLowerCase());
  await main.getByRole('button', { name: 'Check balance' }).click();
  await main.getByText('left of $200.00. Valid until').waitFor();
  await audit();
  await close();
  await shop.stop();
});
