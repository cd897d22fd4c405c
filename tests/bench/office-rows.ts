/** Opening records of the office by a click on their rows: time from the click to the record that is there and can be used. */
import type { Page } from '@playwright/test';
import { SCREENS } from '#routes/office/screens.ts';
import { openOfficeAt, openScreen } from './office-page.ts';
import type { OfficeShop } from './office-shop.ts';
import { median, type Row, row } from './report.ts';

/** Rows that are opened of each list, each another record. */
const RECORDS = 6;
const ROWS = 'main .grid-row';
/** Lists below screens of the rail that are no screens themselves. */
const INNER_LISTS = ['/imports/schedules'];

/** Runs in the page before the click: notes when it comes, and when the record is there, on a screen or in a dialog, without a skeleton, and painted. */
function watchClick(): void {
  const [address, heading] = [location.href, document.querySelector('main h1')];
  const painted = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const clicked = new Promise<number>((resolve) =>
    addEventListener('click', ({ timeStamp }) => resolve(timeStamp), { capture: true, once: true }),
  );
  const opened = clicked.then(async (began) => {
    for (;;) {
      await painted();
      const next = document.querySelector('main h1');
      const isBusy = document.querySelector('main [aria-busy="true"], main .skeleton') !== null;
      const isThere = location.href !== address && next?.textContent && next !== heading;
      if ((isThere || document.querySelector('[role="dialog"]')) && !isBusy) return performance.now() - began;
      if (performance.now() - began > 10_000) return Number.POSITIVE_INFINITY;
    }
  });
  Object.assign(window, { benchOpened: opened });
}

/** Runs in the page after the click. @returns ms from the click to the record */
const untilOpened = (): Promise<number> => Reflect.get(window, 'benchOpened');

/** Opens the record of a row by a click on it. @returns ms, or null if the list has no such row */
async function openRow(page: Page, list: string, index: number): Promise<number | null> {
  await page.evaluate(openScreen, list);
  const found = page.locator(ROWS).nth(index);
  if ((await found.count()) === 0) return null;
  const link = found.locator('.grid-link').first();
  await link.scrollIntoViewIfNeeded();
  await page.evaluate(watchClick);
  await link.click();
  const ms = await page.evaluate(untilOpened);
  await page.keyboard.press('Escape');
  return ms;
}

/** Measures the first and the later openings of the records of each list. */
async function measureRows(page: Page): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const without: string[] = [];
  for (const list of [...SCREENS.flat().map(({ to }) => to), ...INNER_LISTS]) {
    const times: number[] = [];
    for (let index = 0; index < RECORDS; index += 1) {
      const ms = await openRow(page, list, index);
      if (ms === null) break;
      times.push(ms);
    }
    const [first, ...others] = times;
    if (first === undefined) {
      without.push(list);
      continue;
    }
    rows.push(row(`${list}, the first record`, first, 'ms', 'officeScreenMs'));
    if (others.length > 0) rows.push(row(`${list}, other records (median of ${others.length})`, median(others), 'ms', 'officeScreenMs'));
  }
  return [...rows, row(`screens without a row to open: ${without.join(' ')}`, without.length, '')];
}

/** Measures how long a record of each kind takes from a click on its row. */
export const measureRecords = (shop: OfficeShop): Promise<readonly Row[]> => openOfficeAt(shop, '/orders', measureRows);
