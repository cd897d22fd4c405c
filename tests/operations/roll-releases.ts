/** Replaces one release behind HAProxy by another, process by process, and takes it back, while shoppers, staff and open tabs go on. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { expect } from 'vitest';
import { listProcesses } from '#domains/system/server/process.repository.ts';
import { type BrowserSession, DESKTOP, OFFICE_DESKTOP, openBrowser, openSession } from '#tests/e2e/support/browser.ts';
import { addToCart, enterDetails, findWine, GUEST, goToCheckout, orderNumber, payWith } from '#tests/e2e/support/guest-buys.ts';
import { OFFICE_HOST } from '#tests/fixtures/office.ts';
import { describeLoad, openProxiedShop, type ProxiedShop } from './proxied-shop.ts';
import type { Release } from './release.ts';

export interface RolledRelease extends Pick<Release, 'root'> {
  readonly version: string;
  /** Texts of its pages. */
  readonly texts: { readonly placeOrder: string; readonly orders: string };
}

/** A tab whose requests for built files are noted. */
interface Tab extends BrowserSession {
  /** Path and status of each built file since the last call. */
  takeFiles(): readonly string[];
}

async function openTab(
  browser: Browser,
  { port }: ProxiedShop,
  host = 'localhost',
  viewport: { readonly width: number; readonly height: number } = DESKTOP,
): Promise<Tab> {
  const session = await openSession(browser, `http://${host}:${port}`, { viewport });
  const files: string[] = [];
  session.page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/assets/')) files.push(`${response.status()} ${pathname.slice('/assets/'.length)}`);
  });
  return { ...session, takeFiles: () => files.splice(0) };
}

/** Opens the office with the session of the owner. */
async function openOfficeTab(browser: Browser, proxied: ProxiedShop, heading: string): Promise<Tab> {
  const tab = await openTab(browser, proxied, OFFICE_HOST, OFFICE_DESKTOP);
  const [name = '', value = ''] = proxied.cookie.split('=');
  await tab.context.addCookies([{ name, value, domain: OFFICE_HOST, path: '/' }]);
  await tab.page.goto('/orders');
  await tab.page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
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

/** Those of the files that a release does not have on its disk. */
function foreignFiles(files: readonly string[], root: string): readonly string[] {
  const own = new Set(['client', 'office'].flatMap((part) => readdirSync(join(root, 'build', part, 'assets'))));
  return files.filter((file) => !own.has(file.slice('200 '.length)));
}

/** Starts release `from` on a database of its own schema, and rolls to release `to` and back. */
export async function rollForthAndBack(from: Release & RolledRelease, to: Release & RolledRelease): Promise<void> {
  const proxied = await openProxiedShop(from);
  const browser = await openBrowser();
  try {
    await roll(proxied, browser, from, to);
  } finally {
    await browser.close();
    await proxied.stop();
  }
}

async function roll(proxied: ProxiedShop, browser: Browser, from: RolledRelease, to: Release & RolledRelease): Promise<void> {
  const exits: (number | null)[] = [];
  /** Replaces the web processes, then the worker. */
  async function rollTo({ root, version }: RolledRelease): Promise<void> {
    for (const at of [0, 1] as const) exits.push(await proxied.replaceWeb(at, root));
    exits.push(await proxied.replaceWorker(root));
    const running = (await listProcesses(proxied.database)).map((each) => `${each.role} ${each.version}`);
    expect(running).toEqual([`web ${version}`, `web ${version}`, `worker ${version}`]);
  }

  const load = proxied.startLoad();
  const [cartTab, checkoutTab, officeTab] = await Promise.all([
    openTab(browser, proxied),
    openTab(browser, proxied),
    openOfficeTab(browser, proxied, from.texts.orders),
  ]);
  await findWine(cartTab.page, '/wines');
  await addToCart(cartTab.page);
  await fillCheckout(checkoutTab.page);
  for (const tab of [cartTab, checkoutTab, officeTab]) tab.takeFiles();

  // A process of the next release does not serve before the schema is new enough.
  await expect(proxied.startProcess({ SHOP_ROLE: 'web', MIGRATION_WAIT_SECONDS: '1' }, to.root)).rejects.toThrow('ended with 1');
  console.log(await to.cli(['migrate'], { DATABASE_URL: proxied.connectionString }));
  await rollTo(to);

  // In the cart of the last release, the pages that follow were not loaded yet.
  await cartTab.page.getByRole('dialog').getByRole('link', { name: 'View cart' }).click();
  await cartTab.page.waitForURL(/\/cart$/);
  await goToCheckout(cartTab.page, GUEST.AU.email);
  await enterDetails(cartTab.page, 'AU');
  expect(await placeOrder(checkoutTab.page, from.texts.placeOrder)).toBeGreaterThan(1_000_000);
  await officeTab.page.getByRole('link', { name: 'Stock' }).first().click();
  await officeTab.page.getByRole('heading', { level: 1, name: 'Stock' }).waitFor();
  const loaded = [cartTab, checkoutTab, officeTab].map((tab) => foreignFiles(tab.takeFiles(), to.root));
  const newTab = await openTab(browser, proxied);
  await fillCheckout(newTab.page);
  newTab.takeFiles();

  await rollTo(from);
  expect(await placeOrder(newTab.page, to.texts.placeOrder)).toBeGreaterThan(1_000_000);
  loaded.push(foreignFiles(newTab.takeFiles(), from.root));
  const done = await load.stop();

  console.log(
    `${exits.length} processes replaced, ${[...proxied.responses].map(([kind, count]) => `${count} × ${kind}`).join(', ')}, ` +
      `${proxied.failures.length} failed; ${describeLoad(done)}; ` +
      `files of another release in open tabs: ${loaded.map((files) => files.length).join(', ')}`,
  );
  expect.soft(proxied.failures).toEqual([]);
  expect.soft(proxied.errors).toEqual([]);
  expect(Math.min(...Object.values(done))).toBeGreaterThan(0);
  expect(loaded.flat().filter((file) => !file.startsWith('200'))).toEqual([]);
  expect([cartTab, checkoutTab, officeTab, newTab].flatMap(({ violations }) => violations)).toEqual([]);
  expect(exits).toEqual(exits.map(() => 0));
  await expect.poll(() => proxied.findViolations(), { timeout: 60_000, interval: 1_000 }).toEqual([]);
}
