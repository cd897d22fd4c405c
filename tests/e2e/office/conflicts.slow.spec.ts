/** Two people decide about the same records: whoever is second reads who was first, and what was left alone. */
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

const WINE = '/wines/office-shiraz';
const LIST = '/wines?q=office';

/** Changes the region of the wine on its own page. */
async function changeRegion(page: Page, region: string): Promise<void> {
  await page.getByRole('textbox', { name: /^Region/ }).fill(region);
  await press(page, 'Save wine');
  await toast(page, 'Wine saved');
}

test('a change of several wines leaves alone what a colleague changed since the list was opened', { tag: '@desktop' }, async ({
  openOffice,
}) => {
  const { page, audit } = await openOffice(shop, LIST, { as: 'Buyer' });
  await page.getByRole('checkbox', { name: 'Select all wines shown' }).check();
  const mia = await openOffice(shop, WINE, { as: 'Manager' });
  await changeRegion(mia.page, 'Heathcote');

  await press(page.getByRole('toolbar'), 'Change price');
  await dialog(page).getByRole('textbox', { name: 'Percent' }).fill('10');
  await press(dialog(page), 'Show what changes');

  await expect(dialog(page)).toContainText(
    /Amber Hill Shiraz 2021: Mia Manager changed it .*, after you opened this page\. It was left alone\./,
  );
  await audit();
  await press(dialog(page), 'Change 1 wine');
  await expect(dialog(page).getByText('1 wine changed.')).toBeVisible();
  await press(dialog(page), 'Undo for 1 wine');
  await press(dialog(page), 'Done');

  // The list is read again after the action, so that the person has seen the colleague’s change.
  await page.getByRole('checkbox', { name: 'Select all wines shown' }).check();
  await press(page.getByRole('toolbar'), 'Change price');
  await dialog(page).getByRole('textbox', { name: 'Percent' }).fill('10');
  await press(dialog(page), 'Show what changes');
  await press(dialog(page), 'Change 2 wines');
  await press(dialog(page), 'Undo for 2 wines');
  await press(dialog(page), 'Done');
});

test('a low-stock level of several wines leaves alone what a colleague set', async ({ openOffice }) => {
  const { page, audit } = await openOffice(shop, '/stock?q=office-&filter%5Bmarket%5D=AU', { as: 'Cellar' });
  await page.getByRole('checkbox', { name: 'Select all Stock shown' }).check();
  const mia = await openOffice(shop, '/stock/AU-990001', { as: 'Manager' });
  await press(mia.page, 'Low-stock level');
  await dialog(mia.page)
    .getByLabel(/^Low at/)
    .fill('10');
  await press(dialog(mia.page), 'Save level');
  await toast(mia.page, 'Low-stock level of 1 wine saved.');

  await page.getByRole('toolbar').getByRole('button', { name: 'Set low-stock level' }).click();
  await dialog(page)
    .getByLabel(/^Low at/)
    .fill('900');
  await press(dialog(page), 'Next');
  await expect(dialog(page)).toContainText(/1 wine won’t change:.*Mia Manager changed it/);
  await audit();
  await press(dialog(page), 'Save level of 1 wine');
  await expect(dialog(page).getByText('Low-stock level of 1 wine saved.')).toBeVisible();
  await expect(screen(mia.page).getByText('10 cases', { exact: true })).toBeVisible();
});

test('a customer is not excluded from the loyalty programme twice', async ({ openOffice }) => {
  const { id } = await createTestCustomer(shop, { email: 'twice@example.com' });
  const mia = await openOffice(shop, `/customers/${id}`, { as: 'Manager' });
  const olive = await openOffice(shop, `/customers/${id}`);
  for (const { page } of [mia, olive]) await press(page, 'Exclude from the programme');
  await dialog(mia.page).getByLabel('Reason').fill('Trade customer');
  await press(dialog(mia.page), 'Exclude customer');
  await toast(mia.page, 'Excluded from the loyalty programme.');

  await dialog(olive.page).getByLabel('Reason').fill('Staff');
  await press(dialog(olive.page), 'Exclude customer');
  const conflict = olive.page.getByRole('alertdialog', { name: /changed/i });
  await expect(conflict).toContainText('Mia Manager changed this');
  await expect(conflict.getByRole('row', { name: /Loyalty programme/ })).toContainText('Excluded: Mia Manager: Trade customer');
  await olive.audit();
  await press(conflict, 'Keep theirs');
  await expect(screen(olive.page)).toContainText('Trade customer');
});

test('a dispute that a colleague marked says who it was', async ({ openOffice }) => {
  const { id, number } = await shop.buy();
  await shop.database.execute({
    text: `insert into order_disputes (gateway, id, order_id, amount_cents, reason, status, evidence_due_at, status_before)
      values ('sandbox', 'twice', $1, 6000, 'fraudulent', 'open', now() + interval '3 days', 'Awaiting Fulfillment')`,
    values: [id],
  });
  const mark = `Mark the dispute of order #${number} as answered`;
  const otto = await openOffice(shop, '/system/disputes', { as: 'Orders' });
  const olive = await openOffice(shop, '/system/disputes');
  await press(otto.page, mark);
  await toast(otto.page, 'Marked as answered.');

  await press(olive.page, mark);
  await toast(olive.page, /^Otto Packer changed this/);
  await expect(olive.page.getByRole('row', { name: new RegExp(`#${number}\\b`) })).toContainText('Otto Packer');
});
