/** Dessert wines become "Sweet and sticky" and move up, and shoppers find them there. */
import { DESKTOP } from '#tests/e2e/support/browser.ts';
import { type OfficeShop, serveOffice } from './support/office.ts';
import { expect, press, screen, test, toast } from './support/test.ts';

let shop: OfficeShop;

test.beforeAll(async () => {
  shop = await serveOffice();
});
test.afterAll(async () => {
  await shop?.stop();
});

test('renames a category and moves it up, and refuses a name that two would have', { tag: '@tablet' }, async ({ openOffice, visit }) => {
  const { page, audit } = await openOffice(shop, '/settings');
  await screen(page).getByRole('link', { name: 'Categories', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Categories' }).waitFor();
  const row = (position: number) => screen(page).getByRole('group', { name: `Categories, row ${position}`, exact: true });
  await expect(row(6)).toContainText('Dessert');
  await press(page, 'Edit row 6 of categories');
  await expect(row(6).getByLabel('Name shoppers see')).toHaveValue('Dessert');
  await audit();

  await row(6).getByLabel('Name shoppers see').fill('Red');
  await press(screen(page), 'Save changes');
  await expect(row(6)).toContainText('Is the name of another category.');
  await row(6).getByLabel('Name shoppers see').fill('Sweet and sticky');
  for (const position of [6, 5, 4, 3, 2]) await press(page, `Move row ${position} up`);
  await expect(row(1).getByLabel('Name shoppers see')).toHaveValue('Sweet and sticky');
  await press(screen(page), 'Save changes');
  await toast(page, 'Categories saved.');

  // On narrow screens the filters are behind a button.
  const shopper = await visit(shop.urlOf('localhost'), { viewport: DESKTOP });
  await shopper.page.goto('/wines?category=Dessert');
  await expect(shopper.page.getByRole('heading', { level: 1 })).toHaveText('Sweet and sticky');
  const filters = shopper.page.getByRole('complementary', { name: 'Filters' }).locator('.check-words');
  await expect(filters.filter({ hasText: 'Sweet and sticky' })).toBeVisible();
  const names = await filters.allInnerTexts();
  expect(names.indexOf('Sweet and sticky')).toBeLessThan(names.indexOf('Red'));
  await shopper.audit();
});
