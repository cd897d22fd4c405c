/** Other systems and errors: a webhook that was given up is sent again, an error is resolved, a dispute is answered. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type OfficeShop, serveOffice } from './support/office.ts';
import { dialog, expect, press, screen, test, toast } from './support/test.ts';

let shop: OfficeShop;
let receiver: Server;
let isUp = false;
let received = 0;

test.beforeAll(async () => {
  receiver = createServer((_request, response) => {
    if (isUp) received += 1;
    response.writeHead(isUp ? 200 : 503).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  shop = await serveOffice({
    env: { ORDER_WEBHOOK_URL: `http://127.0.0.1:${port}/hooks?token=hush`, ORDER_WEBHOOK_SECRET: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
  });
});
test.afterAll(async () => {
  await shop?.stop();
  receiver?.close();
});

test('a webhook that was given up is sent again when its receiver works', { tag: '@tablet' }, async ({ openOffice }) => {
  const { number } = await shop.buy();
  const failures = () => shop.database.queryMany({ text: "select 1 from webhook_deliveries where last_response = '503'" });
  await expect.poll(async () => (await failures()).length).toBeGreaterThan(0);
  await shop.database.execute({ text: "update webhook_deliveries set state = 'failed', attempts = 16, finished_at = now()" });

  const { page, audit } = await openOffice(shop, '/today');
  await page.getByRole('link', { name: /^Webhooks: 1 webhook/ }).click();
  const row = page.getByRole('row', { name: new RegExp(`#${number}\\b`) });
  await expect(row).toContainText('Given up');
  await expect(row).toContainText('Status 503');
  await audit();
  await row.getByRole('link').click();
  await expect(dialog(page)).toContainText('"type": "order.placed"');
  await expect(dialog(page)).not.toContainText('hush');
  await audit();

  isUp = true;
  await press(dialog(page), 'Send again');
  await toast(page, '1 webhook will be sent within seconds.');
  await expect.poll(() => received).toBe(1);
  await page.goto('/system/webhooks');
  await expect(row).toContainText('Delivered');
  await row.getByRole('checkbox').check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Send again' }).click();
  await press(dialog(page), 'Send 1 webhook again');
  await expect.poll(() => received).toBe(2);
});

test('an error is read and resolved, and the resolution is taken back @slow', async ({ openOffice }) => {
  shop.running.services.errors.report(new TypeError('The cork is stuck'), { component: 'checkout', action: 'pay' });
  await expect.poll(async () => (await shop.database.queryMany({ text: 'select 1 from error_groups' })).length).toBeGreaterThan(0);
  const { page, audit } = await openOffice(shop, '/system/errors');
  const row = page.getByRole('row', { name: /The cork is stuck/ });
  await expect(row).toContainText('Open');
  await audit();
  await row.getByRole('link').click();
  await dialog(page)
    .getByText(/^Report of/)
    .first()
    .click();
  await audit();
  await press(dialog(page), 'Resolve');
  await toast(page, '1 error resolved.');
  await expect(row).toContainText('Resolved');
  await press(page, 'Undo');
  await expect(row).toContainText('Open');
});

test('a dispute is marked as answered @slow', async ({ openOffice }) => {
  const { id, number } = await shop.buy();
  await shop.database.execute({
    text: `insert into order_disputes (gateway, id, order_id, amount_cents, reason, status, evidence_due_at, status_before)
      values ('sandbox', 'd1', $1, 6000, 'fraudulent', 'open', now() + interval '3 days', 'Awaiting Fulfillment')`,
    values: [id],
  });
  const { page, audit } = await openOffice(shop, '/today', { as: 'Orders' });
  await page.getByRole('link', { name: /^Disputes: 1 payment/ }).click();
  const row = page.getByRole('row', { name: new RegExp(`#${number}\\b`) });
  await expect(row).toContainText('To answer');
  await expect(screen(page).getByRole('link', { name: 'Health' })).toHaveCount(0);
  await audit();
  await press(row, `Mark the dispute of order #${number} as answered`);
  await toast(page, 'Marked as answered.');
  await expect(row).toContainText('Otto Packer');
});
