/**
 * Lighthouse with its default configuration, a phone on slow 4G (simulated) with a processor slowed down four times, on the pages
 * of both themes. Each run has a new browser with a cold cache. Prints medians, and leaves the report of each run in a folder.
 * Options: --runs 5 --theme wine,whisky --pages home,list,offer,article,cart,checkout
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { z } from 'zod';
import { retry } from '#lib/retry.ts';
import { ensureChromium } from '#scripts/chromium.mjs';
import { BROWSER_FLAGS } from '#tests/e2e/support/browser.ts';
import { startBenchShop } from './bench-shop.ts';
import { type BenchPage, CART_KEY, createBenchPages, requestPage } from './bench-sites.ts';
import { median, printRows, type Row, row } from './report.ts';

const CLI = fileURLToPath(import.meta.resolve('lighthouse/cli/index.js'));
const run = promisify(execFile);
/** Recordings of a page load per run. Lighthouse fails to record one in some thirty and asks for another. */
const MAX_RECORDINGS = 3;

const options = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    theme: { type: 'string', default: 'wine,whisky' },
    pages: { type: 'string', default: 'home,list,offer,article,cart,checkout' },
  },
}).values;
const runs = Number(options.runs);
const [themes, names] = [options.theme.split(','), options.pages.split(',')];

const measured = z.object({ numericValue: z.number() });
const report = z.object({
  categories: z.object({ performance: z.object({ score: z.number() }) }),
  audits: z.object({
    'first-contentful-paint': measured,
    'largest-contentful-paint': measured,
    'cumulative-layout-shift': measured,
    'total-blocking-time': measured,
    'total-byte-weight': measured,
  }),
});
type Report = z.infer<typeof report>;

interface Browser {
  readonly port: string;
  close(): Promise<void>;
}

/** Opens Chromium with a new profile and a free debugging port. */
async function openChromium(): Promise<Browser> {
  const program = await ensureChromium();
  if (!program) throw new Error('Chromium is missing; see the lines above.');
  const profile = await mkdtemp(join(tmpdir(), 'cellardoor-lighthouse-'));
  const flags = [...BROWSER_FLAGS, '--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'];
  const child = spawn(program, flags, { stdio: ['ignore', 'ignore', 'pipe'] });
  const port = await new Promise<string>((resolve, reject) => {
    let heard = '';
    child.stderr.on('data', (chunk: Buffer) => {
      heard += chunk.toString();
      const found = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(heard)?.[1];
      if (found) resolve(found);
    });
    child.once('exit', () => reject(new Error(`Chromium ended: ${heard}`)));
  });
  return {
    port,
    async close() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Saves the cart's id in the storage of the profile. */
async function putCart(port: string, { url, cartId }: BenchPage): Promise<void> {
  if (cartId === null) return;
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const page = await browser.contexts()[0]?.newPage();
  await page?.goto(new URL('/robots.txt', url).href);
  await page?.evaluate(([key, id]) => localStorage.setItem(key, id), [CART_KEY, cartId] as const);
  await page?.close();
  await browser.close();
}

/** Runs Lighthouse on a page, in a process of its own. Its default settings clear caches but leave local storage. */
async function audit(page: BenchPage, file: string): Promise<Report> {
  const browser = await openChromium();
  try {
    await putCart(browser.port, page);
    const flags = ['--only-categories=performance', '--output=json', '--output=html', `--output-path=${file}`];
    await run(process.execPath, [CLI, page.url, `--port=${browser.port}`, ...flags, '--quiet', '--no-enable-error-reporting']);
  } finally {
    await browser.close();
  }
  return report.parse(JSON.parse(await readFile(`${file}.report.json`, 'utf8')));
}

const isNotRecorded = (error: unknown): boolean => error instanceof Error && error.message.includes('Please run Lighthouse again');

const auditOnce = (page: BenchPage, file: string): Promise<Report> =>
  retry(() => audit(page, file), { maxAttempts: MAX_RECORDINGS, shouldRetry: isNotRecorded });

const shop = await startBenchShop();
try {
  const folder = await mkdtemp(join(tmpdir(), 'cellardoor-lighthouse-reports-'));
  const pages = (await createBenchPages(shop)).filter(({ theme, name }) => themes.includes(theme) && names.includes(name));
  for (const theme of themes) {
    const rows: Row[] = [];
    for (const page of pages.filter((each) => each.theme === theme)) {
      // Fills the server's caches, which a running shop has full.
      for (let turn = 0; turn < 3; turn += 1) await requestPage(page);
      const reports: Report[] = [];
      for (let turn = 1; turn <= runs; turn += 1) reports.push(await auditOnce(page, join(folder, `${theme}-${page.name}-${turn}`)));
      const of = (metric: keyof Report['audits']): number => median(reports.map(({ audits }) => audits[metric].numericValue));
      const scores = reports.map(({ categories }) => Math.round(categories.performance.score * 100));
      rows.push(
        row(
          `${page.name}: performance (${scores.join(', ')})`,
          median(scores),
          '',
          page.name === 'cart' ? 'cartPerformanceScore' : 'performanceScore',
        ),
        row(`${page.name}: FCP`, of('first-contentful-paint') / 1000, 's'),
        row(`${page.name}: LCP`, of('largest-contentful-paint') / 1000, 's', 'lcpSeconds'),
        row(`${page.name}: TBT`, of('total-blocking-time'), 'ms', 'tbtMs'),
        row(`${page.name}: CLS`, of('cumulative-layout-shift'), '', 'cls'),
        row(`${page.name}: bytes`, of('total-byte-weight') / 1024, 'KB'),
      );
    }
    printRows(`Lighthouse, ${theme}, median of ${runs}`, rows);
  }
  console.log(`\nReports: ${folder}`);
} finally {
  await shop.stop();
}
