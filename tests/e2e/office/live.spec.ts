/** Two people work at once: lists say what a colleague changed, and open records follow without losing what is being typed. */
import type { Page } from '@playwright/test';
import sharp from 'sharp';
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

test('a wine’s page follows a colleague, and keeps what is being typed @slow', async ({ openOffice }) => {
  const { page, audit } = await openOffice(shop, '/wines/office-shiraz', { as: 'Buyer' });
  await listen(page);
  const region = page.getByRole('textbox', { name: /^Region/ });
  const colleague = await openOffice(shop, '/wines/office-shiraz', { as: 'Manager' });
  const save = async (typed: string): Promise<void> => {
    await colleague.page.getByRole('textbox', { name: /^Region/ }).fill(typed);
    await press(colleague.page, 'Save wine');
    await toast(colleague.page, 'Wine saved');
  };

  await save('Heathcote');
  await expect(region).toHaveValue('Heathcote');
  await expect(screen(page).getByText(/A colleague changed this while/)).toHaveCount(0);

  await region.fill('Half a reg');
  await save('Bendigo');
  await expect(screen(page).getByText(/A colleague changed this while you were working/)).toBeVisible();
  await expect(region).toHaveValue('Half a reg');
  await audit();
  await press(page, 'Save wine');
  const conflict = page.getByRole('alertdialog');
  await expect(conflict.getByRole('row', { name: /Region/ })).toContainText('BendigoHalf a reg');
  await press(conflict, 'Keep theirs');
  await expect(region).toHaveValue('Bendigo');
  await expect(screen(page).getByText(/A colleague changed this while/)).toHaveCount(0);
});

test('a picture’s page follows a colleague, and keeps what is being typed @slow', async ({ openOffice }) => {
  const { page, audit } = await openOffice(shop, '/pictures', { as: 'Buyer' });
  const buffer = await sharp({ create: { width: 300, height: 400, channels: 3, background: '#7b1f33' } })
    .png()
    .toBuffer();
  await page.locator('input[type=file]').setInputFiles([{ name: 'OFFICE-SHIRAZ.png', mimeType: 'image/png', buffer }]);
  await press(dialog(page), 'Give 1 picture to 1 wine');
  await toast(page, '1 wine changed.');
  await page
    .getByRole('row', { name: /OFFICE-SHIRAZ/ })
    .getByRole('link')
    .click();
  await page.getByRole('heading', { level: 1, name: /OFFICE-SHIRAZ/ }).waitFor();
  await listen(page);
  const colleague = await openOffice(shop, new URL(page.url()).pathname, { as: 'Manager' });
  const saveAlt = async (typed: string): Promise<void> => {
    await colleague.page.getByLabel('What the picture shows').fill(typed);
    await press(colleague.page, 'Save details');
    await toast(colleague.page, 'Details saved.');
  };

  await saveAlt('A bottle');
  await expect(page.getByLabel('What the picture shows')).toHaveValue('A bottle');

  await page.getByLabel('What the picture shows').fill('Half a bot');
  await saveAlt('A bottle of Shiraz');
  await expect(screen(page).getByText(/A colleague changed this while you were working/)).toBeVisible();
  await expect(page.getByLabel('What the picture shows')).toHaveValue('Half a bot');
  await audit();
  await press(page, 'Save details');
  await press(page.getByRole('alertdialog'), 'Keep theirs');
  await expect(page.getByLabel('What the picture shows')).toHaveValue('A bottle of Shiraz');

  // The text on a wine: one that a colleague saved appears, but not in place of what is being typed.
  const onWine = /^Description on Amber Hill Shiraz/;
  await page.getByLabel(onWine).fill('Half a lab');
  await colleague.page.getByLabel(onWine).fill('The label');
  await press(colleague.page, 'Save description');
  await toast(colleague.page, /^Description on Amber Hill Shiraz 2021 saved/);
  await press(page, 'Save description');
  const conflict = page.getByRole('alertdialog');
  await expect(conflict.getByRole('row', { name: onWine })).toContainText('The labelHalf a lab');
  await audit();
  await press(conflict, 'Keep yours');
  await toast(page, /^Description on Amber Hill Shiraz 2021 saved/);
  await expect(colleague.page.getByLabel(onWine)).toHaveValue('Half a lab');
});

test('a page in the editor follows a colleague, and keeps what is being typed @slow', async ({ openOffice }) => {
  const found = await shop.database.queryOne<{ id: string }>({
    text: "select id from pages where record->>'title' ilike 'delivery%' limit 1",
  });
  const path = `/pages/${found?.id}`;
  // The preview runs no scripts, which the browser notes.
  const { page, audit } = await openOffice(shop, path, { as: 'Marketing', expectsViolations: true });
  await listen(page);
  const colleague = await openOffice(shop, path, { as: 'Manager', expectsViolations: true });
  const title = (on: Page) => on.getByRole('textbox', { name: /^Title/ }).first();
  const publish = async (typed: string): Promise<void> => {
    await title(colleague.page).fill(typed);
    await expect(colleague.page.getByText(/^Draft saved/)).toBeVisible();
    await press(colleague.page, 'Publish');
    await press(dialog(colleague.page), 'Publish');
    await toast(colleague.page, `“${typed}” is published.`);
  };

  await publish('Delivery of cases');
  await toast(page, 'This page has changed. It’s shown as it is now.');
  await expect(title(page)).toHaveValue('Delivery of cases');

  // The save waits, so that the colleague is first.
  let release = (): void => {};
  const waiting = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/office/v1/pages/draft', async (route) => {
    await waiting;
    await route.continue();
  });
  const saving = page.waitForRequest('**/office/v1/pages/draft');
  await title(page).fill('Half a tit');
  await saving;
  await publish('Delivery of bottles');
  await expect(title(page)).toHaveValue('Half a tit');
  release();
  const conflict = page.getByRole('alertdialog');
  await expect(conflict).toContainText('Mia Manager');
  await expect(title(page)).toHaveValue('Half a tit');
  await audit();
  await press(conflict, 'Keep theirs');
  await expect(title(page)).toHaveValue('Delivery of bottles');
});
