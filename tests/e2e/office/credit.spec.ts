/** Store credit: given to two customers after a preview, and partly taken back. */
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

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('credit is given to two customers after a preview, and partly taken back', async ({ openOffice }) => {
  const [ada, bob] = [await createTestCustomer(shop), await createTestCustomer(shop)];
  const { page, audit } = await openOffice(shop, '/credit');
  await screen(page).getByRole('button', { name: 'Give credit' }).first().click();
  await press(dialog(page), 'Preview');
  await expect(dialog(page).getByText('Enter the email address of at least one customer')).toBeVisible();
  await dialog(page).getByLabel('Email addresses of customers').fill(`${ada.email}, ${bob.email}\nnobody@example.com`);
  await dialog(page).getByLabel('Amount for each').fill('20');
  await dialog(page).getByLabel(/^Note/).fill('Sorry for the wait');
  await dialog(page).getByLabel('Reason').fill('Late delivery');
  await audit();
  await press(dialog(page), 'Preview');
  await expect(dialog(page)).toContainText('This address has no account in the market.');
  await expect(dialog(page).getByRole('button', { name: 'Give 2 customers $20.00 each' })).toBeDisabled();
  await audit();

  await press(dialog(page), 'Change');
  await dialog(page).getByLabel('Email addresses of customers').fill(`${ada.email}\n${bob.email}`);
  await press(dialog(page), 'Preview');
  await expect(dialog(page)).toContainText('$40.00 in total, for 2 customers.');
  await dialog(page).getByRole('button', { name: 'Give 2 customers $20.00 each' }).dblclick();
  await toast(page, '$40.00 given to 2 customers.');
  await expect(page.getByText('2 entries', { exact: true })).toBeVisible();
  await audit();

  await page.goto(`/credit/AU/${ada.id}`);
  await expect(region(page, 'Balance')).toContainText('$20.00');
  await expect(region(page, 'Ledger')).toContainText('by Olive Owner: Late delivery');
  await press(page, 'Take back');
  await dialog(page).getByLabel('Amount').fill('25');
  await dialog(page).getByLabel('Reason').fill('Given too much');
  await press(dialog(page), 'Take back');
  await expect(dialog(page).getByText(/^Only \$20\.00 can be taken back/)).toBeVisible();
  await audit();
  await dialog(page).getByLabel('Amount').fill('5');
  await press(dialog(page), 'Take back');
  await toast(page, '$5.00 taken back.');
  await expect(region(page, 'Balance')).toContainText('$15.00');
  await audit();
});
