/** Cart and favourites while a page is still loading: before hydration, and before the server has responded. */
import type { Page } from '@playwright/test';
import { addToCart, findWine } from './support/guest-buys.ts';
import { type ServedShop, serveSampleShop } from './support/served-shop.ts';
import { expect, test } from './support/test.ts';

let shop: ServedShop;

test.beforeAll(async () => {
  shop = await serveSampleShop();
});
test.afterAll(async () => {
  await shop?.stop();
});

const main = (page: Page) => page.getByRole('main');
const quantity = (page: Page) => main(page).getByRole('spinbutton', { name: 'Quantity' });

/** Holds back requests until the returned function is called. */
async function holdBack(page: Page, url: RegExp): Promise<() => void> {
  const blocked = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await blocked.promise;
    await route.continue();
  });
  return blocked.resolve;
}

test('repeats a tap on "Add to cart" before hydration', { tag: '@phone' }, async ({ visit }) => {
  const { page } = await visit(shop.urlOf('localhost'));
  const release = await holdBack(page, /\/assets\/vendor-/);
  await page.goto('/wines', { waitUntil: 'commit' });
  const button = main(page).getByRole('button', { name: 'Add to cart' }).first();
  await button.click();
  await expect(button).toHaveAttribute('aria-busy', 'true');

  release();
  await page.locator('body[data-cart="open"]').waitFor();
  await page.goto('/cart');
  await expect(quantity(page)).toHaveValue('1');
});

test('repeats a tap on a heart before hydration', { tag: '@phone' }, async ({ visit }) => {
  const { page } = await visit(shop.urlOf('localhost'));
  const release = await holdBack(page, /\/assets\/vendor-/);
  await page.goto('/wines', { waitUntil: 'commit' });
  const heart = main(page).getByRole('button', { name: 'Save to favourites' }).first();
  await heart.click();
  await expect(heart).toHaveAttribute('aria-busy', 'true');

  release();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await page.goto('/favourites');
  await expect(main(page).getByRole('article')).toHaveCount(1);
});

test('shows the cart as updating and keeps the checkout waiting until the server has responded', { tag: '@phone' }, async ({ visit }) => {
  const { page } = await visit(shop.urlOf('localhost'));
  await findWine(page, '/wines');
  await addToCart(page);
  const release = await holdBack(page, /\/api\/initialize-cart/);
  await page.goto('/cart');
  await expect(quantity(page)).toHaveValue('1');
  await expect(main(page).getByText('Updating your cart…')).toBeVisible();
  await expect(main(page).getByRole('button', { name: 'Checkout', exact: true })).toHaveAttribute('aria-busy', 'true');

  release();
  await expect(main(page).getByText('Updating your cart…')).toHaveCount(0);
  await expect(quantity(page)).toHaveValue('1');
});
