/**
 * Size of every script that a browser loads on a page: bytes as brotli from the first request until the page has been quiet for
 * longer than any of its timers, without an interaction, first without and then with the pages that it prefetches [CONT-37]. Each
 * page is opened in a new browser context without a cache, a cart or a service worker.
 */
import type { Page } from '@playwright/test';
import { openBrowser } from '#tests/e2e/support/browser.ts';
import { startBenchShop } from './bench-shop.ts';
import { compressedBytes } from './first-load.ts';
import { type Metric, print } from './metrics.ts';

/** Kilobytes that each page may load for itself without an interaction. */
const PAGES = [
  { what: 'home', path: '/', budget: 127 },
  { what: 'list', path: '/wines', budget: 133 },
  { what: 'offer', path: '/wines/wirrabeen-ridge/old-block-shiraz-2021', budget: 139 },
  { what: 'cart', path: '/cart', budget: 148 },
  { what: 'account of a guest', path: '/account' },
  { what: 'account orders of a guest', path: '/account/orders' },
] as const;

/** Longer than the five seconds after which the latest idle work starts. */
const QUIET_MS = 6_000;

const shop = await startBenchShop();
const browser = await openBrowser();

/** Waits until no script was requested for a while. */
async function untilQuiet(page: Page, paths: ReadonlySet<string>): Promise<void> {
  for (let count = -1; count !== paths.size; ) {
    count = paths.size;
    await page.waitForTimeout(QUIET_MS);
  }
}

async function kilobytesOf(paths: ReadonlySet<string>): Promise<number> {
  const sizes = await Promise.all([...paths].map(compressedBytes));
  return sizes.reduce((total, size) => total + size, 0) / 1024;
}

interface PageScripts {
  readonly files: number;
  readonly kilobytes: number;
}

/**
 * Counts the scripts of a page that nobody uses.
 * @param prefetches whether the page may prefetch others, which a browser that saves data does not
 */
async function measure(path: string, prefetches: boolean): Promise<PageScripts> {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  if (!prefetches) await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  const paths = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js')) paths.add(pathname);
  });
  await page.goto(shop.url + path, { waitUntil: 'networkidle' });
  await untilQuiet(page, paths);
  await context.close();
  return { files: paths.size, kilobytes: await kilobytesOf(paths) };
}

try {
  const metrics: Metric[] = [];
  for (const { what, path, ...limit } of PAGES) {
    const { files, kilobytes } = await measure(path, false);
    const budget = 'budget' in limit ? { budget: limit.budget, target: 'at most' as const } : {};
    metrics.push({ what: `${what} (${files} files)`, figure: kilobytes, unit: 'KB br', ...budget });
    metrics.push({ what: `${what}, with prefetched pages`, figure: (await measure(path, true)).kilobytes, unit: 'KB br' });
  }
  print('Scripts that a browser loads', metrics);
} finally {
  await browser.close();
  await shop.stop();
}
