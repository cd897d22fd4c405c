/** Old addresses of a shop that moved: a file is checked row by row, imported, tried out and taken back. */
import { readFile } from 'node:fs/promises';
import { type OfficeShop, serveOffice } from './support/office.ts';
import { dialog, expect, press, screen, test, toast } from './support/test.ts';

let shop: OfficeShop;

test.beforeAll(async () => {
  shop = await serveOffice();
});
test.afterAll(async () => {
  await shop?.stop();
});

const ROWS = [
  'from,to,kind',
  '/old-delivery,/delivery,permanent',
  '/post,/old-delivery',
  '/round,/about-turn',
  '/about-turn,/round',
  '/gone,/nowhere',
];

test('imports redirects from a file, takes that back, imports them again, tests an address and exports them', async ({ openOffice }) => {
  const { page, audit } = await openOffice(shop, '/redirects', { as: 'Marketing' });
  await expect(screen(page).getByText('No redirects yet')).toBeVisible();
  await press(page, 'Import CSV');
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({ name: 'redirects.csv', mimeType: 'text/csv', buffer: Buffer.from(ROWS.join('\n')) });
  await expect(dialog(page).getByText('3 new, 0 changed, 0 unchanged, 2 left out')).toBeVisible();
  await expect(dialog(page).getByRole('row', { name: /\/post/ })).toContainText('It leads on: /post → /old-delivery → /delivery.');
  await expect(dialog(page).getByRole('row', { name: /\/round \/about-turn/ })).toContainText('It leads back to where it began.');
  await expect(dialog(page).getByRole('row', { name: /\/gone/ })).toContainText('Nothing is at /nowhere');
  await audit();
  await press(dialog(page), 'Import 3 redirects');
  await toast(page, '3 redirects imported.');
  await press(page, 'Undo');
  await toast(page, 'The redirects are as before.');
  await expect(screen(page).getByText('No redirects yet')).toBeVisible();

  await press(page, 'Import CSV');
  await dialog(page).getByLabel('Or paste rows').fill(ROWS.join('\n'));
  await press(dialog(page), 'Check rows');
  await press(dialog(page), 'Import 3 redirects');
  await expect(screen(page).getByText('3 redirects', { exact: true })).toBeVisible();

  await press(page, 'Test an address');
  await dialog(page).getByLabel('Address').fill('/post');
  await dialog(page).getByRole('button', { name: 'Test', exact: true }).click();
  const steps = dialog(page).getByRole('region', { name: 'localhost', exact: true }).getByRole('listitem');
  await expect(steps).toHaveText([
    'A visitor opens /post',
    'A redirect leads to /old-delivery (permanent)',
    'A redirect leads to /delivery (permanent)',
    /is shown$/,
  ]);
  await audit();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await screen(page).getByLabel('Select redirect from /post').check({ force: true });
  await screen(page).getByLabel('Select redirect from /old-delivery').check({ force: true });
  const selected = page.waitForEvent('download');
  await press(page.getByRole('toolbar'), 'Export CSV');
  expect((await readFile(await (await selected).path(), 'utf8')).trim().split('\n')).toHaveLength(3);
  // The notification is over the button.
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog')).toContainText('Visitors of the old addresses no longer reach the new ones.');
  await audit();
  await press(page, 'Delete 2 redirects');
  await toast(page, '2 redirects deleted.');
  await expect(screen(page).getByText('1 redirect', { exact: true })).toBeVisible();
  await press(page, 'Undo');
  await toast(page, '2 redirects are back.');
  await expect(screen(page).getByText('3 redirects', { exact: true })).toBeVisible();

  const download = page.waitForEvent('download');
  await press(page, 'Export CSV');
  expect((await download).suggestedFilename()).toMatch(/^redirects-.*\.csv$/);
});

test('two people change one redirect: the second sees what the first did, keeps their own, and takes that back @slow', async ({
  openOffice,
}) => {
  const { page: first } = await openOffice(shop, '/redirects', { as: 'Marketing' });
  await press(first, 'Add redirect');
  await dialog(first).getByLabel('Old address').fill('/club');
  await dialog(first).getByLabel('Leads to').fill('/wine-clubs');
  await press(dialog(first), 'Save redirect');
  await toast(first, '/club is redirected.');
  const path = `/redirects/${encodeURIComponent('/club')}`;
  const { page: second, audit } = await openOffice(shop, path, { as: 'Owner' });
  const { page: third } = await openOffice(shop, path, { as: 'Marketing' });
  await dialog(third).getByLabel('Leads to').fill('/gifts');
  await press(dialog(third), 'Save redirect');
  await toast(third, '/club is redirected.');

  await dialog(second).getByLabel('Leads to').fill('/spirits');
  await press(dialog(second), 'Save redirect');
  await expect(second.getByRole('alertdialog')).toContainText(/changed this/);
  await expect(dialog(second).getByRole('row', { name: /^Leads to/ })).toHaveText('Leads to/gifts/spirits');
  await audit();
  await press(second, 'Keep yours');
  await toast(second, '/club is redirected.');
  const row = screen(second).getByRole('row', { name: /\/club/ });
  await expect(row).toContainText('/spirits');

  await press(second, 'Undo');
  await toast(second, 'The redirect from /club is as before.');
  await expect(row).toContainText('/gifts');
});
