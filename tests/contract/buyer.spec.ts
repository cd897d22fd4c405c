/**
 * A guest buys with a real browser, by the names on the screen alone, located by substring as outside scripts do. What the browser
 * stores and what it sends to the collector is compared with the recordings.
 */
import { expect, type Page, test } from '@playwright/test';
import { untilHydrated } from '#tests/e2e/support/browser.ts';
import { readOrRecord } from './support/recording.ts';
import { type RunningShop, startShop } from './support/running-shop.ts';

// A browser that calls itself headless counts as a bot and is not measured.
const USER_AGENT = '--user-agent=Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

test.use({
  launchOptions: async ({ launchOptions }, use) => use({ ...launchOptions, args: [...(launchOptions.args ?? []), USER_AGENT] }),
});

const DETAILS = {
  AU: {
    'First name': 'Grace',
    'Last name': 'Hopper',
    Phone: '0412 345 678',
    Address: '1 Queens Parade',
    Suburb: 'Clifton Hill',
    Postcode: '3068',
  },
  SG: { 'First name': 'Lin', 'Last name': 'Tan', Phone: '8123 4567', Address: '37 Hillcrest Road', Postcode: '288913' },
} as const;

const SITES = [
  { host: 'localhost', market: 'AU', search: 'Search wines', query: 'shiraz' },
  { host: 'spirits.sg.localhost', market: 'SG', search: 'Search spirits', query: 'gin' },
] as const;

let shop: RunningShop;

test.beforeAll(async () => {
  test.setTimeout(200_000);
  shop = await startShop();
});
test.afterAll(async () => {
  await shop?.stop();
});

const main = (page: Page) => page.getByRole('main');

/** Sent by a beacon while the page closes, so the browser may not report the request. `every-event.slow.spec.ts` checks it on the server. */
const SENT_WHILE_CLOSING = 'Checkout Started';

/** Names and sorted property names of analytics events, from the bodies a browser sent. */
function toEventShapes(bodies: readonly string[]): readonly string[] {
  const events = bodies.flatMap((body) => {
    const parsed: { batch?: unknown[] } = JSON.parse(body);
    return parsed.batch ?? [parsed];
  });
  const shapes = events.map((event) => {
    const { type, event: name, properties } = event as { type: string; event?: string; properties?: object };
    return `${name ?? type}: ${Object.keys(properties ?? {})
      .sort()
      .join(', ')}`;
  });
  return [...new Set(shapes)].filter((shape) => !shape.startsWith(`${SENT_WHILE_CLOSING}:`)).sort();
}

interface Purchase {
  readonly order: string;
  /** Names in the browser's storage when the checkout is open. */
  readonly storage: { readonly localStorage: readonly string[]; readonly sessionStorage: readonly string[] };
}

const readStorageNames = (page: Page): Promise<Purchase['storage']> =>
  page.evaluate(() => ({ localStorage: Object.keys(localStorage).sort(), sessionStorage: Object.keys(sessionStorage).sort() }));

/** The browser sends events in batches, five seconds after the first one. */
const BATCH_MS = 7_000;

/** @param linger milliseconds to stay on a page before leaving it, so that its events are sent while it is open */
async function buy(page: Page, { host, market, search, query }: (typeof SITES)[number], linger: number): Promise<Purchase> {
  await page.goto(`http://${host}:${shop.port}/`, { waitUntil: linger > 0 ? 'networkidle' : 'load' });
  // A search before hydration is sent by the browser alone, without an event and without an entry in the storage.
  await untilHydrated(page);
  const box = page.getByRole('searchbox', { name: search }).first();
  await box.fill(query);
  await box.press('Enter');
  await page.waitForURL(/query=/);
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('price_asc');
  await page.waitForURL(/sortBy=price_asc/);
  await main(page).getByRole('button', { name: 'Add to cart' }).first().click();
  await page.locator('body[data-cart="open"]').waitFor();
  await page.waitForTimeout(linger);
  await page.goto(`http://${host}:${shop.port}/cart`);
  const quantity = main(page).getByRole('spinbutton', { name: 'Quantity' }).first();
  await quantity.fill('2');
  await quantity.press('Enter');
  await main(page).getByRole('textbox', { name: 'Coupon code' }).fill('WELCOME20');
  await main(page).getByRole('button', { name: 'Apply coupon' }).click();
  await main(page).getByText('WELCOME20').first().waitFor();
  await page.waitForTimeout(linger);
  await main(page).getByRole('button', { name: 'Checkout', exact: true }).click();
  await page.waitForURL(/\/auth\/guest-checkout/);
  await page.getByRole('textbox', { name: 'Email' }).fill('buyer@example.com');
  await page.getByRole('textbox', { name: 'Email' }).press('Enter');
  await page.waitForURL(/\/checkout\/[\w-]{43}/);
  await page.getByLabel('First name', { exact: true }).waitFor();
  const storage = await readStorageNames(page);
  for (const [label, value] of Object.entries(DETAILS[market])) await page.getByLabel(label, { exact: true }).fill(value);
  if (market === 'AU') await page.getByLabel('State', { exact: true }).selectOption('VIC');
  await page.getByLabel('Date of birth').fill('1980-02-29');
  await page.getByRole('button', { name: 'Place order' }).click();
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByLabel('Expiry').fill('12/30');
  await page.getByLabel('Security code').fill('123');
  await page.getByLabel('Name on card').fill('G Hopper');
  await page.getByRole('button', { name: 'Pay' }).click();
  await page.waitForURL(/\/order\//);
  await page.waitForTimeout(linger);
  const order = await page.getByText('Order #').first().innerText();
  await page.waitForFunction((name) => localStorage.getItem(name) === null, `BIGCOMMERCE_${market}_CART_ID`);
  return { order, storage };
}

for (const site of SITES)
  test(`a guest at ${site.host} finds, buys and pays`, async ({ browser, viewport }, { project }) => {
    const device = project.name;
    const context = await browser.newContext({ viewport });
    context.setDefaultTimeout(60_000);
    const page = await context.newPage();
    const sent: string[] = [];
    context.on('request', (request) => {
      if (/\/v1\/[a-z]+$/.test(new URL(request.url()).pathname) && request.method() === 'POST') sent.push(request.postData() ?? '{}');
    });
    const isMeasured = site.host === 'localhost' && device === 'desktop';
    const { order, storage } = await buy(page, site, isMeasured ? BATCH_MS : 0);
    expect(order).toMatch(/Order #\d{7}/);
    const recorded = { ...storage, ...(isMeasured ? { events: toEventShapes(sent) } : {}) };
    await context.close();
    expect(recorded).toEqual(readOrRecord(`recordings/buyer-${site.host}-${device}.json`, recorded));
  });
