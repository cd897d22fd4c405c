/** Compares every event with the table of events: three tests cause each event, the last one checks what arrived. */
import type { Page } from '@playwright/test';
import { contentContract } from '#domains/content/contract.ts';
import { findEventErrors } from '#domains/outbound/analytics/model/check-event.ts';
import { COMMON, EVENTS, type EventRow, PAGE } from '#domains/outbound/analytics/model/events.ts';
import { recordStressResult } from '#tests/stress/record-result.ts';
import { addToCart, findWine, joinRedShelf, setQuantity } from './support/guest-buys.ts';
import { type ServedShop, serveSampleShop } from './support/served-shop.ts';
import { accountButton, openAccount, PASSWORD } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

test.use({ isMeasured: true });
// The last test reads what the other tests sent.
test.describe.configure({ mode: 'serial' });

/** Events that happen once in these tests and must arrive once. */
const ONCE = [
  'Product Removed',
  'Coupon Applied',
  'Coupon Denied',
  'Checkout Started',
  'Products Searched',
  'Product List Sorted',
  'Referral Shared',
  'Form Failed',
  'Payment Success',
  'Order Completed',
  'Ooops Error',
  'User Logout',
  'Product Added - Ineligible',
  'Cart Line Auto Added',
  'Cart Line Auto Updated',
  'Cart Line Auto Removed',
  'Club Viewed',
  'Club Selected',
  'Club Joined',
  'Club Delivery Skipped',
  'Club Paused',
  'Club Resumed',
  'Club Swapped',
  'Club Cancelled',
];

const FORM = `**${contentContract.sendForm.path}`;

let shop: ServedShop;

test.beforeAll(async () => {
  shop = await serveSampleShop();
});
test.afterAll(async () => {
  await shop?.stop();
});

interface Arrived {
  readonly type: 'track' | 'page';
  readonly name: string;
  readonly properties: Readonly<Record<string, unknown>>;
}
const receivedEvents = () =>
  shop.database.queryMany<Arrived>({
    text: `select type, coalesce(name, '') as name, event->'properties' as properties from analytics_events
      where type in ('track', 'page') and (name is null or name not like 'insight %') order by happened_at`,
  });
const insights = (kind: string) =>
  shop.database.queryMany<{ index: string; queryID: string | null; positions: number[] | null }>({
    text: `select event->'properties'->>'index' as index, event->'properties'->>'queryID' as "queryID",
      event->'properties'->'positions' as positions from analytics_events where name = $1 order by happened_at`,
    values: [`insight ${kind}`],
  });
const seen = (...names: readonly string[]) =>
  expect
    .poll(async () => (await receivedEvents()).map(({ name }) => name), { timeout: 60_000 })
    .toEqual(expect.arrayContaining([...names]));
/** Returns the path of a page view without ids. */
const viewed = (path: string) =>
  expect.poll(async () => (await receivedEvents()).map(({ properties }) => properties.path), { timeout: 60_000 }).toContain(path);
const main = (page: Page) => page.getByRole('main');
/** Waits for hydration: clicks before it are handled by the browser and send no events. */
const alive = (page: Page, path: string) => page.goto(path, { waitUntil: 'networkidle' });

/** Completes both steps of signing in. Each sends a form event. */
async function expectSignInTracked(page: Page, returnTo: string, email: string): Promise<void> {
  await alive(page, `/auth/login?${new URLSearchParams({ returnTo, email })}`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(/using-password/, { waitUntil: 'networkidle' });
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await main(page).getByRole('button', { name: 'Sign in' }).click();
  await accountButton(page).waitFor();
}

/** Searches, filters, sorts and opens a card of the second page. */
async function scrollThrough(page: Page): Promise<void> {
  await alive(page, '/wines');
  await page.getByRole('searchbox', { name: 'Search wines' }).fill('shiraz');
  await page.getByRole('searchbox', { name: 'Search wines' }).press('Enter');
  await page.waitForURL(/query=shiraz/);
  await seen('Search', 'Products Searched');
  await alive(page, '/wines');
  await page
    .getByRole('checkbox', { name: /^White/ })
    .first()
    .click();
  await page.getByRole('link', { name: 'Clear filter: White' }).click();
  await page.getByRole('link', { name: 'Clear filter: White' }).waitFor({ state: 'detached' });
  // The page loads the favourites after it.
  const hearts = main(page).getByRole('button', { name: 'Save to favourites' });
  await hearts.and(page.locator('[aria-pressed=true]')).first().waitFor();
  const other = hearts.and(page.locator('[aria-pressed=false]')).first().locator('xpath=ancestor::article');
  const heart = main(page)
    .locator(`article[data-offer="${await other.getAttribute('data-offer')}"]`)
    .getByRole('button', { name: 'Save to favourites' });
  await heart.click();
  await heart.and(page.locator('[aria-pressed=true]')).click();
  await heart.and(page.locator('[aria-pressed=false]')).waitFor();
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('price_asc');
  await page.waitForURL(/sortBy=price_asc/);
  await page.getByRole('link', { name: 'Page 2' }).click();
  await page.getByRole('link', { name: 'Page 2' }).and(page.locator('[aria-current=page]')).waitFor();
  const buyable = main(page)
    .locator('article[data-offer]')
    .filter({ has: page.getByRole('button', { name: 'Add to cart' }) })
    .first();
  const position = await buyable.evaluate((card) => [...document.querySelectorAll('article[data-offer]')].indexOf(card));
  await buyable.getByRole('link').first().click();
  await page.waitForURL(/\/wines\/[^/]+\/[^/?]+$/);
  await addToCart(page);
  const index = 'au_storefront_site_offers_price_asc';
  const queryID = expect.stringMatching(/^[0-9a-f]{32}$/);
  await expect.poll(() => insights('click'), { timeout: 60_000 }).toEqual([{ index, queryID, positions: [41 + position] }]);
  const [clicked] = await insights('click');
  await expect.poll(() => insights('conversion'), { timeout: 60_000 }).toEqual([{ index, queryID: clicked?.queryID, positions: null }]);
}

/** Changes the quantity, applies coupons, goes to checkout and removes the line. */
async function fill(page: Page): Promise<void> {
  await alive(page, '/cart');
  await setQuantity(page, 2);
  await seen('Product Quantity Increased');
  for (const code of ['NO-SUCH-CODE', 'TENOFF']) {
    const answered = page.waitForResponse('**/api/add-coupon*');
    await page.getByRole('textbox', { name: 'Coupon code' }).fill(code);
    await page.getByRole('button', { name: 'Apply coupon' }).click();
    await answered;
    await page.getByRole('button', { name: 'Apply coupon' }).and(page.locator(':enabled')).waitFor();
  }
  await seen('Coupon Denied', 'Coupon Applied');
  await main(page).getByRole('button', { name: 'Checkout', exact: true }).click();
  await page.waitForURL(/\/checkout\//);
  await viewed('/checkout/:id');
  await alive(page, '/cart');
  await main(page).getByRole('button', { name: 'Remove' }).first().click();
  await main(page).getByText('Your cart is empty').first().waitFor();
}

/** Buys in one click: a failed attempt and a successful one. */
async function oneClick(page: Page): Promise<void> {
  await findWine(page, '/wines');
  const button = main(page).getByRole('button', { name: 'One-click checkout' });
  await button.waitFor();
  await page.route('**/api/one-click-checkout-p1', (route) =>
    route.fulfill({ status: 422, json: { status: 422, title: 'No.', code: 'no' } }),
  );
  await button.click();
  await seen('Ooops Error');
  await page.unroute('**/api/one-click-checkout-p1');
  await page.goto(page.url());
  await button.click();
  await page.waitForURL(/\/order\//);
  await viewed('/order/:id');
}

/** Sends a form that is rejected and one that is accepted. */
async function write(page: Page): Promise<void> {
  await alive(page, '/contact');
  await page.getByLabel('Your name').fill('Ana Ferreira');
  await page.getByLabel('Your email').fill('ana@example.com');
  await page.getByLabel('What’s it about?').selectOption('Delivery');
  await page.getByLabel('Your message').fill('Can you leave it with the neighbours?');
  await page.route(FORM, (route) => route.fulfill({ status: 422, json: { status: 422, title: 'Not now.', code: 'form_invalid' } }));
  await page.getByRole('button', { name: 'Send it' }).click();
  await main(page).getByText('Not now.').waitFor();
  await page.unroute(FORM);
  await page.getByRole('button', { name: 'Send it' }).click();
  await page.getByText('Thanks, we’ve got your message.').waitFor();
}

test('sends the events of a customer who searches, fills a cart, buys in one click, sends a form and signs out', {
  tag: '@desktop',
}, async ({ visit }) => {
  test.setTimeout(300_000);
  const { page, audit } = await visit(shop.urlOf('localhost'));
  await expectSignInTracked(page, '/account/referral?of=secrets', 'gold@cellardoor.example');
  await page.getByRole('link', { name: 'Email a friend' }).click();
  await seen('Referral Shared');
  await scrollThrough(page);
  await fill(page);
  await audit();
  await oneClick(page);
  await write(page);
  await accountButton(page).click();
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click();
  await seen('User Identified', 'Checkout Started', 'Product Removed', 'Order Completed', 'Form Submitted', 'User Logout');
});

test('sends the events of a customer who joins, skips, pauses, resumes, swaps and cancels a club membership', {
  tag: '@desktop',
}, async ({ visit }) => {
  const { page } = await visit(shop.urlOf('localhost'));
  await openAccount(page, '/wine-clubs/the-red-shelf', 'green@cellardoor.example');
  await main(page).getByRole('button', { name: 'Join the Red Shelf' }).click();
  await main(page)
    .getByRole('radio', { name: /Visa ending in 4242/ })
    .waitFor();
  await main(page).getByLabel('Date of birth').fill('1980-02-29');
  await joinRedShelf(page);
  await page.waitForURL(/\/wine-clubs\/success\?membership=/, { waitUntil: 'networkidle' });
  await main(page).getByRole('link', { name: 'Your wine clubs' }).click();
  const card = main(page).getByRole('article', { name: 'The Red Shelf' });
  const click = async (name: string) => main(page).getByRole('button', { name }).click();
  const nextDay = () => card.locator('dd').first().locator('b').innerText();
  const first = await nextDay();
  await click('Skip the next case: The Red Shelf');
  await click('Skip this case');
  await expect.poll(nextDay, { timeout: 60_000 }).not.toBe(first);
  await click('Pause: The Red Shelf');
  await click('Pause my cases');
  await card.getByText('Paused', { exact: true }).waitFor();
  await click('Resume: The Red Shelf');
  await click('Resume my cases');
  await card.getByText('Active', { exact: true }).waitFor();
  await click('Change case or frequency: The Red Shelf');
  await card.getByLabel('Choose your case').selectOption({ index: 1 });
  await click('Save changes');
  await main(page).getByRole('button', { name: 'Save changes' }).waitFor({ state: 'detached' });
  await click('Cancel membership: The Red Shelf');
  await click('Cancel my membership');
  await card.getByText('Cancelled', { exact: true }).waitFor();
  await seen('Club Viewed', 'Club Selected', 'Club Joined', 'Club Delivery Skipped', 'Club Swapped', 'Club Cancelled');
});

test('sends the events of automatic changes to a guest’s cart, and of ineligible additions', { tag: '@desktop' }, async ({ visit }) => {
  const gift = {
    id: 900,
    name: 'A rosé thank-you',
    priority: 1,
    actions: [{ kind: 'gift' as const, offerId: 'the-pale-hour-2025-six', quantity: 1 }],
  };
  const { page, audit } = await visit(shop.urlOf('localhost'));
  await shop.promotions(gift);
  await findWine(page, '/wines?category=Red');
  await page.getByRole('complementary', { name: 'Analytics notice' }).getByText('We use analytics').waitFor();
  await audit();
  await addToCart(page);
  await seen('Cart Line Auto Added');
  await shop.promotions({ ...gift, actions: [{ ...gift.actions[0], quantity: 2 } as (typeof gift.actions)[number]] });
  await alive(page, '/cart');
  await setQuantity(page, 2);
  await seen('Cart Line Auto Updated');
  await shop.database.execute({ text: 'delete from promotions where id = 900' });
  await setQuantity(page, 3);
  await seen('Cart Line Auto Removed');
  await findWine(page, '/wines?category=White');
  await shop.database.execute({ text: 'update stock_levels set level = 0' });
  await main(page).getByRole('button', { name: 'Add to cart' }).first().click();
  await seen('Product Added - Ineligible');
});

test('sends each event of the table with exactly its properties, and once if it happened once [ANA-3, ANA-5, ANA-6, ANA-7, ANA-8, ANA-9, ANA-10, ANA-11, ANA-12, ANA-13, ANA-14, ANA-15, ANA-16, ANA-17, ANA-18, ANA-19, ANA-20, ANA-21, ANA-22, ANA-23, ANA-24, ANA-25, ANA-26, CHK-23, CHK-24, CHK-25, CHK-26, CHK-27, CHK-28, CHK-29]', {
  tag: '@desktop',
}, async () => {
  const rows = await receivedEvents();
  expect(rows.flatMap(({ type, name, properties }) => findEventErrors(type, name, properties))).toEqual([]);

  const declared: Readonly<Record<string, EventRow>> = { ...EVENTS, 'page view': PAGE };
  const table = Object.entries(declared).map(([name, row]) => {
    const received = rows.filter((one) => (name === 'page view' ? one.type === 'page' : one.name === name));
    const carried = (property: string) => received.filter(({ properties }) => property in properties).length;
    const properties = [...Object.keys(row.properties), ...Object.keys(COMMON)];
    return { name, times: received.length, properties, never: properties.filter((property) => carried(property) === 0) };
  });
  const printed = table.map(({ name, times, properties, never }) => [
    name,
    times,
    properties.map((property) => (never.includes(property) ? `~~${property}~~` : property)).join(', '),
  ]);
  recordStressResult('Events', ['event', 'times', 'properties'], printed);

  expect(table.flatMap(({ name, never }) => never.map((property) => `${name}: ${property}`))).toEqual([]);
  for (const name of ONCE) expect([name, rows.filter((row) => row.name === name).length]).toEqual([name, 1]);

  // No personal data that a row does not declare, and no link that opens a cart or checkout.
  const sent = JSON.stringify(rows.filter(({ name }) => name !== 'User Identified'));
  expect(sent).not.toMatch(/@|\/checkout\/[\w-]{43}|secrets/);
  expect(rows.filter(({ name }) => name === 'Form Submitted').map(({ properties }) => [properties.form_id, properties.return_to])).toEqual(
    expect.arrayContaining([
      ['/auth/login', '/account/referral'],
      ['/auth/login/using-password', '/account/referral'],
      [expect.any(String), '/contact'],
    ]),
  );
  expect(new Set(rows.map(({ properties }) => properties.customer_group))).toEqual(new Set(['GUEST', 'GOLD', 'GREEN']));
});
