import type { Page } from '@playwright/test';
import { type ServedShop, serveSampleShop } from './support/served-shop.ts';
import { accountButton, signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

let shop: ServedShop;

test.beforeAll(async () => {
  shop = await serveSampleShop();
});
test.afterAll(async () => {
  await shop?.stop();
});

const hearts = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Save to favourites' });
const cards = (page: Page) => page.getByRole('main').getByRole('article');

test('saves, finds, filters and buys a guest’s favourites, and merges them at sign-in [FAV-5]', async ({ visit }) => {
  const { page, audit } = await visit(shop.urlOf('localhost'));
  await page.goto('/favourites');
  await page.getByText('No favourites yet').waitFor();
  await audit();

  await page.goto('/wines?category=Red');
  await hearts(page).first().click();
  await expect.poll(() => hearts(page).first().getAttribute('aria-pressed')).toBe('true');
  await audit();
  await page.goto('/wines?category=Sparkling');
  await cards(page).first().getByRole('link').first().click();
  await page.waitForURL(/\/wines\/[^/]+\/[^/]+$/);
  await hearts(page).first().click();
  await expect.poll(() => hearts(page).first().getAttribute('aria-pressed')).toBe('true');

  await page.goto('/favourites');
  await expect.poll(() => cards(page).count()).toBe(2);
  await page.getByLabel('Category').selectOption('Red');
  await expect.poll(() => cards(page).count()).toBe(1);
  await audit();
  await page.getByLabel('Category').selectOption('All categories');
  await page.getByRole('button', { name: 'Add all to cart' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Cart, 2 cases' }).waitFor();
  await page.keyboard.press('Escape');

  await page.goto('/favourites');
  await signIn(page, 'black@cellardoor.example');
  await accountButton(page).waitFor();
  await page.goto('/account/favourites');
  await expect.poll(() => cards(page).count()).toBeGreaterThanOrEqual(2);
  await audit();
  for (let remaining = await cards(page).count(); remaining > 0; remaining -= 1) {
    await hearts(page).first().click();
    await expect.poll(() => cards(page).count()).toBe(remaining - 1);
  }
  await page.getByText('No favourites yet').waitFor();
  await page.reload();
  await page.getByText('No favourites yet').waitFor();
});

test('shows a Gold customer the favourites saved earlier, with offers for customers only [FAV-6] @slow', { tag: '@phone' }, async ({
  visit,
}) => {
  const { page, audit } = await visit(shop.urlOf('localhost'));
  await page.goto('/account/favourites');
  await signIn(page, 'gold@cellardoor.example');
  await expect.poll(() => cards(page).count()).toBe(6);
  await page.getByRole('heading', { name: 'Cabernet Sauvignon 2012' }).waitFor();
  await page.getByLabel('In stock').check();
  await expect.poll(() => cards(page).count()).toBeLessThan(6);
  await audit();
});
