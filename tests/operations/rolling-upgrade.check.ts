/**
 * The next release replaces this one behind HAProxy, process by process, and is taken back again, while shoppers and staff go on. No
 * request fails, and pages that were open before work on with the files of their own release.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listProcesses } from '#domains/system/server/process.repository.ts';
import { type BrowserSession, DESKTOP, OFFICE_DESKTOP, openBrowser, openSession } from '#tests/e2e/support/browser.ts';
import { addToCart, enterDetails, findWine, GUEST, goToCheckout, orderNumber, payWith } from '#tests/e2e/support/guest-buys.ts';
import { OFFICE_HOST } from '#tests/fixtures/office.ts';
import type { ShopProcess } from '#tests/fixtures/shop-process.ts';
import { buildNextRelease, CHANGED_TEXTS, NEXT_VERSION, type Release } from './next-release.ts';
import { describeLoad, openProxiedShop, type ProxiedShop } from './proxied-shop.ts';

let proxied: ProxiedShop;
let next: Release;
let browser: Browser;
let worker: ShopProcess;
const exits: (number | null)[] = [];

beforeAll(async () => {
  next = await buildNextRelease();
  proxied = await openProxiedShop();
  // From here on every process can be replaced.
  await proxied.shop.running.stop();
  worker = await proxied.startProcess({ SHOP_ROLE: 'worker' });
  browser = await openBrowser();
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await worker?.end();
  await proxied?.stop();
  await next?.remove();
});

/** Replaces the web processes, then the worker. */
async function rollTo(root?: string): Promise<void> {
  for (const at of [0, 1] as const) exits.push(await proxied.replaceWeb(at, root));
  exits.push(await worker.stop());
  worker = await proxied.startProcess({ SHOP_ROLE: 'worker', PORT: String(worker.port) }, root);
}

const versions = async (): Promise<readonly string[]> =>
  (await listProcesses(proxied.shop.database)).map(({ role, version }) => `${role} ${version}`);

/** A tab whose requests for built files are noted. */
interface Tab extends BrowserSession {
  /** Path and status of each built file since the last call. */
  takeFiles(): readonly string[];
}

async function openTab(host: string, viewport: { readonly width: number; readonly height: number }): Promise<Tab> {
  const session = await openSession(browser, `http://${host}:${proxied.port}`, { viewport });
  const files: string[] = [];
  session.page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/assets/')) files.push(`${response.status()} ${pathname.slice('/assets/'.length)}`);
  });
  return { ...session, takeFiles: () => files.splice(0) };
}

/** Opens the office with the session of the owner. */
async function openOfficeTab(): Promise<Tab> {
  const tab = await openTab(OFFICE_HOST, OFFICE_DESKTOP);
  const [name = '', value = ''] = proxied.cookie.split('=');
  await tab.context.addCookies([{ name, value, domain: OFFICE_HOST, path: '/' }]);
  await tab.page.goto('/orders');
  await tab.page.getByRole('heading', { level: 1, name: CHANGED_TEXTS.orders.before, exact: true }).waitFor();
  return tab;
}

/** Adds the wine, and goes on to the checkout. */
async function fillCheckout(page: Page): Promise<void> {
  await findWine(page, '/wines');
  await addToCart(page);
  await page.goto('/cart');
  await goToCheckout(page, GUEST.AU.email);
  await enterDetails(page, 'AU');
}

async function placeOrder(page: Page, button: string): Promise<number> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await payWith(page, '4242 4242 4242 4242');
  return orderNumber(page);
}

/** Those of the files that the release which is running now does not have on its disk. */
function foreignFiles(files: readonly string[], root: string): readonly string[] {
  const own = new Set(['client', 'office'].flatMap((part) => readdirSync(join(root, 'build', part, 'assets'))));
  return files.filter((file) => !own.has(file.slice('200 '.length)));
}

test('an upgrade and its return under load fail no request, and open tabs work on', async () => {
  const load = proxied.startLoad();
  const [cartTab, checkoutTab, officeTab] = await Promise.all([
    openTab('localhost', DESKTOP),
    openTab('localhost', DESKTOP),
    openOfficeTab(),
  ]);
  await findWine(cartTab.page, '/wines');
  await addToCart(cartTab.page);
  await fillCheckout(checkoutTab.page);
  for (const tab of [cartTab, checkoutTab, officeTab]) tab.takeFiles();

  // A process of the next release does not serve before the schema is new enough.
  await expect(proxied.startProcess({ SHOP_ROLE: 'web', MIGRATION_WAIT_SECONDS: '1' }, next.root)).rejects.toThrow('ended with 1');
  console.log(await next.cli(['migrate'], { DATABASE_URL: proxied.shop.connectionString }));
  await rollTo(next.root);
  expect(await versions()).toEqual([`web ${NEXT_VERSION}`, `web ${NEXT_VERSION}`, `worker ${NEXT_VERSION}`]);

  // In the cart of the last release, the pages that follow were not loaded yet.
  await cartTab.page.getByRole('dialog').getByRole('link', { name: 'View cart' }).click();
  await cartTab.page.waitForURL(/\/cart$/);
  await goToCheckout(cartTab.page, GUEST.AU.email);
  await enterDetails(cartTab.page, 'AU');
  expect(await placeOrder(checkoutTab.page, CHANGED_TEXTS.placeOrder.before)).toBeGreaterThan(1_000_000);
  await officeTab.page.getByRole('link', { name: 'Stock' }).first().click();
  await officeTab.page.getByRole('heading', { level: 1, name: 'Stock' }).waitFor();
  const loaded = [cartTab, checkoutTab, officeTab].map((tab) => foreignFiles(tab.takeFiles(), next.root));
  const newTab = await openTab('localhost', DESKTOP);
  await fillCheckout(newTab.page);
  newTab.takeFiles();

  const thisRoot = process.cwd();
  await rollTo(thisRoot);
  expect(new Set(await versions()).size).toBe(2);
  expect(await placeOrder(newTab.page, CHANGED_TEXTS.placeOrder.after)).toBeGreaterThan(1_000_000);
  loaded.push(foreignFiles(newTab.takeFiles(), thisRoot));
  const done = await load.stop();

  console.log(
    `${exits.length} processes replaced, ${[...proxied.responses].map(([kind, count]) => `${count} × ${kind}`).join(', ')}, ` +
      `${proxied.failures.length} failed; ${describeLoad(done)}; ` +
      `files of another release in open tabs: ${loaded.map((files) => files.length).join(', ')}`,
  );
  expect(proxied.failures).toEqual([]);
  expect(Math.min(...Object.values(done))).toBeGreaterThan(0);
  expect(loaded.flat().filter((file) => !file.startsWith('200'))).toEqual([]);
  expect([cartTab, checkoutTab, officeTab, newTab].flatMap(({ violations }) => violations)).toEqual([]);
  expect(exits).toEqual(exits.map(() => 0));
  await expect.poll(() => proxied.findViolations(), { timeout: 60_000, interval: 1_000 }).toEqual([]);
});
