/** What the shop says about itself: an alarm that comes and goes, and an email that failed and is tried again. */
import { randomUUID } from 'node:crypto';
import { insertBackupReport } from '#domains/system/server/health.repository.ts';
import { recordProcess, recordProcessEnd } from '#domains/system/server/process.repository.ts';
import { type OfficeShop, serveOffice } from './support/office.ts';
import { dialog, expect, press, screen, test, toast } from './support/test.ts';

let shop: OfficeShop;

test.beforeAll(async () => {
  shop = await serveOffice();
});
test.afterAll(async () => {
  await shop?.stop();
});

test('a failed backup is an alarm on every screen until the next good one', { tag: '@tablet' }, async ({ openOffice }) => {
  const { page, audit } = await openOffice(shop, '/system');
  await expect(screen(page).getByRole('heading', { name: 'Payment gateway' })).toBeVisible();
  await audit();
  await insertBackupReport(shop.database, 'failed', 'No space on the copy');
  await press(page, 'Check now');
  await toast(page, 'Checked.');
  const banner = screen(page).getByRole('status', { name: 'What needs attention' });
  await expect(banner).toContainText('Backups need attention');
  await expect(banner).toContainText('No space on the copy');
  await expect(screen(page).getByText('Run the backup script by hand')).toBeVisible();
  await audit();

  const colleague = await openOffice(shop, '/today', { as: 'Read-only' });
  await expect(colleague.page.getByText('Backups need attention')).toBeVisible();
  await colleague.page.getByRole('link', { name: 'Open Health' }).click();
  await expect(colleague.page.getByRole('heading', { level: 1, name: 'System' })).toBeVisible();
  await expect(colleague.page.getByRole('button', { name: 'Check now' })).toHaveCount(0);
  const packer = await openOffice(shop, '/orders', { as: 'Orders' });
  await expect(packer.page.getByText('Backups need attention')).toHaveCount(0);

  await insertBackupReport(shop.database, 'ok', 'Copied');
  await press(page, 'Check now');
  await expect(banner).not.toContainText('Backups');
  await expect(colleague.page.getByText('Backups need attention')).toHaveCount(0);
});

test('web processes that the limits do not know of are named', { tag: '@tablet' }, async ({ openOffice }) => {
  const id = randomUUID();
  await recordProcess(shop.database, { id, role: 'web', host: 'second.example', pid: 17, version: '0.0.0' });
  const { page, audit } = await openOffice(shop, '/system');
  const note = screen(page).getByText('2 web processes run, and WEB_PROCESSES is 1.');

  await expect(note).toBeVisible();
  await audit();

  await recordProcessEnd(shop.database, id);
  await page.reload();
  await expect(screen(page).getByRole('heading', { name: 'Payment gateway' })).toBeVisible();
  await expect(note).toHaveCount(0);
});

test('an email that failed is tried again, and a job runs when it is asked to', async ({ openOffice }) => {
  await shop.database.execute({ text: 'alter table dev_mailbox rename to dev_mailbox_away' });
  const { number } = await shop.buy();
  const { page, audit } = await openOffice(shop, '/system/jobs');
  const failed = page.getByRole('region', { name: 'Work that failed' });
  const row = failed.getByRole('row', { name: new RegExp(`#${number}\\b`) });
  await expect(row).toContainText('Email about an order', { timeout: 30_000 });
  // The shop tries again by itself after some seconds, perhaps just before the press below.
  await shop.database.execute({ text: "update pgboss.job set start_after = now() + interval '1 hour' where state = 'retry'" });
  await audit();

  await shop.database.execute({ text: 'alter table dev_mailbox_away rename to dev_mailbox' });
  await row.getByRole('button', { name: 'Try again: Email about an order' }).click();
  await toast(page, '1 piece of work will be tried within seconds.');
  await expect(row).toHaveCount(0);
  const receipts = () => shop.database.queryMany({ text: 'select 1 from dev_mailbox where subject like $1', values: [`%#${number}%`] });
  await expect.poll(async () => (await receipts()).length).toBe(1);

  const job = page.getByRole('region', { name: 'Scheduled jobs' }).getByRole('row', { name: /^Old carts/ });
  await expect(job).toContainText('Never');
  await press(job, 'Run now: Old carts');
  await toast(page, '“Old carts” runs within seconds.');
  await expect(job).toContainText('On time', { timeout: 30_000 });
});

test('work that nobody needs is discarded after a question @slow', async ({ openOffice }) => {
  await shop.database.transaction((transaction) =>
    shop.running.services.jobs.queue(transaction, 'send-order-email', { kind: 'nonsense', orderId: 17 }),
  );
  const { page, audit } = await openOffice(shop, '/system/jobs');
  await press(page, 'Discard: Email about an order');
  await expect(dialog(page)).toContainText('an email of it isn’t sent');
  await audit();
  await press(dialog(page), 'Discard work');
  await toast(page, 'Discarded.');
  await expect(page.getByRole('region', { name: 'Work that failed' })).toHaveCount(0);
});
