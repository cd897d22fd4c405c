/** A new shop gets its own face: name, logo, icon and colours, previewed, refused where nobody could read them, and shown to shoppers. */
import sharp from 'sharp';
import { type OfficeShop, serveOffice } from './support/office.ts';
import { dialog, expect, press, screen, test, toast } from './support/test.ts';

let shop: OfficeShop;

test.beforeAll(async () => {
  shop = await serveOffice();
});
test.afterAll(async () => {
  await shop?.stop();
});

const picture = async (name: string, width: number, height: number, background: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width, height, channels: 4, background } })
    .png()
    .toBuffer(),
});

test('gives the shop a name, a logo, an icon and colours that can be read', { tag: '@tablet' }, async ({ openOffice, visit }) => {
  const { page, audit } = await openOffice(shop, '/settings');
  await screen(page).getByRole('link', { name: 'Name, logo and colours', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Name, logo and colours' }).waitFor();
  await audit();
  const main = screen(page);

  await main.getByLabel('Name of the shop').fill('Hillside Wines');
  const choose = async (field: string, file: Awaited<ReturnType<typeof picture>>) => {
    await press(main, new RegExp(`^Choose .*: ${field}$`));
    const chooser = page.waitForEvent('filechooser');
    await press(dialog(page), 'Upload a picture');
    await (await chooser).setFiles(file);
    await expect(main.getByRole('img', { name: field, exact: true })).toBeVisible();
  };
  await choose('Logo', await picture('logo.png', 480, 120, '#5b1a2b'));
  await choose('Icon', await picture('icon.png', 300, 200, '#5b1a2b'));

  // Dark text on a dark accent, and an icon that is no square.
  await main.getByRole('textbox', { name: /^Accent/ }).fill('#5b1a2b');
  await expect(main.getByText(/^Contrast 1\.\d:1, at least 4\.5:1$/)).toBeVisible();
  await press(main, 'Save changes');
  await expect(main.getByText('Is 300 × 200 pixels; it must be as wide as high.')).toBeVisible();
  await expect(main.getByText(/^Is too close to what stands on or around it\./)).toBeVisible();
  await audit();
  await choose('Icon', await picture('square.png', 256, 256, '#5b1a2b'));
  await main.getByRole('textbox', { name: /^Accent/ }).fill('#e0a33a');
  await expect(main.getByText(/^Is too close/)).toHaveCount(0);

  await press(main, 'Preview');
  const preview = dialog(page).getByRole('link', { name: 'Preview on localhost' });
  await preview.waitFor();
  const link = (await preview.getAttribute('href')) ?? '';
  await press(dialog(page), 'Close');
  const shopper = await visit(shop.urlOf('localhost'));
  // The port of the shop is not in its public address here.
  await shopper.page.goto(`/${new URL(link).search}`);
  await expect(shopper.page).toHaveTitle(/· Hillside Wines$/);
  await shopper.page.goto('/');
  await expect(shopper.page).toHaveTitle(/· Cellardoor$/);

  await press(main, 'Save changes');
  await toast(page, 'Name, logo and colours saved.');
  await audit();
  await shopper.page.goto('/wines');
  const home = shopper.page.getByRole('banner').getByRole('link', { name: 'Hillside Wines, home' });
  await expect(home.locator('img')).toHaveJSProperty('complete', true);
  expect(await home.locator('img').evaluate((image) => image.getBoundingClientRect().height)).toBeGreaterThan(20);
  expect(await shopper.page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent'))).toBe('#e0a33a');
  await shopper.audit();

  // Back to the design, in one step.
  await press(main, 'Return to the defaults');
  await press(dialog(page), 'Return to this version');
  await toast(page, 'The defaults apply again.');
  await shopper.page.goto('/wines');
  await expect(shopper.page.getByRole('banner').getByRole('link', { name: 'Cellardoor, home' })).toBeVisible();
});
