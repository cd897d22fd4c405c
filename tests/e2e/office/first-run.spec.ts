/** The first day of a new shop: from the link in the log to a paid order, without editing a file. */
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { pendingImports } from '#domains/imports/server/import.repository.ts';
import { workOnImport } from '#domains/imports/server/work-imports.ts';
import { totpCodeOf } from '#domains/staff/server/totp.ts';
import { perMarket } from '#markets/market.ts';
import { closeNewShop } from '#server/new-shop.ts';
import { IMPORT_TARGET } from '#server/record-types.ts';
import { loadFirstContent } from '#server/sample-shop.ts';
import { addToCart, enterDetails, findWine, GUEST, goToCheckout, orderNumber, payWith } from '#tests/e2e/support/guest-buys.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { dialog, enterCode, expect, press, screen, test, toast } from './support/test.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const LIST = 'SKU,Name,Winery,Vintage,Country,Type,Price,Stock\nHILL-1,Hillside Shiraz,Hill,2022,Australia,Red,20,60\n';

let shop: TestShop;
let office: string;
let stopImports: () => Promise<void>;

/** Works on imports in this process, because starting another one for each of their steps takes longer than the rest of the story. */
function workOnImports({ database }: TestShop): () => Promise<void> {
  let isStopped = false;
  const deps = { database, target: IMPORT_TARGET, taxPercent: () => perMarket(() => 10) };
  const work = async (): Promise<void> => {
    while (!isStopped) {
      for (const id of await pendingImports(database)) await workOnImport(deps, id);
      await setTimeout(50);
    }
  };
  const working = work();
  return async () => {
    isStopped = true;
    await working;
  };
}

test.beforeAll(async () => {
  // One site, so that the story does each thing once.
  shop = await createTestShop({ SAMPLE: 'no', SITES: 'localhost=AU wine', SECRETS_KEY: 'k'.repeat(40) });
  const { services, officeOrigin } = shop.running;
  await closeNewShop(services.config, shop.database);
  await loadFirstContent(services.config, shop.database, ROOT, () => {});
  await Promise.all([services.settings.refresh(), services.content.refresh()]);
  office = officeOrigin ?? '';
  // The processes that the shop starts for imports open the same database.
  process.env.DATABASE_URL = shop.connectionString;
  stopImports = workOnImports(shop);
});
test.afterAll(async () => {
  delete process.env.DATABASE_URL;
  await stopImports?.();
  await shop?.stop();
});

const storefront = (): string => `http://localhost:${shop.running.port}`;
const step = (page: Page, title: string) =>
  screen(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2, name: title }) });
const isDone = (page: Page, title: string) => expect(step(page, title).getByText('Done').first()).toBeVisible();

/** Opens the checklist by the command palette. */
async function openSetup(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('searchbox').fill('set up your shop');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/setup');
  await screen(page).getByRole('heading', { level: 1, name: 'Set up your shop' }).waitFor();
}

/** Opens a screen from the checklist. */
async function openFromSetup(page: Page, title: string, link: string | RegExp): Promise<void> {
  await step(page, title).getByRole('link', { name: link }).first().click();
  await page.waitForURL((url) => url.pathname !== '/setup');
}

async function saveSettings(page: Page): Promise<void> {
  await press(page, 'Save changes');
  await toast(page, /saved\.$/);
}

/** Writes one's own words into a starter page and publishes it. */
async function publishOwnPage(page: Page, title: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  await screen(page)
    .getByRole('textbox', { name: /^Kicker/ })
    .fill('');
  await press(screen(page), 'Publish');
  await press(dialog(page), 'Publish');
  await toast(page, `“${title}” is published.`);
}

test('without the link there is only the sign-in page, and shoppers read that the shop is not open', async ({ visit }) => {
  const { page } = await visit(office, { expectsViolations: true });
  for (const path of ['/', '/orders', '/settings', '/setup']) {
    await page.goto(path);
    await page.waitForURL('**/sign-in**');
    await expect(page.getByRole('main')).toContainText('This office has no staff yet');
    await expect(page.getByRole('navigation')).toHaveCount(0);
  }
  await page.goto(`${office}/invitation?token=${'A'.repeat(43)}`);
  await expect(page.getByRole('main')).toContainText('This link no longer works');

  await page.goto(`${storefront()}/wines`);
  await expect(page.getByRole('heading', { name: 'Opening soon' })).toBeVisible();
});

test('the link leads to the office, and the checklist to the first order', { tag: '@desktop' }, async ({ visit }) => {
  const { page, axe } = await visit(office, { expectsViolations: true });
  // Frames of previews log that none of their scripts may run.
  const audit = async (): Promise<void> => expect(await axe(), 'axe violations').toEqual([]);
  await page.goto((await shop.running.createFirstRunLink()) ?? '');
  await page.getByLabel('Your name').fill('Olive Owner');
  await page.getByLabel('Email').fill('olive@hill.example');
  await page.getByLabel('Choose a password').fill('a-cellar-full-of-riesling');
  await press(page, 'Continue');
  await press(page, 'Set up an authenticator');
  const key = (await page.getByText('Or type in this key:').locator('code').innerText()).replace(/\s/g, '');
  await enterCode(page, 'Code that the app shows', totpCodeOf(key, Date.now()));
  await page.getByText('I’ve saved these codes somewhere safe').click();
  await press(page, 'Continue to the office');

  await page.waitForURL('**/today');
  await expect(screen(page)).toContainText('2 of 11 done');
  await audit();
  await page.getByRole('link', { name: 'Continue setting up' }).click();
  await isDone(page, 'Protect your account');
  await isDone(page, 'Payments');
  await audit();
  await expect(page.getByRole('button', { name: 'Go live' })).toHaveCount(0);

  // Hidden on the first screen, it is found in the settings.
  await press(page, 'Hide on Today');
  await toast(page, 'Hidden on Today. You find the steps in Settings.');
  await page.getByRole('link', { name: 'Today', exact: true }).click();
  await expect(screen(page)).toContainText('The shop is closed to shoppers.');
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await screen(page).getByRole('link', { name: 'Set up your shop' }).click();
  await press(page, 'Show on Today');
  await toast(page, 'Shown on Today.');

  await openFromSetup(page, 'Name and logo', /Enter name and logo/);
  await page.getByLabel('Name of the shop').fill('Hillside Wines');
  await saveSettings(page);
  await openSetup(page);
  await isDone(page, 'Name and logo');

  await openFromSetup(page, 'Seller and licence', /Enter seller/);
  await page.getByLabel('Company').fill('Hillside Wines Pty Ltd');
  await page.getByLabel('Tax number').fill('51 824 753 556');
  await page.getByLabel('Liquor licence').fill('Liquor licence 36123456');
  await saveSettings(page);
  await openSetup(page);
  await isDone(page, 'Seller and licence');

  for (const title of ['Tax', 'Delivery fees']) {
    await step(page, title)
      .getByRole('button', { name: /^Keep: / })
      .click();
    await isDone(page, title);
  }

  await openFromSetup(page, 'Email', /Set up email/);
  await page.getByLabel('Sender').fill('Hillside Wines <orders@hill.example>');
  await page.getByLabel('Messages from forms go to').fill('hello@hill.example');
  await press(page, 'Send test email to me');
  await page.getByText('The connection works.').waitFor();
  await saveSettings(page);
  await openSetup(page);
  await isDone(page, 'Email');

  for (const title of ['Terms of sale', 'Privacy']) {
    await step(page, 'Terms and privacy').getByRole('listitem').filter({ hasText: title }).getByRole('link').click();
    await publishOwnPage(page, title);
    await openSetup(page);
  }
  await isDone(page, 'Terms and privacy');

  await openFromSetup(page, 'First wines', 'Import wines: Australia');
  const chooser = page.waitForEvent('filechooser');
  await press(page, 'Choose file');
  await (await chooser).setFiles({ name: 'wines.csv', mimeType: 'text/csv', buffer: Buffer.from(LIST) });
  await press(page, 'Compare with the shop');
  await press(page, 'Import 1 row');
  await press(dialog(page), 'Import 1 row');
  await screen(page).getByText('Imported', { exact: true }).first().waitFor();
  await openSetup(page);
  await isDone(page, 'First wines');
  await expect(step(page, 'Go live')).toContainText('1 step is left');

  await step(page, 'Test order').getByRole('button', { name: 'Open the shop as a shopper' }).click();
  await dialog(page).getByRole('link', { name: 'Visit localhost' }).waitFor();
  await audit();
  const opened = page.waitForEvent('popup');
  await dialog(page).getByRole('link', { name: 'Visit localhost' }).click();
  const shopPage = await opened;
  await shopPage.waitForLoadState('networkidle');
  await findWine(shopPage, `${storefront()}/wines`);
  await addToCart(shopPage);
  await shopPage.goto(`${storefront()}/cart`, { waitUntil: 'networkidle' });
  await goToCheckout(shopPage, GUEST.AU.email);
  await enterDetails(shopPage, 'AU');
  await press(shopPage, 'Place order');
  await payWith(shopPage, '4242 4242 4242 4242');
  const number = await orderNumber(shopPage);
  await expect(shopPage.getByRole('contentinfo')).toContainText('Liquor licence 36123456');

  await page.bringToFront();
  await press(dialog(page), 'Close');
  await openSetup(page);
  await isDone(page, 'Test order');
  await expect(screen(page)).toContainText('10 of 11 done');
  const shopper = await visit(storefront(), { expectsViolations: true });
  await shopper.page.goto('/');
  await expect(shopper.page.getByRole('heading', { name: 'Opening soon' })).toBeVisible();

  await press(page, 'Go live');
  await dialog(page).getByText('Everyone can see all pages and buy.').waitFor();
  await audit();
  await press(dialog(page), 'Open the shop');
  await toast(page, 'Your shop is open.');
  await expect(screen(page)).toContainText('Your shop is open');
  await audit();
  await shopper.page.goto('/wines');
  await expect(shopper.page.getByRole('main')).toContainText('Hillside Shiraz');

  await page.goto('/today');
  await expect(screen(page).getByText('Set up your shop')).toHaveCount(0);
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await page.getByRole('row', { name: new RegExp(`#${number}\\b`) }).waitFor();
});
