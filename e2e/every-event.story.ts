/** A member's long visit, in which the table of events is held row by row: what never came is named. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faultsOf } from '../src/analytics/check-event.ts';
import { EVENTS } from '../src/analytics/events.ts';
import { contentCalls } from '../src/content/contract.ts';
import { DESKTOP, openBrowser, visit } from './harness/browser.ts';
import { addToCart, findWine, setQuantity } from './harness/guest-buys.ts';
import { type ServedShop, serveSampleShop } from './harness/served-shop.ts';
import { accountButton, openAccount } from './harness/sign-in.ts';

/** Rows that no shopper brings about in one visit, and the test that holds each against the table. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'Product Added - Ineligible': 'src/cart/web/cart-events.test.ts',
  'Cart Line Auto Added': 'src/cart/web/cart-events.test.ts',
  'Cart Line Auto Updated': 'src/cart/web/cart-events.test.ts',
  'Cart Line Auto Removed': 'src/cart/web/cart-events.test.ts',
  'Club Viewed': 'src/wine-club/web/club-events.test.ts',
  'Club Selected': 'src/wine-club/web/club-events.test.ts',
  'Club Joined': 'src/wine-club/web/club-events.test.ts',
  'Club Delivery Skipped': 'src/wine-club/web/club-events.test.ts',
  'Club Paused': 'src/wine-club/web/club-events.test.ts',
  'Club Resumed': 'src/wine-club/web/club-events.test.ts',
  'Club Swapped': 'src/wine-club/web/club-events.test.ts',
  'Club Cancelled': 'src/wine-club/web/club-events.test.ts',
};

const FORM = `**${contentCalls.sendForm.path}`;

let shop: ServedShop;
let browser: Browser;

beforeAll(async () => {
  [shop, browser] = await Promise.all([serveSampleShop(), openBrowser({ isCounted: true })]);
});
afterAll(async () => {
  await browser?.close();
  await shop?.stop();
});

const arrived = () =>
  shop.database.rows<{ name: string; event: { readonly properties?: Readonly<Record<string, unknown>> } }>({
    text: "select name, event from analytics_events where type = 'track' and name not like 'insight %' order by happened_at",
  });
const seen = (...names: readonly string[]) =>
  expect.poll(async () => (await arrived()).map(({ name }) => name), { timeout: 60_000 }).toEqual(expect.arrayContaining([...names]));

/** Search, filters, order, a card. */
async function look(page: Page): Promise<void> {
  await page.goto('/wines');
  await page.getByRole('searchbox', { name: 'Search wines' }).fill('shiraz');
  await page.getByRole('searchbox', { name: 'Search wines' }).press('Enter');
  await page.waitForURL(/query=shiraz/);
  await seen('Search', 'Products Searched');
  await page.goto('/wines');
  await page
    .getByRole('checkbox', { name: /^White/ })
    .first()
    .click();
  await page.getByRole('link', { name: 'White, remove' }).click();
  await page.getByRole('link', { name: 'White, remove' }).waitFor({ state: 'detached' });
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('price_asc');
  await seen('Add Filter Item', 'Remove Filter Item', 'Product List Filtered', 'Product List Sorted');
  const keep = page.getByRole('main').getByRole('button', { name: 'Save to favourites' }).first();
  const label = await keep.locator('xpath=ancestor::article').getAttribute('data-offer');
  await keep.click();
  await seen('Added Favourites');
  await page
    .locator(`article[data-offer="${label}"]`)
    .getByRole('button', { name: /favourites/ })
    .click();
  await seen('Removed Favourites');
  await page.getByRole('main').locator('article[data-offer] a[href]').first().click();
  await seen('Product Clicked', 'Product Viewed');
}

/** Add, more, coupons, the hand-off, take out. */
async function fill(page: Page): Promise<void> {
  await findWine(page, '/wines');
  await addToCart(page);
  await seen('Product Viewed', 'Product Added', 'Cart Dropdown Viewed');
  await page.goto('/cart');
  await setQuantity(page, 2);
  await seen('Product Quantity Increased');
  for (const [code, name] of [
    ['NO-SUCH-CODE', 'Coupon Denied'],
    ['TENOFF', 'Coupon Applied'],
  ] as const) {
    await page.getByRole('textbox', { name: 'Coupon code' }).fill(code);
    await page.getByRole('button', { name: 'Apply coupon' }).click();
    await seen(name);
  }
  await page.getByRole('main').getByRole('button', { name: 'Checkout', exact: true }).click();
  await page.waitForURL(/\/checkout\//);
  await seen('Checkout Started');
  await page.goto('/cart');
  await page.getByRole('main').getByRole('button', { name: 'Remove' }).first().click();
  await seen('Product Removed');
}

/** One click that fails, and one that buys. */
async function oneClick(page: Page): Promise<void> {
  await findWine(page, '/wines');
  const button = page.getByRole('main').getByRole('button', { name: 'One-click checkout' });
  await button.waitFor();
  await page.route('**/api/one-click-checkout-p1', (route) =>
    route.fulfill({ status: 422, json: { status: 422, title: 'No.', code: 'no' } }),
  );
  await button.click();
  await seen('clicked', 'Ooops Error');
  await page.unroute('**/api/one-click-checkout-p1');
  await page.goto(page.url());
  await button.click();
  await page.waitForURL(/\/order\//);
  await seen('buying', 'preparing', 'initiating', 'Payment Success', 'Order Completed');
}

/** A question that does not arrive, and one that does. */
async function write(page: Page): Promise<void> {
  // Before it is alive the form is sent by the browser itself, which tells nothing.
  await page.goto('/contact', { waitUntil: 'networkidle' });
  await page.getByLabel('Your name').fill('Ana Ferreira');
  await page.getByLabel('Your e-mail').fill('ana@example.com');
  await page.getByLabel('What is it about').selectOption('Delivery');
  await page.getByLabel('Your message').fill('Can you leave it with the neighbours?');
  await page.route(FORM, (route) => route.fulfill({ status: 422, json: { status: 422, title: 'Not now.', code: 'form_invalid' } }));
  await page.getByRole('button', { name: 'Send it' }).click();
  await seen('Form Failed');
  await page.unroute(FORM);
  await page.getByRole('button', { name: 'Send it' }).click();
  await page.getByText('Thank you. We have it').waitFor();
  await seen('Form Submitted');
}

test('every row of the table of events comes as it says, in one visit or in the test that is named', async () => {
  const { page, faults, close } = await visit(browser, shop.urlOf('localhost'), DESKTOP);
  await openAccount(page, '/account/referral', 'gold@cellardoor.example');
  await seen('User Identified');
  await page.getByRole('link', { name: 'Write a mail' }).click();
  await seen('Referral Shared');
  await look(page);
  await fill(page);
  await oneClick(page);
  await write(page);
  await accountButton(page).click();
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click();
  await seen('User Logout');

  const rows = await arrived();
  expect(rows.flatMap(({ name, event }) => faultsOf('track', name, event.properties ?? {}))).toEqual([]);
  const names = new Set(rows.map(({ name }) => name));
  const unseen = Object.keys(EVENTS).filter((name) => !names.has(name));
  expect(unseen.filter((name) => !(name in ELSEWHERE))).toEqual([]);
  for (const name of unseen)
    expect([name, readFileSync(join(import.meta.dirname, '..', ELSEWHERE[name] ?? ''), 'utf8')]).toEqual([
      name,
      expect.stringContaining(`'${name}'`),
    ]);
  // What is told of one moment comes once.
  for (const name of ['Order Completed', 'Payment Success', 'Product Removed', 'Coupon Applied', 'User Logout', 'Checkout Started'])
    expect([name, rows.filter((row) => row.name === name).length]).toEqual([name, 1]);
  expect(faults).toEqual([]);
  await close();
});
