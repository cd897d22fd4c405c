/** A photographer's files arrive: they find their wines, one is put on a page, and a wrong one is replaced and removed. */
import sharp from 'sharp';
import { type OfficeShop, serveOffice, WINES } from './support/office.ts';
import { dialog, expect, press, screen, test, toast } from './support/test.ts';

const [SHIRAZ, RIESLING] = WINES;

let shop: OfficeShop;

test.beforeAll(async () => {
  shop = await serveOffice();
});
test.afterAll(async () => {
  await shop?.stop();
});

const photo = async (name: string, background: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 300, height: 400, channels: 3, background } })
    .png()
    .toBuffer(),
});

test('uploads files that find their wines, corrects one, takes it back, and replaces and removes a picture', async ({ openOffice }) => {
  const { page, audit } = await openOffice(shop, '/pictures', { as: 'Buyer' });
  await expect(screen(page).getByText('No pictures yet')).toBeVisible();
  await audit();
  await page
    .locator('input[type=file]')
    .setInputFiles([
      await photo(`${RIESLING.sku}.png`, '#c0b050'),
      await photo(`${SHIRAZ.sku}_back.png`, '#405060'),
      await photo(`${SHIRAZ.sku}.png`, '#7b1f33'),
      await photo('table.png', '#907040'),
      { name: 'label.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
    ]);
  await expect(dialog(page).getByText('5 of 5 uploaded')).toBeVisible();
  await expect(dialog(page).getByText('It’s an SVG drawing')).toBeVisible();
  await expect(dialog(page).getByRole('listitem').filter({ hasText: 'table.png' })).toContainText('No wine has this name');
  await audit();

  // By keyboard: the wine of the file that has no name of one.
  await dialog(page).getByRole('button', { name: 'Choose the wine of table.png' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Choose a wine' }).getByLabel('Find a wine').fill('Cold Creek');
  await page
    .getByRole('dialog', { name: 'Choose a wine' })
    .getByRole('button', { name: /Cold Creek.*Riesling/ })
    .click();
  await press(dialog(page), 'Give 4 pictures to 2 wines');
  await toast(page, '2 wines changed.');
  await expect(screen(page).getByText('4 pictures')).toBeVisible();
  await press(page, 'Undo');
  await toast(page, 'Back in place.');
  await press(page, 'Unused');
  await expect(screen(page).getByText('4 pictures')).toBeVisible();

  await page.getByRole('searchbox', { name: 'Search pictures' }).fill('_back');
  await expect(screen(page).getByText('1 picture', { exact: true })).toBeVisible();
  await page.getByRole('row', { name: /_back/ }).getByRole('link').click();
  await page.getByRole('heading', { level: 1, name: `${SHIRAZ.sku}_back.png` }).waitFor();
  await audit();
  await press(page, 'Give to a wine');
  await dialog(page).getByLabel('Find a wine').fill('Amber Hill');
  await dialog(page)
    .getByRole('button', { name: /Amber Hill.*Shiraz/ })
    .click();
  await toast(page, 'Amber Hill Shiraz 2021 shows this picture.');
  await page.getByLabel('What the picture shows').fill('The back label');
  await press(page, 'Save details');
  await toast(page, 'Details saved.');
  await page.getByLabel('Description on Amber Hill Shiraz 2021').fill('Label with the map of the vineyard');
  await press(page, 'Save description');
  await toast(page, 'Description on Amber Hill Shiraz 2021 saved.');

  await press(page, 'Replace');
  await dialog(page).getByLabel('Find a picture').fill('table');
  await dialog(page).getByRole('button', { name: 'Use table.png' }).click();
  await toast(page, 'Replaced on 1 wine.');
  await page.getByRole('heading', { level: 1, name: 'table.png' }).waitFor();
  await expect(page.getByLabel('Description on Amber Hill Shiraz 2021')).toHaveValue('Label with the map of the vineyard');

  await press(page, 'Remove picture');
  await audit();
  await press(dialog(page), 'Remove picture');
  await toast(page, 'table.png removed.');
  await page.getByRole('heading', { level: 1, name: 'Pictures' }).waitFor();
});

test('puts a picture on a page without typing an address @slow', async ({ openOffice }) => {
  const { page } = await openOffice(shop, '/pages', {
    as: 'Marketing',
    // The preview runs no scripts, which the browser notes.
    expectsViolations: true,
  });
  await press(page, 'New page');
  await dialog(page).getByLabel('Title').fill('Harvest');
  await press(dialog(page), 'Create draft');
  await page.getByRole('heading', { level: 1, name: 'Harvest' }).waitFor();
  await press(page, 'Add block');
  await page.getByRole('menuitem', { name: /^Picture/ }).click();
  await page.getByLabel('What the picture shows').selectOption('file');
  await press(page, 'Choose a picture');
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles(await photo('harvest.png', '#406030'));
  await expect(page.locator('img.chosen-picture')).toHaveAttribute('src', /^\/pictures\/photo\/[a-z0-9]{20}\.300x400\/300\.jpg$/);
  await page.getByRole('textbox', { name: 'Description for people who can’t see it' }).fill('Grapes in crates');
  await expect(page.getByText(/^Draft saved/)).toBeVisible();

  const used = await openOffice(shop, '/pictures?q=harvest', { as: 'Buyer' });
  await expect(used.page.getByRole('row', { name: /harvest\.png/ })).toContainText('Harvest');
});
