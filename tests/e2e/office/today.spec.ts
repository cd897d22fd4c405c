/** Eight in the morning: what has to be sent, what failed overnight, and how it is going. */
import { createTestStaff } from '#tests/fixtures/office.ts';
import { paidOrder } from '#tests/fixtures/orders.ts';
import { type OfficeShop, serveOffice, WINES } from './support/office.ts';
import { expect, press, screen, test, toast } from './support/test.ts';

let shop: OfficeShop;

test.beforeAll(async () => {
  shop = await serveOffice();
  await shop.database.execute({
    text: "insert into roles (name, permissions, markets) values ('Packing', '{orders.read,reports.read}', '{SG}'), ('Auditor', '{staff.read}', null)",
  });
});
test.afterAll(async () => {
  await shop?.stop();
});

test('says that nothing waits, until an order arrives that leads to its list and into the charts', async ({ openOffice }) => {
  const packer = await createTestStaff(shop.database, { email: 'pat@shop.example', roles: ['Packing'] });
  const { page, audit } = await openOffice(shop, '/today?range=7d', { as: packer });
  const opened = page.waitForResponse('**/office/v1/live');
  await page.reload();
  await opened;
  const sales = page.getByRole('region', { name: 'Revenue and orders by day' });
  await expect(screen(page).getByRole('heading', { name: 'Nothing waits' })).toBeVisible();
  await expect(sales).toContainText('No orders in these days');
  await expect(page.getByRole('region', { name: 'Orders by hour' })).toContainText('No orders in these days');
  await expect(page.getByRole('region', { name: 'From visit to order' })).toContainText('No visits counted in these days');
  await audit();

  const id = await paidOrder(shop, [WINES[0].productId], 'sg.localhost', {
    phone: '8123 4567',
    suburb: '',
    state: '',
    postcode: '288913',
  });
  const order = await shop.database.queryOne<{ number: number }>({ text: 'select number from orders where id = $1', values: [id] });

  const toSend = screen(page).getByRole('link', { name: 'To send: 1 order to pack and send. Show orders to send' });
  await expect(toSend).toBeVisible();
  await sales.getByRole('radio', { name: 'Table' }).click();
  await expect(sales.getByRole('row', { name: /^Total/ })).toContainText('1');
  await sales.getByText('How this is counted').click();
  await expect(sales.getByText(/^Revenue is what cards were charged/)).toBeVisible();
  await audit();
  await toSend.click();
  await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
  await expect(page.getByText('1 order', { exact: true })).toBeVisible();
  await expect(page.getByRole('row', { name: new RegExp(`#${order?.number}\\b`) })).toBeVisible();
});

test('shows what failed overnight, and leads to the work that can be tried again', { tag: '@only-tablet' }, async ({ openOffice }) => {
  await shop.database.transaction((transaction) =>
    shop.running.services.jobs.queue(transaction, 'send-order-email', { kind: 'nonsense', orderId: 17 }),
  );
  const failed = () => shop.database.queryMany({ text: "select 1 from pgboss.job where name = 'send-order-email' and state = 'retry'" });
  await expect.poll(async () => (await failed()).length).toBe(1);
  const { page, audit } = await openOffice(shop, '/system');
  // The card shows what the last check found.
  await press(page, 'Check now');
  await toast(page, 'Checked.');
  const menu = page.getByRole('button', { name: 'Open menu' });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('navigation', { name: 'Office' }).getByRole('link', { name: 'Today' }).click();
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
  await audit();

  await screen(page)
    .getByRole('link', { name: /^Jobs: 1 job or email that failed or is stuck\. Show jobs$/ })
    .click();

  await page.waitForURL('**/system/jobs');
  await expect(page.getByRole('region', { name: 'Work that failed' })).toContainText('Email about an order');
});

test('sends somebody without work on this screen to the others @slow', async ({ openOffice }) => {
  const auditor = await createTestStaff(shop.database, { email: 'ada@shop.example', roles: ['Auditor'] });
  const { page, audit } = await openOffice(shop, '/today', { as: auditor });
  await expect(screen(page)).toContainText('Your role has no work on this screen. Choose a screen on the left.');
  await audit();
  await page.getByRole('navigation', { name: 'Office' }).getByRole('link', { name: 'Staff' }).click();
  await page.getByRole('heading', { level: 1, name: 'Staff' }).waitFor();
});
