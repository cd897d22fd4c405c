/**
 * Reaction of pages to shoppers on a slowed processor: duration of interactions from input to next paint (Event Timing), the first
 * tap on "Add to cart" on slow 4G, and layout shift while scrolling. Options: --runs 3 --slowdown 4,6
 */
import { parseArgs } from 'node:util';
import type { Page } from '@playwright/test';
import { openBrowser, PHONE } from '#tests/e2e/support/browser.ts';
import { startBenchShop } from './bench-shop.ts';
import { type BenchPage, createBenchPages, openPhone, requestPage } from './bench-sites.ts';
import { tapAtFirstPaint } from './first-tap.ts';
import { layoutShift, measureInteraction, observe, throttle } from './page-probe.ts';
import { median, printRows, type Row, row } from './report.ts';

const options = parseArgs({ options: { runs: { type: 'string', default: '3' }, slowdown: { type: 'string', default: '4,6' } } }).values;
const RUNS = Number(options.runs);
const PATIENCE_MS = 60_000;

const shop = await startBenchShop();
const browser = await openBrowser();

/** Opens a page as a new shopper on a phone, runs `work` and closes the page. */
async function visit<R>(
  { url, cartId }: BenchPage,
  {
    slowdown,
    isSlow4G = false,
    waitUntil = 'networkidle' as 'networkidle' | 'commit',
  }: { slowdown: number; isSlow4G?: boolean; waitUntil?: 'networkidle' | 'commit' },
  work: (page: Page) => Promise<R>,
): Promise<R> {
  const context = await openPhone(browser, cartId);
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  await observe(page);
  await throttle(page, slowdown, isSlow4G);
  await page.goto(url, { waitUntil });
  const result = await work(page);
  await context.close();
  return result;
}

const addButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first();

/** Interactions by name, each on a page that has just loaded. */
const INTERACTIONS: readonly { readonly what: string; readonly on: BenchPage['name']; readonly run: (page: Page) => Promise<number> }[] = [
  {
    what: 'opening the cart',
    on: 'list',
    run: (page) => measureInteraction(page, () => page.getByRole('banner').getByRole('link', { name: /^Cart/ }).tap()),
  },
  { what: 'adding an offer', on: 'offer', run: (page) => measureInteraction(page, () => addButton(page).tap()) },
  { what: 'adding a card of a list', on: 'list', run: (page) => measureInteraction(page, () => addButton(page).tap()) },
  {
    what: 'opening the filters',
    on: 'list',
    run: (page) => measureInteraction(page, () => page.getByRole('button', { name: /^Filters?/ }).tap()),
  },
  {
    what: 'filtering a list',
    on: 'list',
    async run(page) {
      await page.getByRole('button', { name: /^Filters?/ }).tap();
      const box = page.getByRole('dialog').getByRole('checkbox').first();
      await box.waitFor();
      return measureInteraction(page, () => box.tap());
    },
  },
  {
    what: 'typing in the search',
    on: 'home',
    async run(page) {
      const box = page.getByRole('searchbox').first();
      return measureInteraction(page, async () => {
        await box.tap();
        await box.pressSequentially('shiraz', { delay: 150 });
      });
    },
  },
];

const scroll = (target: BenchPage, slowdown: number): Promise<number> =>
  visit(target, { slowdown }, async (page) => {
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    for (let at = 0; at < height; at += PHONE.height / 2) {
      await page.mouse.wheel(0, PHONE.height / 2);
      await page.waitForTimeout(150);
    }
    await page.waitForTimeout(1_000);
    return layoutShift(page);
  });

async function repeat<R>(work: () => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let run = 0; run < RUNS; run += 1) results.push(await work());
  return results;
}

try {
  const pages = (await createBenchPages(shop)).filter(({ theme }) => theme === 'wine');
  for (const page of pages) await requestPage(page);
  const find = (name: BenchPage['name']): BenchPage => {
    const found = pages.find((page) => page.name === name);
    if (!found) throw new Error(`There is no page ${name}.`);
    return found;
  };
  for (const slowdown of options.slowdown.split(',').map(Number)) {
    const rows: Row[] = [];
    for (const { what, on, run } of INTERACTIONS)
      rows.push(row(what, median(await repeat(() => visit(find(on), { slowdown }, run))), 'ms', 'inpMs'));
    const taps = await repeat(() => visit(find('offer'), { slowdown, isSlow4G: true, waitUntil: 'commit' }, tapAtFirstPaint));
    const lost = taps.filter(({ confirmationMs }) => !Number.isFinite(confirmationMs)).length;
    rows.push(
      row('taps on "Add to cart" at first paint, slow 4G, that were lost', lost, `of ${RUNS}`),
      row('tap on "Add to cart" at first paint, slow 4G: reaction', median(taps.map(({ reactionMs }) => reactionMs)), 'ms', 'reactionMs'),
      row(
        'tap on "Add to cart" at first paint, slow 4G: confirmation',
        median(taps.map(({ confirmationMs }) => confirmationMs)),
        'ms',
        'confirmationMs',
      ),
      row('the button, after first paint', median(taps.map(({ buttonMs }) => buttonMs)), 'ms'),
    );
    for (const page of pages)
      rows.push(row(`layout shift while scrolling, ${page.name}`, median(await repeat(() => scroll(page, slowdown))), '', 'cls'));
    printRows(`Interactions with the processor ${slowdown} times slower, median of ${RUNS}`, rows);
  }
} finally {
  await browser.close();
  await shop.stop();
}
