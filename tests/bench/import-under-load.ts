/** Effect of an import on shoppers: response times of lists, alone and while a separate process imports a list. Option: --rows 20000 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findRunningPostgres } from '#packages/embedded-postgres/running-instance.ts';
import { startBenchShop } from './bench-shop.ts';
import { printRows, quantile, row } from './report.ts';
import { writeWineList } from './wine-list.ts';

const { values } = parseArgs({ options: { rows: { type: 'string', default: '20000' } } });
const rows = Number(values.rows);
const CLI = fileURLToPath(new URL('../../src/cli/cli.ts', import.meta.url));
/** Concurrent shoppers, each with a pause between pages: a normal load, not saturation. */
const SHOPPERS = 8;
const PAUSE_MS = 20;

const folder = await mkdtemp(join(tmpdir(), 'cellardoor-bench-'));
const file = join(folder, 'wines.csv');
await writeWineList(file, rows);
const shop = await startBenchShop();

/** Returns the maximum delay of the event loop in ms since the last call. */
async function lateMs(): Promise<number> {
  const text = await (await fetch(`${shop.url}/metrics`)).text();
  return 1_000 * Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1] ?? 0);
}

/** Returns the response times in ms until `isExpired`. */
async function shopping(isExpired: () => boolean): Promise<number[]> {
  const samples: number[] = [];
  const pages = ['/', '/wines', '/wines?query=shiraz', '/api/search/list?kind=wine&search=query%3Dpinot'];
  await Promise.all(
    Array.from({ length: SHOPPERS }, async (_, shopper) => {
      for (let at = shopper; !isExpired(); at += 1) {
        const began = performance.now();
        await (await fetch(`${shop.url}${pages[at % pages.length]}`)).arrayBuffer();
        samples.push(performance.now() - began);
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    }),
  );
  return samples;
}

try {
  const until = performance.now() + 10_000;
  await shopping(() => performance.now() > until - 8_000);
  await lateMs();
  const baseline = await shopping(() => performance.now() > until);
  const lateAlone = await lateMs();
  const environment = { ...process.env, DATABASE_URL: findRunningPostgres(shop.dataDir)?.connectionString ?? '', DATA_DIR: shop.dataDir };
  const child = spawn(process.execPath, [CLI, 'import', file, '--mapping', 'winemag'], {
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let isImported = false;
  const ended = once(child, 'exit').then(() => {
    isImported = true;
  });
  const during = await shopping(() => isImported);
  await ended;
  // Waits until the shop's index contains the import.
  const deadline = performance.now() + 5_000;
  const after = await shopping(() => performance.now() > deadline);
  const lateDuring = await lateMs();
  const [p99Alone, p99During] = [quantile(baseline, 0.99), quantile([...during, ...after], 0.99)];
  printRows(`Pages while ${rows.toLocaleString('en-AU')} rows are imported`, [
    row(`p99 alone (${baseline.length} answers)`, p99Alone, 'ms'),
    row(`p99 during and just after (${during.length + after.length} answers)`, p99During, 'ms'),
    row('p99 during, to that alone', p99During / p99Alone, 'times', 'importSlowdown'),
    row('event loop late at most, alone', lateAlone, 'ms'),
    row('event loop late at most, during and just after', lateDuring, 'ms'),
  ]);
} finally {
  await shop.stop();
  await rm(folder, { recursive: true, force: true });
}
