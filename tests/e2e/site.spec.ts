/** Behaviour of the site in a browser. */
import type { Page } from '@playwright/test';
import { type ServedShop, serveSampleShop } from './support/served-shop.ts';
import { expect, test } from './support/test.ts';

let shop: ServedShop;

test.beforeAll(async () => {
  shop = await serveSampleShop();
});
test.afterAll(async () => {
  await shop.stop();
});

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).innerText();
const enter = (page: Page, path: string) => page.goto(path, { waitUntil: 'networkidle' });

test('restores the scroll position of the journal after reading an article [CONT-36]', async ({ visit }) => {
  const { page, audit } = await visit(shop.urlOf('localhost'));
  await enter(page, '/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Journal' }).click();
  await page.waitForURL('**/vino-articles');
  await audit();
  await page.getByRole('link', { name: 'The grape that stopped apologising' }).click();
  await page.waitForURL('**/the-grape-that-stopped-apologising');
  await expect.poll(() => heading(page)).toBe('The grape that stopped apologising');
  await audit();
  await page.evaluate(() => window.scrollTo(0, 700));
  await page
    .getByRole('link', { name: /Sandbank Grenache/ })
    .first()
    .click();
  await page.waitForURL('**/wines/**');
  await page.goBack();
  await page.waitForURL('**/the-grape-that-stopped-apologising');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(300);
});

test('sends a question to the shop and shows missing values beside their field', async ({ visit }) => {
  const { page, audit } = await visit(shop.urlOf('localhost'));
  await enter(page, '/contact');
  await page.getByLabel('Your name').fill('Ana Ferreira');
  await page.getByRole('button', { name: 'Send it' }).click();
  await page.getByText('Enter your email').waitFor();
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email');
  await audit();
  await page.getByLabel('Your email').fill('ana@example.com');
  await page.getByLabel('What’s it about?').selectOption('Delivery');
  await page.getByLabel('Your message').fill('Can you leave it with the neighbours?');
  await page.getByRole('button', { name: 'Send it' }).click();
  await page.getByText('Thanks, we’ve got your message.').waitFor();
  expect(await shop.database.queryMany({ text: "select 1 from form_submissions where email = 'ana@example.com'" })).not.toEqual([]);
});

test.describe('redirects and rewrites [CONT-27]', () => {
  for (const { asked, shown, title } of [
    { asked: '/articles', shown: '/articles', title: 'Journal' },
    { asked: '/ARTICLES/', shown: '/ARTICLES/', title: 'Journal' },
    {
      asked: '/events/whiskymofo-and-friends-ep-07-one-day-only/',
      shown: '/events/whiskymofo-and-friends-ep-07-one-day-only/',
      title: 'Whisky and friends',
    },
    {
      asked: '/events/whiskymofo-and-friends-6-0-one-day-only-spirits-event/a',
      shown: '/events/whiskymofo-and-friends-6-0-one-day-only-spirits-event/a',
      title: 'Whisky and friends',
    },
  ])
    test(`shows ${title} at ${asked} [CONT-26, CONT-28, CONT-29, CONT-30, CONT-32, CONT-33] @slow`, { tag: '@desktop' }, async ({
      visit,
    }) => {
      const { page } = await visit(shop.urlOf('localhost'));
      await enter(page, asked);
      expect(new URL(page.url()).pathname).toBe(shown);
      expect(await heading(page)).toBe(title);
    });

  test('redirects the rewards page permanently [CONT-31] @slow', { tag: '@desktop' }, async () => {
    const response = await shop.get('/Account/Rewards/');
    expect(response.status).toBe(301);
    expect(response.headers.location).toBe('/account/very-important-mofo');
  });
});

test('shows visited pages and the cart offline, and the offline page for others [CONT-45]', { tag: '@phone' }, async ({ visit }) => {
  const { page, context } = await visit(shop.urlOf('localhost'), { serviceWorkers: 'allow', expectsViolations: true });
  await enter(page, '/wines');
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.getByRole('button', { name: 'Add to cart' }).first().click();
  await expect.poll(() => page.evaluate(() => document.body.dataset.cart)).toBe('open');
  await enter(page, '/cart');
  const line = await page.getByRole('main').getByRole('heading', { level: 2 }).first().innerText();
  await enter(page, '/wines');
  await context.setOffline(true);
  await page.goto('/wines');
  expect(await page.getByRole('article').count()).toBeGreaterThan(10);
  await page.goto('/cart');
  await page.getByRole('heading', { name: line }).waitFor();
  await page.goto('/vino-articles');
  expect(await heading(page)).toBe('You’re offline');
  await context.setOffline(false);
});

test('requests page data again if it fails [CONT-38] @slow', { tag: '@desktop' }, async ({ visit }) => {
  const { page, violations } = await visit(shop.urlOf('localhost'), { expectsViolations: true });
  await enter(page, '/');
  let requestCount = 0;
  await page.route('**/vino-articles.data*', (route) => {
    requestCount += 1;
    return requestCount < 3 ? route.fulfill({ status: 503 }) : route.continue();
  });
  await page.getByRole('contentinfo').getByRole('link', { name: 'Journal' }).focus();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Journal' }).click();
  await page.getByRole('heading', { level: 1, name: 'Journal' }).waitFor();
  expect(requestCount).toBeGreaterThanOrEqual(3);
  expect(violations.filter((violation) => !/503/.test(violation))).toEqual([]);
});

test('prefetches pages, but not with save-data [CONT-37] @slow', { tag: '@desktop' }, async ({ visit }) => {
  const ahead = async (saveData: boolean): Promise<number> => {
    const { page } = await visit(shop.urlOf('localhost'));
    if (saveData) await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
    await enter(page, '/');
    await page.waitForTimeout(4_500);
    return page.locator('link[rel="prefetch"]').count();
  };
  expect(await ahead(true)).toBe(0);
  expect(await ahead(false)).toBeGreaterThan(0);
});
