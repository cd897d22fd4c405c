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

/** Kilobytes that each page may load without an interaction, excluding prefetched pages. */
const PAGES = [
  { what: 'home', path: '/', budget: 127 },
  { what: 'list', path: '/wines', budget: 133 },
  { what: 'offer', path: '/wines/wirrabeen-ridge/old-block-shiraz-2021', budget: 139 },
  { what: 'cart', path: '/cart', budget: 148 },
  { what: 'account of a guest', path: '/account' },
  { what: 'account orders of a guest', path: '/account/orders' },
] as const;

/** Time without requests after which a page is quiet. The latest idle work starts after 5 s. */
const QUIET_MS = 6_000;

const shop = await startBenchShop();
const browser = await openBrowser();

/** Waits until no script was requested for QUIET_MS. */
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
 * Measures the scripts that a page loads without an interaction.
 * @param prefetches false for a browser that saves data, where a page does not prefetch others
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
