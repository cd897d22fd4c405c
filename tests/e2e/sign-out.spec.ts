import type { Page } from '@playwright/test';
import { addToCart, findWine } from './support/guest-buys.ts';
import { type ServedShop, serveSampleShop } from './support/served-shop.ts';
import { accountButton, header, signIn, signInLink } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

let shop: ServedShop;

test.beforeAll(async () => {
  shop = await serveSampleShop();
});
test.afterAll(async () => {
  await shop?.stop();
});

const EMAIL = 'green@cellardoor.example';
const hearts = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Save to favourites' });
const storedValues = (page: Page) => page.evaluate(() => Object.fromEntries(Object.entries(localStorage)));
/** Lists the customers of the carts in the cache of the service worker. */
const cachedCustomers = (page: Page) =>
  page.evaluate(async () => {
    const cache = await caches.open('cart');
    const responses = await Promise.all((await cache.keys()).map(async (key) => (await cache.match(key))?.json()));
    // An entry that is replaced between the two calls is missing for a moment.
    return responses.flatMap((response?: { data: { customerId: number } | null }) => (response ? [response.data?.customerId ?? 0] : []));
  });

test('signs out of one site without changing guests’ carts, favourites and other sites [ID-4]', { tag: '@desktop' }, async ({ visit }) => {
  const { page, context } = await visit(shop.urlOf('localhost'), { serviceWorkers: 'allow' });
  const at = (host: string, path: string) => `${shop.urlOf(host)}${path}`;

  // A guest's cart and favourite in Singapore.
  const singapore = await context.newPage();
  await findWine(singapore, at('sg.localhost', '/wines'));
  await hearts(singapore).first().click();
  await expect.poll(() => hearts(singapore).first().getAttribute('aria-pressed')).toBe('true');
  await addToCart(singapore);
  const before = await storedValues(singapore);

  // Signed in at the spirits shop.
  const spirits = await context.newPage();
  await spirits.goto(at('spirits.localhost', '/'));
  await signIn(spirits, EMAIL);
  await accountButton(spirits).waitFor();

  // Signed in at the wine shop, with a cart that the service worker has seen.
  await findWine(page, '/wines');
  await page.evaluate(() => localStorage.setItem('recentSearches', '["shiraz"]'));
  await signIn(page, EMAIL);
  await accountButton(page).waitFor();
  await addToCart(page);
  await page.reload();
  await accountButton(page).waitFor();
  await expect.poll(async () => (await cachedCustomers(page)).filter((customer) => customer !== 0)).toHaveLength(1);
  await page.evaluate(() => sessionStorage.setItem('checkout-draft', '{"token":"x"}'));

  await accountButton(page).click();
  await header(page).getByRole('button', { name: 'Sign out' }).click();
  await signInLink(page).waitFor();

  // Data of the account is deleted, data of the browser is not.
  const saved = await storedValues(page);
  expect(Object.keys(saved).filter((name) => /auth0|one-click/.test(name))).toEqual([]);
  expect(saved.recentSearches).toBe('["shiraz"]');
  expect(await page.evaluate(() => sessionStorage.getItem('checkout-draft'))).toBeNull();
  expect((await cachedCustomers(page)).filter((customer) => customer !== 0)).toEqual([]);
  expect((await context.cookies(shop.urlOf('localhost'))).filter(({ name }) => /session|is\.authenticated/.test(name))).toEqual([]);
  await page.goto('/account');
  await page.getByRole('link', { name: 'Sign in to your account' }).waitFor();

  // The other sites are unchanged.
  await spirits.reload();
  await accountButton(spirits).waitFor();
  await singapore.reload();
  await header(singapore)
    .getByRole('link', { name: /^Cart, 1 case/ })
    .waitFor();
  await expect.poll(() => hearts(singapore).first().getAttribute('aria-pressed')).toBe('true');
  expect(await storedValues(singapore)).toMatchObject(
    Object.fromEntries(Object.entries(before).filter(([name]) => /CART|favourite/i.test(name))),
  );
});
