/** Two people work at once: lists say what a colleague changed, and open records follow without losing what is being typed. */
import type { Page } from '@playwright/test';
import { createTestCustomer } from '#tests/fixtures/customer.ts';
import { type OfficeShop, serveOffice } from './support/office.ts';
import { dialog, expect, press, screen, test, toast } from './support/test.ts';

let shop: OfficeShop;

test.beforeAll(async () => {
  shop = await serveOffice();
});
test.afterAll(async () => {
  await shop?.stop();
});

/** Reads a page again and waits until its stream of changes is open. */
async function listen(page: Page): Promise<void> {
  const opened = page.waitForResponse('**/office/v1/live');
  await page.reload();
  await opened;
  await screen(page).getByRole('heading', { level: 1 }).waitFor();
}

test('a list says that a colleague changed something, and shows it on request; one’s own change is not announced', async ({
  openOffice,
}) => {
  const { page, audit } = await openOffice(shop, '/redirects', { as: 'Marketing' });
  await listen(page);
  const colleague = await openOffice(shop, '/redirects');
  await listen(colleague.page);

  await colleague.page.getByRole('button', { name: 'Add redirect' }).first().click();
  await dialog(colleague.page).getByLabel('Old address').fill('/old-list');
  await dialog(colleague.page).getByLabel('Leads to').fill('/wines');
  await press(dialog(colleague.page), 'Save redirect');
  await toast(colleague.page, '/old-list is redirected.');

  await expect(screen(page).getByText('1 change since you opened this list')).toBeVisible();
  await audit();
  await press(page, 'Update list');
  await expect(page.getByRole('row', { name: /\/old-list/ })).toBeVisible();
  await expect(screen(page).getByText(/since you opened this list/)).toHaveCount(0);
  await expect(screen(colleague.page).getByText(/since you opened this list/)).toHaveCount(0);
});

test('a customer’s page shows what a colleague noted, and keeps the note that is being written', async ({ openOffice }) => {
  const { id } = await createTestCustomer(shop, { email: 'live@example.com' });
  const { page } = await openOffice(shop, `/customers/${id}`, { as: 'Manager' });
  await listen(page);
  await page.getByLabel('Note').fill('Half a sentence');
  const colleague = await openOffice(shop, `/customers/${id}`);

  await colleague.page.getByLabel('Note').fill('Called about the corked Shiraz.');
  await press(colleague.page, 'Add note');

  await expect(screen(page).getByText('Called about the corked Shiraz.')).toBeVisible();
  await expect(page.getByLabel('Note')).toHaveValue('Half a sentence');
});
