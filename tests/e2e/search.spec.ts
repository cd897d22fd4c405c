/** Searches and browses in a real browser. */
import type { Page } from '@playwright/test';
import { type ServedShop, SITES, serveSampleShop } from './support/served-shop.ts';
import { openAccount } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

let shop: ServedShop;

test.beforeAll(async () => {
  shop = await serveSampleShop();
});
test.afterAll(async () => {
  await shop.stop();
});

const count = async (page: Page): Promise<number> => {
  const summary = await page
    .getByRole('status')
    .filter({ hasText: /wine|bottle|case|pack/ })
    .and(page.locator('.count'))
    .innerText();
  return Number(/\d[\d,]*/.exec(summary)?.[0].replace(',', '') ?? 0);
};
/** Waits until the list shows this number of results. */
const expectCount = (page: Page) => expect.poll(() => count(page));
/** Opens a page and waits for hydration. */
const enter = async (page: Page, path: string) => {
  await page.goto(path, { waitUntil: 'networkidle' });
};
const tick = (page: Page, name: RegExp) => page.getByRole('checkbox', { name }).first().click();
const open = (page: Page, label: string) =>
  page
    .locator('summary', { hasText: new RegExp(`^${label}$`, 'i') })
    .first()
    .click();

test('adds and removes filters without loading a document, and sends the filter events [SRCH-15, ANA-9]', { tag: '@desktop' }, async ({
  visit,
}) => {
  const { page, audit } = await visit(shop.urlOf('localhost'));
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  await enter(page, '/wines');
  const all = await count(page);
  await tick(page, /^Red \d/);
  await page.waitForURL('**/wines?category=Red');
  await expectCount(page).toBeLessThan(all);
  const reds = await count(page);
  expect(Number(/\d+/.exec(await page.locator('label', { hasText: /^Red/ }).first().innerText())?.[0])).toBe(reds);
  await tick(page, /^White \d/);
  await page.waitForURL('**/wines?category=Red&category=White');
  await expectCount(page).toBeGreaterThan(reds);
  await open(page, 'Country');
  await tick(page, /^France \d/);
  await page.waitForURL('**/wines?category=Red&category=White&countries=France');
  await page.getByRole('checkbox', { name: 'No Mixed Cases' }).click();
  await page.waitForURL(/isMixed=true/);
  const pills = page.getByRole('list', { name: 'Active filters' });
  expect((await pills.getByRole('link').allInnerTexts()).map((text) => text.replace(/,? remove$/, '').trim())).toEqual([
    'Red',
    'White',
    'France',
    'No Mixed Cases',
    'Clear all',
  ]);
  await audit();
  await pills.getByRole('link', { name: 'Clear filter: White' }).click();
  await page.waitForURL(/^(?!.*White)/);
  await pills.getByRole('link', { name: 'Clear all' }).click();
  await page.waitForURL(/\/wines$/);
  await expectCount(page).toBe(all);
  expect(documents).toBe(1);
});

test('shows placeholders for a search that takes longer than 500 ms [SRCH-24] @slow', { tag: '@desktop' }, async ({ visit }) => {
  const { page } = await visit(shop.urlOf('localhost'));
  await enter(page, '/wines');
  await page.route('**/wines.data*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await route.continue();
  });
  const started = Date.now();
  await tick(page, /^Red \d/);
  await page.locator('.product-grid[aria-busy="true"]').waitFor();
  expect(Date.now() - started).toBeGreaterThanOrEqual(500);
  await page.locator('.product-grid[aria-busy="false"]').waitFor();
});

test('keeps the list without a message if the search of a customer fails [SRCH-25] @slow', { tag: '@desktop' }, async ({ visit }) => {
  const { page } = await visit(shop.urlOf('localhost'), { expectsViolations: true });
  let failed = 0;
  await page.route('**/api/search/list*', (route) => {
    failed += 1;
    return route.fulfill({ status: 500, json: { status: 500, code: 'internal', title: 'Sorry, something went wrong!' } });
  });
  await openAccount(page, '/wines', 'gold@cellardoor.example');
  await expect.poll(() => failed).toBeGreaterThan(0);
  await expectCount(page).toBeGreaterThan(0);
  await expect(page.getByRole('main').getByText('Sorry, something went wrong!')).toHaveCount(0);
});

test('applies a box that is ticked before hydration @slow', { tag: '@desktop' }, async ({ visit }) => {
  const { page } = await visit(shop.urlOf('localhost'));
  const blocked = Promise.withResolvers<void>();
  await page.route(/\/assets\/FilterPanel-/, async (route) => {
    await blocked.promise;
    await route.continue();
  });
  await page.goto('/wines');
  const all = await count(page);
  await tick(page, /^Red \d/);
  await page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first().waitFor();
  expect(new URL(page.url()).search).toBe('');
  blocked.resolve();
  await page.waitForURL('**/wines?category=Red');
  await expectCount(page).toBeLessThan(all);
});

test('replaces the history entry for every state of a list [SRCH-21] @slow', { tag: '@desktop' }, async ({ visit }) => {
  const { page } = await visit(shop.urlOf('localhost'));
  await page.goto('/');
  await enter(page, '/wines');
  await tick(page, /^Red \d/);
  await page.waitForURL(/category=Red/);
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('price_desc');
  await page.waitForURL(/sortBy=price_desc/);
  await page.goBack();
  await page.waitForURL(/\/$/);
});

test('sorts bottles by price and keeps the order when paging [SRCH-16, SRCH-17, SRCH-22]', { tag: '@desktop' }, async ({ visit }) => {
  const { page } = await visit(shop.urlOf('localhost'));
  await enter(page, '/wines');
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('price_asc');
  await page.waitForURL('**/wines?sortBy=price_asc');
  const prices = async () =>
    (await page.getByRole('region', { name: 'Results' }).locator('.card .price').allInnerTexts()).map((text) =>
      Number(/[\d.]+/.exec(text)?.[0]),
    );
  await expect.poll(async () => (await prices()).every((price, index, all) => price >= (all[index - 1] ?? 0))).toBe(true);
  const first = await prices();
  expect(first).toHaveLength(40);
  await page.getByRole('link', { name: 'Page 2' }).click();
  await page.waitForURL('**/wines?sortBy=price_asc&page=2');
  await expect.poll(async () => (await prices())[0]).toBeGreaterThanOrEqual(first.at(-1) ?? 0);
});

test('limits the bottle price by slider and by number fields, with the keyboard alone [SRCH-3]', { tag: '@desktop' }, async ({ visit }) => {
  const { page } = await visit(shop.urlOf('localhost'));
  await enter(page, '/wines');
  const all = await count(page);
  await page.getByRole('slider', { name: 'Minimum bottle price' }).press('ArrowRight');
  await page.getByRole('slider', { name: 'Minimum bottle price' }).press('ArrowRight');
  await page.waitForURL(/bottlePrice=\d+%3A$/);
  await expectCount(page).toBeLessThan(all);
  await page.getByLabel('Maximum price per bottle, in dollars').fill('40');
  await page.getByLabel('Maximum price per bottle, in dollars').press('Enter');
  await page.waitForURL(/bottlePrice=\d+%3A40/);
  const dearest = async () =>
    Math.max(
      ...(await page.getByRole('region', { name: 'Results' }).locator('.card .price').allInnerTexts()).map((text) =>
        Number(/[\d.]+/.exec(text)?.[0]),
      ),
    );
  await expect.poll(dearest).toBeLessThanOrEqual(40);
});

test('shows all values of a long facet and searches in them [SRCH-14] @slow', { tag: '@desktop' }, async ({ visit }) => {
  const { page } = await visit(shop.urlOf('localhost'));
  await enter(page, '/wines');
  const regions = page.locator('details', { has: page.locator('summary', { hasText: 'Region' }) });
  const few = await regions.getByRole('checkbox').count();
  const text = await regions.getByText(/^Show all \d+$/).innerText();
  await regions.getByText(/^Show all \d+$/).click();
  await regions.getByText('Show fewer').waitFor();
  const all = Number(/\d+/.exec(text)?.[0]);
  await expect.poll(() => regions.getByRole('checkbox').count()).toBe(Math.min(100, all));
  expect(all).toBeGreaterThan(few);
  await regions.getByRole('searchbox', { name: 'Search region' }).fill('baros');
  await expect.poll(() => regions.getByRole('checkbox').count()).toBe(1);
  await tick(page, /^Barossa Valley \d/);
  await page.waitForURL(/regions=Barossa%20Valley/);
});

test.describe('the search box', () => {
  for (const { site, host, listPath } of SITES)
    test(`searches ${site} and shows a message if there are no results [SRCH-1, SRCH-26, SRCH-28, SRCH-29, API-70]`, {
      tag: '@desktop',
    }, async ({ visit }) => {
      const { page } = await visit(shop.urlOf(host));
      await enter(page, '/');
      const box = page.getByRole('searchbox', { name: listPath === '/wines' ? 'Search wines' : 'Search spirits' });
      const word = listPath === '/wines' ? 'shiraz' : 'whisky';
      const requests: string[] = [];
      page.on('request', (request) => {
        const { pathname, searchParams } = new URL(request.url());
        if (pathname === '/api/pre-search-algolia') requests.push(searchParams.get('keyword') ?? '');
      });
      await box.fill(word);
      await box.press('Enter');
      await page.waitForURL(`**${listPath}?query=${word}`);
      await expectCount(page).toBeGreaterThan(0);
      const missing = async () => {
        await box.fill('xqzvw jkpf');
        await box.press('Enter');
        await page.waitForURL(new RegExp(`${listPath}$`));
        await page.getByText('No results for “xqzvw jkpf”').waitFor();
      };
      await missing();
      await missing();
      await expectCount(page).toBeGreaterThan(0);
      // A pre-search runs if the query differs from the last one on the path [SRCH-26].
      expect(requests).toEqual([word, 'xqzvw jkpf']);
    });

  test('runs a pre-search for a keyword only, and again for the same one on another path [SRCH-27, SRCH-30] @slow', {
    tag: '@desktop',
  }, async ({ visit }) => {
    const { page } = await visit(shop.urlOf('localhost'));
    await enter(page, '/');
    const box = page.getByRole('searchbox', { name: 'Search wines' });
    const requests: string[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/api/pre-search-algolia') requests.push(searchParams.get('keyword') ?? '');
    });

    await box.press('Enter');
    await page.waitForURL('**/wines');
    expect(requests).toEqual([]);

    for (const path of ['/wines', '/contact']) {
      if (path !== '/wines') await enter(page, path);
      await box.fill('shiraz');
      await box.press('Enter');
      await page.waitForURL('**/wines?query=shiraz');
    }
    expect(requests).toEqual(['shiraz', 'shiraz']);
  });

  test('suggests wines and regions by arrow keys, and remembers recent searches [SRCH-51]', { tag: '@desktop' }, async ({ visit }) => {
    const { page, audit } = await visit(shop.urlOf('localhost'));
    await enter(page, '/');
    const box = page.getByRole('searchbox', { name: 'Search wines' });
    await box.pressSequentially('barossa', { delay: 20 });
    const list = page.getByRole('listbox', { name: 'Suggestions' });
    await list.getByRole('option', { name: /Barossa Valley/ }).waitFor();
    await box.press('ArrowDown');
    const active = await box.getAttribute('aria-activedescendant');
    expect(await page.locator(`[id="${active}"]`).getAttribute('aria-selected')).toBe('true');
    await audit();
    await box.press('Escape');
    await list.waitFor({ state: 'detached' });
    await box.press('Enter');
    await page.waitForURL('**/wines?query=barossa');
    // The list shows its query in the box, so the box is emptied after it.
    await expectCount(page).toBeGreaterThan(0);
    await box.fill('');
    await list.getByRole('option', { name: 'barossa' }).waitFor();
    await box.pressSequentially('barossa v', { delay: 20 });
    await list.getByRole('option', { name: /Barossa Valley/ }).click();
    await page.waitForURL('**/wines?regions=Barossa%20Valley');
  });

  test('finds a misspelt word or suggests a correction [SRCH-37] @slow', { tag: '@desktop' }, async ({ visit }) => {
    const { page } = await visit(shop.urlOf('localhost'));
    await page.goto('/wines?query=shriaz');
    await expectCount(page).toBeGreaterThan(0);
    await page.goto('/wines?query=sheerazz%20baroossa');
    await page.getByRole('link', { name: 'Did you mean “shiraz barossa”?' }).click();
    await page.waitForURL('**/wines?query=shiraz%20barossa');
    await expectCount(page).toBeGreaterThan(0);
  });
});

test('shows the filters in a sheet on a phone', { tag: '@phone' }, async ({ visit }) => {
  const { page, audit } = await visit(shop.urlOf('localhost'));
  await enter(page, '/wines');
  await page.getByRole('button', { name: /^Filter/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await sheet.waitFor();
  await sheet.getByRole('checkbox', { name: /^White \d/ }).click();
  await page.waitForURL(/category=White/);
  await audit();
  await sheet.getByRole('button', { name: /^Show \d+ wines$/ }).click();
  await sheet.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Clear filter: White' }).waitFor();
});

test('answers any query string with a page [SRCH-22]', async ({ visit }) => {
  const { page, audit } = await visit(shop.urlOf('localhost'));
  for (const search of [
    '?query=%E0%A4%A&page=-1&sortBy=name&category=Nothing&regions=%00&vintage=1%27%3B--',
    '?bottlePrice=9:1&isMixed=yes&black-market=true&utm_source=x&page=99999',
    `?${'varietals=x&'.repeat(200)}`,
    '?query=%22%3E%3Cscript%3Ealert(1)%3C/script%3E',
  ]) {
    const response = await page.goto(`/wines${search}`);
    expect(response?.status()).toBeLessThan(500);
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
  }
  await audit();
});

test('filters by a form and by links without JavaScript @slow', { tag: '@desktop' }, async ({ visit }) => {
  const { page } = await visit(shop.urlOf('localhost'), { javaScriptEnabled: false });
  await page.goto('/wines?query=valley');
  const all = await count(page);
  await page.getByRole('checkbox', { name: /^Red \d/ }).check();
  await page.getByRole('button', { name: 'Apply filters' }).click();
  await page.waitForURL(/\/wines\?query=valley&category=Red$/);
  await expectCount(page).toBeLessThan(all);
  await page.goto('/wines');
  await page
    .getByRole('link', { name: /^Show all \d+$/ })
    .last()
    .click();
  await page.waitForURL(/all=/);
  await page.getByRole('checkbox', { name: /^\$20 to \$30 \d/ }).check();
  await page.getByRole('button', { name: 'Apply filters' }).click();
  await page.waitForURL(/priceRange=/);
  await expectCount(page).toBeGreaterThan(0);
});

test('shows customers the offers of their tier in a list, and no such offer in the guest’s page @slow', { tag: '@desktop' }, async ({
  visit,
}) => {
  const { page } = await visit(shop.urlOf('localhost'));
  await enter(page, '/wines?query=riesling');
  const guests = await count(page);
  expect(await page.content()).not.toContain('bright-water-museum-riesling');
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Email').fill('gold@cellardoor.example');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Password').fill('grape-harvest-2026');
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/wines\?query=riesling/);
  await expectCount(page).toBeGreaterThan(guests);
  await page.locator('a[href*="bright-water-museum-riesling"]').waitFor();
});

test('links a wine to the page of its region, which the sitemap lists [SRCH-52]', async ({ visit }) => {
  const { page, audit } = await visit(shop.urlOf('localhost'));
  await page.goto('/wines/wirrabeen-ridge/old-block-shiraz-2021');
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Barossa Valley' }).click();
  await page.waitForURL('**/region/barossa-valley');
  await page.getByRole('heading', { level: 1, name: 'Barossa Valley wine' }).waitFor();
  const all = await count(page);
  expect(all).toBeGreaterThan(1);
  await audit();
  await page.getByRole('navigation', { name: 'Keep exploring' }).getByRole('link', { name: 'Shiraz', exact: true }).click();
  await page.waitForURL('**/varietal/shiraz');
  expect((await shop.get('/sitemaps/pages.xml')).text).toContain('/region/barossa-valley<');
  expect((await shop.get('/region/nowhere-at-all')).status).toBe(404);
});

test('completes a query that was typed before hydration @slow', { tag: '@desktop' }, async ({ visit }) => {
  const { page } = await visit(shop.urlOf('localhost'));
  const typed = Promise.withResolvers<void>();
  await page.route(/\/assets\/entry\.client-/, async (route) => {
    await typed.promise;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('searchbox', { name: 'Search wines' }).pressSequentially('shi');
  typed.resolve();
  await page.getByRole('listbox').first().waitFor();
});

test('shows recently viewed wines on the next wine @slow', { tag: '@desktop' }, async ({ visit }) => {
  const { page, audit } = await visit(shop.urlOf('localhost'));
  await enter(page, '/wines/wirrabeen-ridge/old-block-shiraz-2021');
  await page.locator('#others').getByRole('article').first().getByRole('link').click();
  await page.waitForURL(/^(?!.*old-block-shiraz-2021$)/);
  const viewed = page.getByRole('heading', { name: 'Recently viewed' });
  await viewed.waitFor();
  await page
    .locator('.viewed')
    .getByRole('link', { name: /Old Block Shiraz 2021/ })
    .waitFor();
  await audit();
});
