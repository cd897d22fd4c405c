import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faultsOf } from '../src/analytics/check-event.ts';
import { DESKTOP, openBrowser, visit } from './harness/browser.ts';
import { addToCart, findWine, goToCheckout } from './harness/guest-buys.ts';
import { type ServedShop, serveSampleShop } from './harness/served-shop.ts';
import { accountButton, signIn } from './harness/sign-in.ts';

let shop: ServedShop;
let browser: Browser;

beforeAll(async () => {
  [shop, browser] = await Promise.all([serveSampleShop(), openBrowser({ isCounted: true })]);
});
afterAll(async () => {
  await browser?.close();
  await shop?.stop();
});

interface Arrived {
  readonly type: string;
  readonly name: string | null;
  readonly market: string;
  readonly event: { readonly properties?: Readonly<Record<string, unknown>> };
}
const arrived = (market: string) =>
  shop.database.rows<Arrived>({
    text: "select type, name, market, event from analytics_events where market = $1 and name is distinct from 'insight view' order by happened_at",
    values: [market],
  });
const namesIn = async (market: string): Promise<string[]> =>
  (await arrived(market)).filter(({ type }) => type === 'track').map(({ name }) => name ?? '');
const seen = (market: string, ...names: readonly string[]) =>
  expect.poll(() => namesIn(market), { timeout: 60_000 }).toEqual(expect.arrayContaining([...names]));
const notice = (page: Page) => page.getByRole('complementary', { name: 'Counting visits' });

/** Events whose rows say that they hold something of the table, nothing more, and how often each came. */
async function compare(market: string): Promise<Record<string, number>> {
  const rows = await arrived(market);
  const told = rows.filter(({ type, name }) => type === 'page' || (type === 'track' && !name?.startsWith('insight ')));
  const faults = told.flatMap(({ type, name, event }) => faultsOf(type as 'track' | 'page', name ?? '', event.properties ?? {}));
  expect(faults).toEqual([]);
  const counts: Record<string, number> = {};
  for (const { name } of told.filter(({ type }) => type === 'track')) counts[name ?? ''] = (counts[name ?? ''] ?? 0) + 1;
  return counts;
}

test('a guest’s and a member’s visit arrive as the table of events has them, each event once', async () => {
  const { page, faults, axe, close } = await visit(browser, shop.urlOf('localhost'), DESKTOP);
  await findWine(page, '/wines');
  await notice(page).getByText('We count visits').waitFor();
  await page.getByRole('main').getByRole('button', { name: 'Save to favourites' }).first().click();
  await addToCart(page);
  await seen('AU', 'Product Viewed', 'Product Added', 'Cart Dropdown Viewed', 'Added Favourites');
  await page.goto('/cart');
  await page.getByRole('textbox', { name: 'Coupon code' }).fill('NO-SUCH-CODE');
  await page.getByRole('button', { name: 'Apply coupon' }).click();
  await seen('AU', 'Coupon Denied');
  await page.getByRole('main').getByRole('spinbutton', { name: 'Quantity' }).fill('2');
  await page.getByRole('main').getByRole('spinbutton', { name: 'Quantity' }).press('Enter');
  await seen('AU', 'Product Quantity Increased');
  expect(await axe()).toEqual([]);

  await page.goto('/wines');
  const box = page.getByRole('searchbox', { name: 'Search wines' });
  await box.fill('shiraz');
  await box.press('Enter');
  await page.waitForURL(/q=shiraz|query=shiraz/);
  await seen('AU', 'Search', 'Products Searched');
  await page.getByRole('main').locator('article[data-offer] a[href]').nth(1).click();
  const clicks = () =>
    shop.database.rows<{ queryID: string; positions: unknown }>({
      text: "select event->'properties'->>'queryID' as \"queryID\", event->'properties'->'positions' as positions from analytics_events where name = 'insight click'",
    });
  await expect.poll(clicks).toEqual([{ queryID: expect.stringMatching(/^[0-9a-f]{32}$/), positions: [2] }]);
  // The second offer of the visit.
  const viewed = async () => (await namesIn('AU')).filter((name) => name === 'Product Viewed').length;
  await expect.poll(viewed, { timeout: 60_000 }).toBe(2);

  await page.goto('/cart');
  await signIn(page, 'green@cellardoor.example');
  await accountButton(page).waitFor();
  await seen('AU', 'User Identified');
  await page.goto('/account/referral');
  await page.getByRole('link', { name: 'Write a mail' }).click();
  await seen('AU', 'Referral Shared');
  await page.goto('/cart');
  await goToCheckout(page, 'grace@example.com');
  await seen('AU', 'Checkout Started');

  const counts = await compare('AU');
  expect(counts).toMatchObject({
    'Product Viewed': 2,
    'Product Added': 1,
    'Product Quantity Increased': 1,
    'Cart Dropdown Viewed': 1,
    'Added Favourites': 1,
    'Coupon Denied': 1,
    Search: 1,
    'Products Searched': 1,
    'User Identified': 1,
    'Referral Shared': 1,
    'Checkout Started': 1,
  });
  const rows = await arrived('AU');
  const secrets = JSON.stringify(rows.filter(({ type, name }) => type === 'page' || name !== 'User Identified'));
  expect(secrets).not.toMatch(/\/checkout\/[\w-]{43}/);
  expect(JSON.stringify(rows.filter(({ name, type }) => type === 'track' && name !== 'User Identified'))).not.toContain('@');
  expect(rows.filter(({ type }) => type === 'page').map(({ event }) => event.properties?.path)).toEqual(
    expect.arrayContaining(['/wines', '/cart']),
  );
  expect(new Set(rows.map(({ event }) => event.properties?.customer_group))).toContain('GREEN');
  expect(faults).toEqual([]);
  await close();
});

test('in Singapore nothing leaves the browser before a yes, and nothing after a no', async () => {
  const { page, faults, close } = await visit(browser, shop.urlOf('sg.localhost'), DESKTOP);
  await findWine(page, '/wines');
  await notice(page).getByText('May we count your visits').waitFor();
  await page.reload();
  await notice(page).getByRole('button', { name: 'Count my visits', exact: true }).click();
  await seen('SG', 'Product Viewed');
  expect(await compare('SG')).toEqual({ 'Product Viewed': 1 });
  await notice(page).getByRole('button', { name: 'Do not count my visits' }).click();
  await notice(page).getByText('are not counted').waitFor();
  await page.goto('/wines');
  await notice(page).getByText('are not counted').waitFor();
  expect(await namesIn('SG')).toEqual(['Product Viewed']);
  expect(faults).toEqual([]);
  await close();
});
