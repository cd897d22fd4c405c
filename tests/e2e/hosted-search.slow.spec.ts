/** Searches a hosted service on another origin, which the search service of another shop simulates. */
import { createServer } from 'node:net';
import { type ServedShop, serveSampleShop } from './support/served-shop.ts';
import { accountButton, signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

let stand: ServedShop;
let shop: ServedShop;

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

test.beforeAll(async () => {
  const port = await freePort();
  stand = await serveSampleShop({ ALLOWED_ORIGINS: `http://localhost:${port}` });
  const parent = await stand.database.queryOne<{ secret: string }>({
    text: "select secret from shared_secrets where name = 'search keys'",
  });
  shop = await serveSampleShop({
    PORT: String(port),
    HOSTED_SEARCH_URL: stand.urlOf('localhost'),
    HOSTED_SEARCH_APP_ID: 'shop',
    HOSTED_SEARCH_PARENT_KEY: parent?.secret ?? '',
  });
});
test.afterAll(async () => {
  await shop?.stop();
  await stand?.stop();
});

test('reads lists, facets, suggestions and searches from the hosted service, with a customer’s own key', { tag: '@desktop' }, async ({
  visit,
}) => {
  const { page } = await visit(shop.urlOf('localhost'));
  const requests = { hosted: 0, own: [] as string[] };
  page.on('request', (request) => {
    const { origin, pathname, search } = new URL(request.url());
    if (origin === stand.urlOf('localhost')) requests.hosted += 1;
    // Lists can be prefetched from the shop; the searches of this test cannot.
    else if (/^\/api\/(search|pre-search)/.test(pathname) || (/\.data$/.test(pathname) && /shiraz|category=Red/.test(search)))
      requests.own.push(pathname + search);
  });
  const count = page.locator('.count');
  await page.goto('/wines', { waitUntil: 'networkidle' });
  const all = await count.innerText();
  await page
    .getByRole('checkbox', { name: /^Red \d/ })
    .first()
    .click();
  await page.waitForURL('**/wines?category=Red');
  await expect.poll(() => count.innerText()).not.toBe(all);
  const reds = await page.locator('label', { hasText: /^Red/ }).first().innerText();
  expect(await count.innerText()).toContain(String(/\d+/.exec(reds)?.[0]));
  expect(
    await page
      .locator('label', { hasText: /^White/ })
      .first()
      .innerText(),
  ).toMatch(/[1-9]/);

  const box = page.getByRole('searchbox', { name: 'Search wines' });
  await box.pressSequentially('shiraz');
  await page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option').first().waitFor();
  await box.press('Enter');
  await page.waitForURL(/query=shiraz/);
  await page.getByRole('article').first().waitFor();
  expect(requests.hosted).toBeGreaterThan(2);
  expect(requests.own).toEqual([]);

  await box.fill('railway siding');
  await box.press('Enter');
  await page.getByText('No results for “railway siding”').first().waitFor();
  await signIn(page, 'gold@cellardoor.example');
  await accountButton(page).waitFor();
  await box.fill('railway siding');
  await box.press('Enter');
  await page.waitForURL(/query=railway/);
  await page.getByRole('article').filter({ hasText: 'Railway Siding' }).waitFor();
});

test('falls back to the shop’s own search if the hosted service does not answer [SRCH-48]', { tag: '@desktop' }, async ({ visit }) => {
  const { page } = await visit(shop.urlOf('localhost'), { expectsViolations: true });
  const count = page.locator('.count');
  await page.route(`${stand.urlOf('localhost')}/**`, (route) => route.abort());
  await page.goto('/wines', { waitUntil: 'networkidle' });
  const all = await count.innerText();
  await page
    .getByRole('checkbox', { name: /^Red \d/ })
    .first()
    .click();
  await page.waitForURL('**/wines?category=Red');
  await expect.poll(() => count.innerText()).not.toBe(all);
});
