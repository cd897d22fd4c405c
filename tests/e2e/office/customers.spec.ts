/** The phone rings: staff find the caller, change what they ask for, and join two accounts of one person. */
import type { Page } from '@playwright/test';
import { createTestCustomer, type TestCustomer } from '#tests/fixtures/customer.ts';
import { mailTo } from '#tests/fixtures/mailbox.ts';
import { type OfficeShop, serveOffice } from './support/office.ts';
import { dialog, expect, press, screen, test, toast } from './support/test.ts';

let shop: OfficeShop;

test.beforeAll(async () => {
  shop = await serveOffice({ orders: 200 });
});
test.afterAll(async () => {
  await shop?.stop();
});

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const more = async (page: Page, item: string): Promise<void> => {
  await press(page, 'More');
  await page.getByRole('menuitem', { name: item }).click();
};

/** A customer with a name, and with an order if wanted. */
async function caller(email: string, givenName: string, hasOrder: boolean): Promise<TestCustomer> {
  const customer = await createTestCustomer(shop, { email });
  await shop.database.execute({
    text: "update customers set given_name = $2, family_name = 'Marlow', phone = '0437110291' where id = $1",
    values: [customer.id, givenName],
  });
  if (hasOrder) {
    const { id } = await shop.buy();
    await shop.database.execute({ text: 'update orders set customer_id = $2, email = $3 where id = $1', values: [id, customer.id, email] });
  }
  return customer;
}

test('finds a caller by their phone number and changes name, address and email address', { tag: '@only-tablet' }, async ({
  openOffice,
}) => {
  const { id, email } = await caller('petra@example.com', 'Petra', true);
  const { page, audit } = await openOffice(shop, '/customers', { as: 'Manager' });
  await page.getByRole('grid').waitFor();
  await audit();
  await page.getByRole('searchbox', { name: 'Search customers' }).fill('0437 110 291');
  await expect(page.getByText('1 customer', { exact: true })).toBeVisible();
  await page
    .getByRole('row', { name: /Petra Marlow/ })
    .getByRole('link')
    .click();
  await heading(page, 'Petra Marlow').waitFor();
  await audit();

  await press(page, 'Edit details');
  await dialog(page).getByLabel('Last name').fill('Marlow-Finch');
  await dialog(page).getByLabel('Phone').fill('12');
  await press(dialog(page), 'Save changes');
  await expect(dialog(page).getByLabel('Phone')).toHaveAttribute('aria-invalid', 'true');
  await audit();
  await dialog(page).getByLabel('Phone').fill('0498 765 432');
  await press(dialog(page), 'Save changes');
  await toast(page, 'Details saved.');
  await heading(page, 'Petra Marlow-Finch').waitFor();

  await press(page, 'Add address');
  await dialog(page).getByLabel('Street address').fill('1 Queens Parade');
  await dialog(page).getByLabel('Suburb').fill('Clifton Hill');
  await dialog(page).getByLabel('State').selectOption('VIC');
  await dialog(page).getByLabel('Postcode').fill('2000');
  await press(dialog(page), 'Save address');
  await expect(dialog(page).getByRole('alert')).toBeVisible();
  await audit();
  await dialog(page).getByLabel('Postcode').fill('3068');
  await press(dialog(page), 'Save address');
  await toast(page, 'Address saved.');
  const addresses = panel(page, 'Addresses');
  await expect(addresses).toContainText('Clifton Hill VIC 3068');
  await press(addresses, 'Delete address: 1 Queens Parade');
  await toast(page, 'Address deleted.');
  await expect(addresses).not.toContainText('Clifton Hill');
  await press(page, 'Undo');
  await expect(addresses).toContainText('Clifton Hill VIC 3068');

  await more(page, 'Change email address');
  await dialog(page).getByLabel('New email address').fill('petra.finch@example.com');
  await press(dialog(page), 'Send code');
  const code = /\b\d{6}\b/.exec((await mailTo(shop, 'petra.finch@example.com', 'code')).text)?.[0] ?? '';
  await dialog(page)
    .getByLabel('Code')
    .fill(code === '000000' ? '111111' : '000000');
  await press(dialog(page), 'Change email address');
  await expect(dialog(page).getByText('That code is wrong.')).toBeVisible();
  await dialog(page).getByLabel('Code').fill(code);
  await press(dialog(page), 'Change email address');
  await toast(page, 'Email address changed to petra.finch@example.com.');
  await expect(panel(page, 'Contact')).toContainText('petra.finch@example.com');
  await expect(screen(page)).not.toContainText(email);

  await panel(page, 'Orders').getByRole('link', { name: /^#/ }).click();
  await heading(page, /^Order #/).waitFor();
  await panel(page, 'Customer')
    .getByRole('link', { name: /Grace|Petra/ })
    .click();
  await expect(page).toHaveURL(new RegExp(`/customers/${id}\\?market=AU`));
});

test('two colleagues change a customer, and the second decides whose name counts @slow', async ({ openOffice }) => {
  const { id } = await caller('rosa@example.com', 'Rosa', false);
  const path = `/customers/${id}?market=AU`;
  const first = await openOffice(shop, path, { as: 'Manager' });
  const second = await openOffice(shop, path);
  for (const { page } of [first, second]) await press(page, 'Edit details');
  await dialog(first.page).getByLabel('First name').fill('Rosalind');
  await press(dialog(first.page), 'Save changes');
  await toast(first.page, 'Details saved.');

  await dialog(second.page).getByLabel('First name').fill('Rosie');
  await press(dialog(second.page), 'Save changes');
  const conflict = second.page.getByRole('alertdialog');
  await expect(conflict).toContainText('Mia Manager');
  await expect(conflict.getByRole('row', { name: /Name/ })).toContainText('Rosalind Marlow');
  await second.audit();
  await press(conflict, 'Keep yours');
  await heading(second.page, 'Rosie Marlow').waitFor();
});

test('merges two accounts after a preview, exports what is known, and erases it', async ({ openOffice }) => {
  const kept = await caller('ines@example.com', 'Ines', true);
  const other = await caller('ines.old@example.com', 'Ines', true);
  const { page, audit } = await openOffice(shop, `/customers/${kept.id}?market=AU`);
  await page.getByLabel('Note').fill('Rings on Fridays.');
  await press(page, 'Add note');
  await toast(page, 'Note added.');
  await expect(panel(page, 'Timeline')).toContainText('Rings on Fridays.');

  await more(page, 'Merge with another account');
  await dialog(page).getByLabel('Email address or number of the other account').fill(kept.email);
  await press(dialog(page), 'Show what moves');
  await expect(dialog(page).getByText('That’s the same customer. Choose another one.')).toBeVisible();
  await dialog(page).getByLabel('Email address or number of the other account').fill(other.email);
  await press(dialog(page), 'Show what moves');
  await expect(dialog(page).getByText('1 order', { exact: true })).toBeVisible();
  await audit();
  await press(dialog(page), 'Merge accounts');
  await toast(page, 'Accounts merged.');
  await expect(panel(page, 'Orders').getByRole('link', { name: 'See all 2' })).toBeVisible();

  await more(page, 'Export their data');
  const download = page.waitForEvent('download');
  await press(dialog(page), 'Export their data');
  expect((await download).suggestedFilename()).toBe(`customer-${kept.id}.json`);

  await more(page, 'Erase customer');
  await dialog(page).getByLabel('Email address of the account, to confirm').fill(other.email);
  await press(dialog(page), 'Erase customer');
  await expect(dialog(page).getByText('That’s not the address of this account.')).toBeVisible();
  await audit();
  await dialog(page).getByLabel('Email address of the account, to confirm').fill(kept.email);
  await press(dialog(page), 'Erase customer');
  await toast(page, 'Customer erased.');
  await heading(page, 'Customers').waitFor();
  await page.getByRole('searchbox', { name: 'Search customers' }).fill('ines marlow');
  await expect(page.getByText('No matches')).toBeVisible();
});
