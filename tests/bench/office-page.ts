/** A page of the office in a browser, signed in as the owner. */
import type { Page } from '@playwright/test';
import { openBrowser } from '#tests/e2e/support/browser.ts';
import { OFFICE_HOST } from '#tests/fixtures/office.ts';
import { OFFICE_COOKIE, type OfficeShop } from './office-shop.ts';

/** Opens a screen and passes the page, with the paths of the files that it loaded, to `use`. */
export async function openOfficeAt<T>(
  shop: OfficeShop,
  path: string,
  use: (page: Page, files: ReadonlySet<string>) => Promise<T>,
): Promise<T> {
  const browser = await openBrowser();
  try {
    const office = `http://${OFFICE_HOST}:${new URL(shop.url).port}`;
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.addCookies([{ name: OFFICE_COOKIE, value: shop.token, url: office, httpOnly: true, sameSite: 'Strict' }]);
    const page = await context.newPage();
    const files = new Set<string>();
    page.on('response', (response) => void files.add(new URL(response.url()).pathname));
    await page.goto(`${office}${path}`, { waitUntil: 'networkidle' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    return await use(page, files);
  } finally {
    await browser.close();
  }
}

/** Runs in the page: navigates as a link does, and waits until the screen is there, without a skeleton, and painted. */
export async function openScreen(path: string): Promise<number> {
  const before = document.querySelector('main h1');
  const began = performance.now();
  history.pushState(null, '', path);
  dispatchEvent(new PopStateEvent('popstate', { state: null }));
  const painted = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  for (;;) {
    await painted();
    const heading = document.querySelector('main h1');
    const isBusy = document.querySelector('main [aria-busy="true"], main .skeleton') !== null;
    if (heading?.textContent && heading !== before && !isBusy) return performance.now() - began;
    if (performance.now() - began > 10_000) return Number.POSITIVE_INFINITY;
  }
}
