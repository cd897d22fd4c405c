/** The screens of the office in a browser: time from a navigation to the painted screen, and what each costs apart from waiting. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { SCREENS } from '#routes/office/screens.ts';
import { threadCpuMs } from './cpu.ts';
import { type DatabaseCpu, databaseCpuBetween, readDatabaseCpu } from './database-process.ts';
import { openOfficeAt, openScreen } from './office-page.ts';
import type { OfficeShop } from './office-shop.ts';
import { median, type Row, row } from './report.ts';

/** Screens that no entry of the rail or the palette opens. */
const INNER_SCREENS = ['/clubs/calendar', '/imports/schedules', '/wines/new', '/gift-cards/new', '/account'];
/** A form that is about as long as most, and the one with the longest table. */
const FORMS = ['/settings/support/AU', '/settings/identity/au-wine', '/settings/categories/wine', '/settings/dispatch/AU'];
const RUNS = 5;

/** Processor time so far of what takes part, ms. */
interface Cost {
  readonly browser: number;
  readonly server: number;
  readonly database: DatabaseCpu;
}

interface Opening {
  readonly ms: number;
  /** Processor time of the browser's main thread, of the server and of the database, ms. */
  readonly browser: number;
  readonly server: number;
  readonly database: number;
  /** Calls of the office's API. */
  readonly calls: number;
}

/** Opens each screen, each time from another one. @returns rows with the first time and the median of the times after it */
async function measureScreens(shop: OfficeShop, page: Page): Promise<readonly Row[]> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  let calls = 0;
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch') calls += 1;
  });
  const costs = async (): Promise<Cost> => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    const busy = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
    return { browser: busy * 1_000, server: threadCpuMs(shop.process.pid ?? 0), database: await readDatabaseCpu(shop.dataDir) };
  };
  const open = async (path: string): Promise<Opening> => {
    const [before, callsBefore] = [await costs(), calls];
    const ms = await page.evaluate(openScreen, path);
    // What follows the first paint is part of the cost, such as charts.
    await page.waitForLoadState('networkidle');
    const after = await costs();
    return {
      ms,
      calls: calls - callsBefore,
      browser: after.browser - before.browser,
      server: after.server - before.server,
      database: databaseCpuBetween(before.database, after.database),
    };
  };
  const rows: Row[] = [];
  for (const path of [...SCREENS.flat().map(({ to }) => to), ...INNER_SCREENS, ...FORMS]) {
    const openings: Opening[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      await open(path === '/staff/roles' ? '/orders' : '/staff/roles');
      openings.push(await open(path));
    }
    const [first, ...others] = openings;
    const typical = (of: (opening: Opening) => number): number => Math.round(median(others.map(of)));
    const cost = `${typical(({ browser }) => browser)} + ${typical(({ server }) => server)} + ${typical(({ database }) => database)}`;
    rows.push(row(`${path}, first time`, first?.ms ?? Number.NaN, 'ms', 'officeScreenMs'));
    rows.push(
      row(
        `${path}, CPU ${cost} ms, ${typical((opening) => opening.calls)} calls`,
        typical(({ ms }) => ms),
        'ms',
        'officeScreenMs',
      ),
    );
  }
  return rows;
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

/** Measures the size of the first screen and the time to each. The cost of a screen is that of the browser, the server and the database. */
export const measureOffice = (shop: OfficeShop): Promise<readonly Row[]> =>
  openOfficeAt(shop, '/orders', async (page, files) => {
    const first = await sizeOf(new Set([...files].filter((path) => /\.(?:js|css)$/.test(path))));
    return [row('scripts and styles of the first screen', first, 'KB br', 'officeFirstScreenKb'), ...(await measureScreens(shop, page))];
  });
