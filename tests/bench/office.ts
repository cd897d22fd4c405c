/**
 * The office at size: the time of every list call with every order, filter and search that its description names, the time from a click in
 * the rail to the screen, the size of its first screen, and the memory of the server with and without an hour of use.
 * Options: --offers 100000 --orders 100000 --customers 50000 --entries 500000 (of the activity log) --minutes 0 (of use, for the memory)
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { createToken, insertSession } from '#domains/staff/server/session.repository.ts';
import { openDatabase } from '#lib/db/pool.ts';
import { findRunningPostgres } from '#packages/embedded-postgres/running-instance.ts';
import { openBrowser } from '#tests/e2e/support/browser.ts';
import { generateActivity } from '#tests/fixtures/generate-activity.ts';
import { generateOrders } from '#tests/fixtures/generate-orders.ts';
import { send } from '#tests/fixtures/http.ts';
import { createTestStaff, OFFICE_HOST } from '#tests/fixtures/office.ts';
import { type BenchShop, removeData, startBenchShop } from './bench-shop.ts';
import { createShopData } from './large-shop.ts';
import { median, printRows, type Row, row } from './report.ts';
import { memoryOf } from './server-process.ts';

const options = parseArgs({
  options: {
    offers: { type: 'string', default: '100000' },
    orders: { type: 'string', default: '100000' },
    customers: { type: 'string', default: '50000' },
    entries: { type: 'string', default: '500000' },
    minutes: { type: 'string', default: '0' },
  },
}).values;
const COOKIE = 'cellardoor_office';
const RUNS = 5;
const MINUTE_MS = 60_000;
/** Calls per second of the people who use the office for the memory. */
const CALLS_PER_SECOND = 5;
/** A word of many records, one of few, and one of none. */
const SEARCHES = ['chen', 'amber hill shiraz', '1000042', 'zzzz'];

/** Opens a session of an owner. @returns its cookie */
async function signIn({ dataDir }: BenchShop): Promise<string> {
  const running = findRunningPostgres(dataDir);
  if (!running) throw new Error('The shop has no database.');
  const database = openDatabase(running.connectionString, 2);
  await generateOrders(database, { orders: Number(options.orders), customers: Number(options.customers) });
  await generateActivity(database, Number(options.entries));
  const { id } = await createTestStaff(database, { email: 'bench@shop.example', roles: ['Owner'] });
  const token = createToken();
  const details = { method: 'totp', userAgent: 'bench', ip: '127.0.0.1', isSteppedUp: true };
  await database.transaction((transaction) => insertSession(transaction, id, token, details));
  await database.execute({ text: 'vacuum (analyze)' });
  await database.close();
  return token;
}

const parameter = z.object({
  name: z.string(),
  in: z.string(),
  required: z.boolean().default(false),
  schema: z.object({ enum: z.array(z.string()).optional() }).loose(),
});
const description = z.object({
  paths: z.record(
    z.string(),
    z.object({ get: z.object({ summary: z.string(), parameters: z.array(parameter).default([]) }).optional() }).loose(),
  ),
});

interface ListCall {
  readonly what: string;
  readonly path: string;
}

/** Returns the calls of every list of the description: as it opens, in each order, with each value of a filter, and with searches. */
function listCallsOf(text: string): readonly ListCall[] {
  const { paths } = description.parse(JSON.parse(text));
  return Object.entries(paths).flatMap(([path, { get }]) => {
    const fields = get?.parameters ?? [];
    const isList = fields.some(({ name }) => name === 'cursor') && !fields.some((field) => field.in === 'path' || field.required);
    if (!isList) return [];
    const values = fields.flatMap(({ name, schema }) =>
      name === 'q' ? SEARCHES.map((value) => [name, value] as const) : (schema.enum ?? []).map((value) => [name, value] as const),
    );
    const queries = [[], ...values].map(([name, value]) => (name === undefined ? '' : `?${new URLSearchParams({ [name]: value ?? '' })}`));
    return queries.map((query) => ({ what: `${path.replace('/office/v1/', '')}${decodeURIComponent(query)}`, path: path + query }));
  });
}

/** Calls the office as the owner. @returns the milliseconds until the whole response has arrived, and its text */
async function call({ url }: BenchShop, token: string, path: string): Promise<{ readonly ms: number; readonly text: string }> {
  const began = performance.now();
  const { status, text } = await send(Number(new URL(url).port), OFFICE_HOST, 'GET', path, { cookie: `${COOKIE}=${token}` });
  if (status !== 200) throw new Error(`${path} answers ${status}: ${text.slice(0, 300)}`);
  return { ms: performance.now() - began, text };
}

/** Clicks each entry of the rail, each time from the first one. @returns rows with the median of the milliseconds until the screen is there */
async function timeScreens(page: Page): Promise<readonly Row[]> {
  const rail = page.getByRole('navigation').first();
  const names = await rail.getByRole('link').allInnerTexts();
  const rows: Row[] = [];
  for (const name of names.map((text) => text.trim()).filter(Boolean)) {
    const samples: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const other = rail.getByRole('link', { name: names[name === names[0] ? 1 : 0] ?? '' }).first();
      await other.click();
      await page.waitForLoadState('networkidle');
      samples.push(await rail.getByRole('link', { name, exact: true }).first().evaluate(untilScreen, name));
    }
    rows.push(row(`from the click to ${name}`, median(samples), 'ms', 'officeScreenMs'));
  }
  return rows;
}

/** Runs in the page: clicks a link and waits until its screen is there, without a skeleton, and painted. */
async function untilScreen(link: Element): Promise<number> {
  const before = document.querySelector('main h1')?.textContent;
  const began = performance.now();
  if (link instanceof HTMLElement) link.click();
  const painted = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  for (;;) {
    await painted();
    const heading = document.querySelector('main h1')?.textContent;
    const isBusy = document.querySelector('main [aria-busy="true"], main .skeleton') !== null;
    if (heading && heading !== before && !isBusy) return performance.now() - began;
    if (performance.now() - began > 10_000) return Number.POSITIVE_INFINITY;
  }
}

/** Returns the kilobytes (brotli) of the scripts and styles that a screen loads until it is there. */
async function sizeOf(files: ReadonlySet<string>): Promise<number> {
  const folder = join(fileURLToPath(new URL('../..', import.meta.url)), 'build/office');
  const names = new Set(await readdir(folder, { recursive: true }));
  let bytes = 0;
  for (const path of files) {
    const name = [...names].find((each) => path.endsWith(`/${each}`));
    if (name !== undefined) bytes += brotliCompressSync(await readFile(join(folder, name))).length;
  }
  return bytes / 1024;
}

const { dataDir } = await createShopData(Number(options.offers));
const shop = await startBenchShop({ dataDir });
const browser = await openBrowser();
try {
  const token = await signIn(shop);
  const atStart = await memoryOf(shop);
  const { port } = new URL(shop.url);
  const office = `http://${OFFICE_HOST}:${port}`;
  const { text } = await call(shop, token, '/office/v1/openapi.json');
  const calls = listCallsOf(text);
  const lists: Row[] = [];
  for (const { what, path } of calls) {
    const samples: number[] = [];
    for (let run = 0; run < RUNS; run += 1) samples.push((await call(shop, token, path)).ms);
    lists.push(row(what, median(samples), 'ms', 'officeListMs'));
  }
  printRows('Calls of the lists, over HTTP, median of five', lists);

  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies([{ name: COOKIE, value: token, url: office, httpOnly: true, sameSite: 'Strict' }]);
  const page = await context.newPage();
  const files = new Set<string>();
  page.on('response', (response) => void files.add(new URL(response.url()).pathname));
  await page.goto(`${office}/orders`, { waitUntil: 'networkidle' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  const first = await sizeOf(new Set([...files].filter((path) => /\.(?:js|css)$/.test(path))));
  const screens = await timeScreens(page);
  await context.close();
  printRows('Screens', [row('scripts and styles of the first screen', first, 'KB br', 'officeFirstScreenKb'), ...screens]);

  const minutes = Number(options.minutes);
  const rows = [row('memory before the office is used', atStart.resident, 'MB')];
  if (minutes > 0) {
    const end = performance.now() + minutes * MINUTE_MS;
    for (let turn = 0; performance.now() < end; turn += 1) {
      const started = performance.now();
      await call(shop, token, calls[turn % calls.length]?.path ?? '/office/v1/orders');
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, 1_000 / CALLS_PER_SECOND - (performance.now() - started))));
    }
    rows.push(row(`memory after ${minutes} min of it, ${CALLS_PER_SECOND} calls/s`, (await memoryOf(shop)).resident, 'MB'));
  } else rows.push(row('memory after these calls and screens', (await memoryOf(shop)).resident, 'MB'));
  printRows('Memory of the server', rows);
} finally {
  await browser.close();
  await shop.stop(true);
  await removeData(dataDir);
}
