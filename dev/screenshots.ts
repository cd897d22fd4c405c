/**
 * `npm run screenshots -- [FOLDER]`: pictures of every page at three widths, wine and whisky, as a guest meets them.
 * Without a folder it renews the ones that README shows, in docs/screenshots.
 */
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { openBrowser, visit } from '../e2e/harness/browser.ts';
import { addToCart, enterDetails, findWine, GUEST, goToCheckout, orderNumber } from '../e2e/harness/guest-buys.ts';
import { startBenchShop } from './bench/bench-shop.ts';

const [given] = process.argv.slice(2);
const folder = given ? resolve(given) : fileURLToPath(new URL('../docs/screenshots', import.meta.url));
const WIDTHS = given ? [390, 1280] : [1280];
await mkdir(folder, { recursive: true });

const shop = await startBenchShop();
const browser = await openBrowser();
const { port } = new URL(shop.url);

/** One visit over the pages of a site, a picture at each. */
async function walk(host: string, market: 'AU' | 'SG', listPath: string, prefix: string, width: number): Promise<void> {
  const { page, close } = await visit(browser, `http://${host}:${port}`, { width, height: 900 });
  const shoot = async (name: string) => {
    await settle(page);
    await page.screenshot({ path: join(folder, `${prefix}${name}-${width}.png`), fullPage: given !== undefined });
    console.log(`${prefix}${name}-${width}.png`);
  };
  await page.goto('/');
  await shoot('home');
  await page.goto(listPath);
  await shoot('list');
  if (given) {
    await page.goto(`${listPath}?query=nothing-like-this`);
    await shoot('list-empty');
    await page.goto('/no/such/page');
    await shoot('not-found');
    await page.goto('/cart');
    await shoot('cart-empty');
  }
  await findWine(page, listPath);
  await shoot('offer');
  await addToCart(page);
  await settle(page);
  if (given) await shoot('cart-open');
  await page.goto('/cart');
  await page.getByRole('spinbutton', { name: 'Quantity' }).first().waitFor();
  await shoot('cart');
  if (!given) return close();
  await goToCheckout(page, GUEST[market].email);
  await shoot('checkout');
  await page.getByRole('button', { name: 'Place order' }).click();
  await shoot('checkout-errors');
  await enterDetails(page, market);
  await page.getByRole('button', { name: 'Place order' }).click();
  await page.waitForURL(/\/pay\//);
  await shoot('pay');
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByLabel('Expiry').fill('12/30');
  await page.getByLabel('Security code').fill('123');
  await page.getByLabel('Name on card').fill('G Hopper');
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await orderNumber(page);
  await shoot('order');
  await page.goto('/dev/mailbox');
  await shoot('mailbox');
  await close();
}

/** Pictures loaded, movements over. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(400);
}

try {
  for (const width of WIDTHS) {
    await walk('localhost', 'AU', '/wines', '', width);
    await walk('spirits.localhost', 'AU', '/spirits', 'spirits-', width);
    if (given) await walk('sg.localhost', 'SG', '/wines', 'sg-', width);
  }
} finally {
  await browser.close();
  await shop.stop();
}
