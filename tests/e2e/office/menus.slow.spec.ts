/** The links of the shop: a link is added, moved and renamed, looked at on the site, saved, and taken back. */
import { type OfficeShop, serveOffice } from './support/office.ts';
import { dialog, expect, press, screen, test, toast } from './support/test.ts';

let shop: OfficeShop;

test.beforeAll(async () => {
  shop = await serveOffice();
});
test.afterAll(async () => {
  await shop?.stop();
});

test('changes the header, looks at it on the site, saves it and takes it back', async ({ openOffice, visit }) => {
  const { page, audit } = await openOffice(shop, '/pages', { as: 'Marketing' });
  await press(page, 'Menus');
  await page.getByRole('heading', { level: 1, name: 'Menus' }).waitFor();
  const header = page.getByRole('grid', { name: 'Links of Header' });
  await expect(header.getByRole('row')).toHaveCount(5);
  await expect(page.getByRole('button', { name: 'Save menus' })).toBeDisabled();
  await audit();

  await press(page, 'Add link to Header');
  await dialog(page).getByLabel('Leads to').fill('/no-such-page');
  await expect(
    dialog(page)
      .getByText(/Nothing is at \/no-such-page/)
      .first(),
  ).toBeVisible();
  await dialog(page).getByLabel('Leads to').fill('/wines?region=Barossa Valley');
  await expect(dialog(page).getByText(/^Leads to: /)).toBeVisible();
  await dialog(page).getByLabel('Leads to').fill('deliv');
  await dialog(page)
    .getByRole('button', { name: /\/delivery/ })
    .click();
  await expect(dialog(page).getByText(/^Leads to: /)).toBeVisible();
  await dialog(page).getByLabel('Text').fill('How we deliver');
  await audit();
  await press(dialog(page), 'Use link');
  await expect(header.getByRole('row')).toHaveCount(6);

  // By keyboard: to the first place.
  await header.getByRole('row', { name: 'How we deliver' }).focus();
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('Alt+ArrowUp');
  await expect(header.getByRole('row').first()).toContainText('How we deliver');
  await header.getByRole('row', { name: 'Journal' }).focus();
  await page.keyboard.press('Delete');
  await expect(header.getByRole('row')).toHaveCount(5);
  await expect(screen(page).getByText('Changed: Header')).toBeVisible();

  await press(page, 'Preview');
  const address = await dialog(page).getByRole('link', { name: 'Open preview' }).getAttribute('href');
  const preview = await visit(shop.urlOf('localhost'));
  await preview.page.goto(address ?? '/');
  await expect(preview.page.getByRole('navigation', { name: 'Main' }).getByRole('link').first()).toHaveText('How we deliver');
  await press(dialog(page), 'Close');

  await press(page, 'Save menus');
  await toast(page, 'Menus saved. Visitors see them at once.');
  const site = await visit(shop.urlOf('localhost'));
  await site.page.goto('/');
  await expect(site.page.getByRole('navigation', { name: 'Main' }).getByRole('link').first()).toHaveText('How we deliver');

  await press(page, 'More');
  await page.getByRole('menuitem', { name: 'History' }).click();
  await expect(dialog(page).getByText('Version 1')).toBeVisible();
  await expect(dialog(page).getByText('Visitors see this')).toBeVisible();
  await audit();
  await press(dialog(page), 'Return to the menus of the release');
  await toast(page, 'The earlier menus are back.');
  await expect(header.getByRole('row')).toHaveCount(5);
  await expect(header.getByRole('row').first()).toContainText('Wine');
});

test('a menu that is not saved yet stays on the screen while the history brings earlier ones back', async ({ openOffice }) => {
  const { page } = await openOffice(shop, '/menus', { as: 'Marketing' });
  const header = page.getByRole('grid', { name: 'Links of Header' });
  const column = page.getByRole('grid', { name: 'Links of Footer, third column' });
  await expect(header.getByRole('row')).toHaveCount(5);
  await header.getByRole('row', { name: 'Journal' }).focus();
  await page.keyboard.press('Delete');
  await press(page, 'Save menus');
  await toast(page, 'Menus saved. Visitors see them at once.');

  const links = await column.getByRole('row').count();
  await column.getByRole('row').first().focus();
  await page.keyboard.press('Delete');
  await expect(column.getByRole('row')).toHaveCount(links - 1);
  await press(page, 'More');
  await page.getByRole('menuitem', { name: 'History' }).click();
  await press(dialog(page), 'Return to the menus of the release');
  await toast(page, 'The earlier menus are back.');

  await expect(header.getByRole('row')).toHaveCount(5);
  await expect(column.getByRole('row')).toHaveCount(links - 1);
  await expect(screen(page).getByText('Changed: Footer, third column')).toBeVisible();
});
