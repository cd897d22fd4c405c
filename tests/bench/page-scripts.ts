/**
 * Size of every script that a browser loads on a page, late ones included: bytes as brotli from the first request until three
 * seconds after the network is idle. Each page is opened in a new browser context without a cache or a service worker, once with
 * `saveData`, which turns prefetching of other pages off [CONT-37], and once without.
 */
import { openBrowser } from '#tests/e2e/support/browser.ts';
import { startBenchShop } from './bench-shop.ts';
import { compressedBytes } from './first-load.ts';
import { type Metric, print } from './metrics.ts';

/** Kilobytes that each page may load. */
const PAGES = [
  { what: 'home', path: '/', budget: 152 },
  { what: 'list', path: '/wines', budget: 157 },
  { what: 'offer', path: '/wines/wirrabeen-ridge/old-block-shiraz-2021', budget: 156 },
  { what: 'cart', path: '/cart' },
  { what: 'account of a guest', path: '/account' },
  { what: 'account orders of a guest', path: '/account/orders' },
] as const;

/** Waits for scripts that load late: idle work, prefetches and the reporter. */
const LATE_MS = 3_000;

const shop = await startBenchShop();
const browser = await openBrowser();

async function measure(path: string, saveData: boolean): Promise<{ files: number; kilobytes: number }> {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.addInitScript((value) => Object.defineProperty(navigator, 'connection', { value: { saveData: value } }), saveData);
  const paths = new Set<string>();
  page.on('requestfinished', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js')) paths.add(pathname);
  });
  await page.goto(shop.url + path, { waitUntil: 'networkidle' });
  await page.waitForTimeout(LATE_MS);
  const sizes = await Promise.all([...paths].map(compressedBytes));
  await context.close();
  return { files: sizes.length, kilobytes: sizes.reduce((total, size) => total + size, 0) / 1024 };
}

try {
  const figures: Metric[] = [];
  for (const { what, path, ...limit } of PAGES) {
    const own = await measure(path, true);
    const withPrefetches = await measure(path, false);
    const budget = 'budget' in limit ? { budget: limit.budget, good: 'at most' as const } : {};
    figures.push({ what: `${what} (${own.files} files)`, figure: own.kilobytes, unit: 'KB br', ...budget });
    figures.push({ what: `${what}, first prefetches included`, figure: withPrefetches.kilobytes, unit: 'KB br' });
  }
  print('Scripts that a browser loads', figures);
} finally {
  await browser.close();
  await shop.stop();
}
