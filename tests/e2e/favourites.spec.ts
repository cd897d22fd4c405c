import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, PHONE, visit, WIDTHS } from './support/browser.ts';
import { type ServedShop, serveSampleShop } from './support/served-shop.ts';
import { accountButton, signIn } from './support/sign-in.ts';

let shop: ServedShop;
let browser: Browser;

beforeAll(async () => {
  [shop, browser] = await Promise.all([serveSampleShop(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await shop?.stop();
});

const hearts = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Save to favourites' });
const cards = (page: Page) => page.getByRole('main').getByRole('article');

describe.each(WIDTHS)('on $device', ({ viewport }) => {
  test('a guest keeps two wines, finds them, narrows, buys all, and takes them along when signing in', async () => {
    const { page, faults, axe, close } = await visit(browser, shop.urlOf('localhost'), viewport);
    const look = async () => expect([...faults, ...(await axe())]).toEqual([]);
    await page.goto('/favourites');
    await page.getByText('Nothing kept yet').waitFor();
    await look();

    await page.goto('/wines?category=Red');
    await hearts(page).first().click();
    await expect.poll(() => hearts(page).first().getAttribute('aria-pressed')).toBe('true');
    await look();
    await page.goto('/wines?category=Sparkling');
    await cards(page).first().getByRole('link').first().click();
    await page.waitForURL(/\/wines\/[^/]+\/[^/]+$/);
    await hearts(page).first().click();
    await expect.poll(() => hearts(page).first().getAttribute('aria-pressed')).toBe('true');

    await page.goto('/favourites');
    await expect.poll(() => cards(page).count()).toBe(2);
    await page.getByLabel('Category').selectOption('Red');
    await expect.poll(() => cards(page).count()).toBe(1);
    await look();
    await page.getByLabel('Category').selectOption('Every category');
    await page.getByRole('button', { name: 'Add all to cart' }).click();
    await page.getByRole('banner').getByRole('link', { name: 'Cart, 2 cases' }).waitFor();
    await page.keyboard.press('Escape');

    await page.goto('/favourites');
    await signIn(page, 'black@cellardoor.example');
    await accountButton(page).waitFor();
    await page.goto('/account/favourites');
    await expect.poll(() => cards(page).count()).toBeGreaterThanOrEqual(2);
    await look();
    for (let left = await cards(page).count(); left > 0; left -= 1) {
      await hearts(page).first().click();
      await expect.poll(() => cards(page).count()).toBe(left - 1);
    }
    await page.getByText('Nothing kept yet').waitFor();
    await page.reload();
    await page.getByText('Nothing kept yet').waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});

test('the Gold member’s account holds what was kept before, also what only members may know of', async () => {
  const { page, faults, axe, close } = await visit(browser, shop.urlOf('localhost'), PHONE);
  await page.goto('/account/favourites');
  await signIn(page, 'gold@cellardoor.example');
  await expect.poll(() => cards(page).count()).toBe(6);
  await page.getByRole('heading', { name: 'Cabernet Sauvignon 2012' }).waitFor();
  await page.getByLabel('In stock').check();
  await expect.poll(() => cards(page).count()).toBeLessThan(6);
  expect([...faults, ...(await axe())]).toEqual([]);
  await close();
});
