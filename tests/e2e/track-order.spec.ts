/** A guest who has lost our emails sees how far the order is, and opens it by the link that comes. */
import { linkIn, mailTo } from '#tests/fixtures/mailbox.ts';
import { serveSampleShop } from './support/served-shop.ts';
import { expect, test } from './support/test.ts';

test('a guest tracks an order by number and email, opens the emailed link and ends it [ORD-19, ORD-20]', async ({ visit }) => {
  const shop = await serveSampleShop();
  const email = 'gold@cellardoor.example';
  const order = await shop.database.queryOne<{ number: number }>({
    text: "select number from orders where email = $1 and status = 'Shipped' and market = 'AU' order by number desc limit 1",
    values: [email],
  });
  const number = String(order?.number);
  const { page, audit, close } = await visit(shop.urlOf('localhost'));
  const main = page.getByRole('main');

  await page.goto('/', { waitUntil: 'networkidle' });
  await page.getByRole('contentinfo').getByRole('link', { name: 'Track your order' }).click();
  await main.getByRole('button', { name: 'Show status' }).click();
  await main.getByText('Enter the number of your order').waitFor();
  await main.getByLabel('Order number').fill(number);
  await main.getByLabel('Email').fill('somebody@example.com');
  await main.getByRole('button', { name: 'Show status' }).click();
  await main.getByText('No status to show. If there is an order with this number and email, we’ve sent a link to that address.').waitFor();
  await main.getByLabel('Email').fill(email);
  await main.getByRole('button', { name: 'Show status' }).click();
  await main.getByText(/^Sent on \d+ \w+ \d{4}\. If there is an order with this number and email/).waitFor();
  await audit();

  await page.goto(linkIn(await mailTo(shop, email, `link to your order #${number}`)), { waitUntil: 'networkidle' });
  await main.getByRole('heading', { name: `Order #${number}` }).waitFor();
  const [file] = await Promise.all([page.waitForEvent('download'), main.getByRole('link', { name: 'Download tax invoice (PDF)' }).click()]);
  expect(file.suggestedFilename()).toBe(`tax-invoice-${number}.pdf`);
  await audit();
  await main.getByRole('button', { name: 'End this link' }).click();
  await main.getByRole('heading', { name: 'This link has expired' }).waitFor();
  await main.getByRole('link', { name: 'Get a new link' }).click();
  await main.getByRole('heading', { name: 'Track your order' }).waitFor();
  await close();
});
