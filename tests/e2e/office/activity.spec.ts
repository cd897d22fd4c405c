/** “Who changed that?”: staff find a change in the log, read what was before and after, and hand it to the accountant. */
import { readFile } from 'node:fs/promises';
import { customerOfficeContract } from '#domains/customers/account/office-contract.ts';
import { stockOfficeContract } from '#domains/selling/stock/office-contract.ts';
import { createTestCustomer } from '#tests/fixtures/customer.ts';
import { must, signInAs } from '#tests/fixtures/office.ts';
import { type OfficeShop, serveOffice, WINES } from './support/office.ts';
import { dialog, expect, press, screen, test, toast } from './support/test.ts';

const STOCK = `AU-${WINES[0].productId}`;

let shop: OfficeShop;

test.beforeAll(async () => {
  shop = await serveOffice();
});
test.afterAll(async () => {
  await shop?.stop();
});

test('finds who wrote about a customer and who took cases, saves the question as a view, and exports the answer', async ({
  openOffice,
}) => {
  const { id: customerId } = await createTestCustomer(shop);
  const manager = (await signInAs(shop, await shop.person('Manager'))).call(customerOfficeContract);
  await must(manager.addCustomerNote({ customerId, market: 'AU', text: 'Prefers to be called.' }));
  const cellar = (await signInAs(shop, await shop.person('Cellar'))).call(stockOfficeContract);
  const { version } = await must(cellar.stockItem({ id: STOCK }));
  await must(cellar.adjustStock({ id: STOCK, version, quantity: -2, reason: 'broken', note: '' }));
  const { page, audit } = await openOffice(shop, '/staff/activity');
  const log = page.getByRole('grid', { name: 'Activity log' });
  const search = page.getByRole('searchbox', { name: 'Search activity log' });

  // A customer's name leads to what staff did about them, and from there to the customer.
  await search.fill('grace hopper');
  await expect(page.getByText('1 entry', { exact: true })).toBeVisible();
  await expect(log.getByRole('row', { name: /Added a note.*Customer Grace Hopper.*Mia Manager/ })).toBeVisible();
  await audit();
  await log.getByRole('link').first().click();
  await expect(dialog(page)).toContainText('Customer Grace Hopper · Mia Manager');
  await dialog(page).getByRole('link', { name: 'Open the record' }).click();
  await page.getByRole('heading', { level: 1, name: 'Grace Hopper' }).waitFor();
  await screen(page).getByRole('link', { name: 'Activity log' }).click();
  await expect(page.getByRole('button', { name: 'Record: Customer Grace Hopper', exact: true })).toBeVisible();
  await expect(page.getByText('1 entry', { exact: true })).toBeVisible();

  // Who took cases from the shelf?
  await press(page, 'Remove filter: Record: Customer Grace Hopper');
  for (const [filter, option] of [
    ['Person', 'Celia Cellar'],
    ['What', 'Stock of: Adjusted the stock'],
  ] as const) {
    await press(page, 'Add filter');
    await page.getByRole('menuitem', { name: filter, exact: true }).click();
    await page.getByRole('dialog', { name: filter }).getByText(option, { exact: true }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: `${filter}: ${option}`, exact: true })).toBeVisible();
  }
  await expect(page.getByText('1 entry', { exact: true })).toBeVisible();
  await log.getByRole('link').first().click();
  const level = dialog(page).getByRole('row', { name: /On the shelf/ });
  await expect(level.getByRole('cell').first()).toHaveText('500');
  await expect(level.getByRole('cell').last()).toHaveText('498');
  await audit();
  await dialog(page).getByRole('button', { name: 'Close' }).last().click();

  await press(page, 'Save view');
  await dialog(page).getByLabel('Name of the view').fill('Taken by Celia');
  await press(dialog(page), 'Save view');
  await toast(page, 'View “Taken by Celia” saved.');
  const downloaded = page.waitForEvent('download');
  await press(page, 'Export CSV');
  const file = await downloaded;
  await toast(page, 'Exported 1 entry.');
  expect(file.suggestedFilename()).toMatch(/^activity-\d{4}-\d\d-\d\d\.csv$/);
  const [head, ...lines] = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(head).toBe('at,who,from,what,action,kind,record,record_id,market,changes');
  expect(lines.join('\n')).toContain('Celia Cellar');
  expect(lines.join('\n')).toContain('On the shelf: 500 → 498');

  // The view is the person's own: a colleague has the log without it.
  await page.goto('/staff/activity');
  await page.getByRole('button', { name: 'Taken by Celia', exact: true }).click();
  await expect(page.getByText('1 entry', { exact: true })).toBeVisible();
  const colleague = await openOffice(shop, '/staff/activity', { as: 'Manager' });
  await colleague.page.getByRole('grid').waitFor();
  await expect(colleague.page.getByRole('button', { name: 'Taken by Celia' })).toHaveCount(0);
});
