/**
 * An import in the office while nobody looks and shoppers browse: the shop's own processes compare and write a generated list. Prints rows,
 * time, processor time by process, memory of the process that works, response times of pages alone and during the import, and why pages
 * failed. Options: --rows 500000, --minutes 60 after which it prints how far it came
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { loadMapping } from '#domains/catalogue/server/import/load-mapping.ts';
import { findImport, type ImportEntry, insertImport, insertPart, updateImport } from '#domains/imports/server/import.repository.ts';
import { openDatabase } from '#lib/db/pool.ts';
import { findRunningPostgres } from '#packages/embedded-postgres/running-instance.ts';
import { startBenchShop } from './bench-shop.ts';
import { cpuOf, cpuOfAll } from './cpu.ts';
import { printRows, quantile, row } from './report.ts';
import { writeWineList } from './wine-list.ts';

const { values } = parseArgs({ options: { rows: { type: 'string', default: '500000' }, minutes: { type: 'string', default: '60' } } });
const rows = Number(values.rows);
const latest = performance.now() + Number(values.minutes) * 60_000;
const PART = 720 * 1024;
/** Concurrent shoppers, each with a pause between pages: a normal load, not saturation. */
const SHOPPERS = 4;
const PAUSE_MS = 50;
const ALONE_MS = 10_000;
/** A response after this time counts as failed. */
const TIMEOUT_MS = 10_000;
const PAGES = ['/', '/wines', '/wines?query=shiraz', '/api/search/list?kind=wine&search=query%3Dpinot'];

const folder = await mkdtemp(join(tmpdir(), 'cellardoor-bench-'));
const file = join(folder, 'wines.csv');
await writeWineList(file, rows);
const shop = await startBenchShop();
const database = openDatabase(findRunningPostgres(shop.dataDir)?.connectionString ?? '', 2);
/** Pages that failed, by status or the name of the error. `TimeoutError` is the limit above. */
const failures = new Map<string, number>();

/** Returns the response times of pages in ms until `isOver`. */
async function browse(isOver: () => boolean): Promise<number[]> {
  const samples: number[] = [];
  await Promise.all(
    Array.from({ length: SHOPPERS }, async (_, shopper) => {
      for (let at = shopper; !isOver(); at += 1) {
        const began = performance.now();
        const failure = await fetch(`${shop.url}${PAGES[at % PAGES.length]}`, { signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
          async (response) => {
            await response.arrayBuffer();
            return response.ok ? null : String(response.status);
          },
          (error: unknown) => (error instanceof Error ? error.name : 'unknown error'),
        );
        if (failure !== null) failures.set(failure, (failures.get(failure) ?? 0) + 1);
        samples.push(performance.now() - began);
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    }),
  );
  return samples;
}

interface Worker {
  readonly megabytes: number;
  readonly cpuMs: number;
}

/** Returns the most memory of the process that works on an import, and its processor time; null if none runs. */
async function findWorker(): Promise<Worker | null> {
  const processes = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const read = (name: string, part: string): Promise<string> => readFile(`/proc/${name}/${part}`, 'utf8').catch(() => '');
  for (const name of processes) {
    const isWorker = (await read(name, 'cmdline')).includes('import-worker.ts') && (await read(name, 'environ')).includes(shop.dataDir);
    if (!isWorker) continue;
    const megabytes = Number(/^VmHWM:\s+(\d+)/m.exec(await read(name, 'status'))?.[1] ?? 0) / 1024;
    return { megabytes, cpuMs: cpuOf(Number(name)) };
  }
  return null;
}

/** Returns the longest delay of the shop's event loop in ms since the last call. */
async function loopDelayMs(): Promise<number> {
  const text = await (await fetch(`${shop.url}/metrics`)).text();
  return 1_000 * Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1] ?? 0);
}

/** Processor time in ms of the shop and of everything that it started: workers, index builds, database. */
const cpuNow = (): number => cpuOfAll(shop.process.pid ?? 0);

let most = 0;
let worker = 0;
/** Waits until the shop's processes bring an import to a state. @returns the time in seconds */
async function untilState(id: number, state: ImportEntry['state']): Promise<number> {
  const began = performance.now();
  let cpuMs = 0;
  for (;;) {
    const found = await findWorker();
    most = Math.max(most, found?.megabytes ?? 0);
    cpuMs = Math.max(cpuMs, found?.cpuMs ?? 0);
    const entry = await findImport(database, id);
    if (entry?.state === state || performance.now() > latest) {
      worker += cpuMs;
      return (performance.now() - began) / 1_000;
    }
    if (entry === null || entry.state === 'failed') throw new Error(`The import failed: ${entry?.problem}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

try {
  const warmUntil = performance.now() + ALONE_MS / 2;
  await browse(() => performance.now() > warmUntil);
  const until = performance.now() + ALONE_MS;
  const alone = await browse(() => performance.now() > until);
  const delayAlone = await loopDelayMs();
  const bytes = gzipSync(await readFile(file));
  const id = await database.transaction(async (transaction) => {
    const created = await insertImport(transaction, {
      file: 'wines.csv',
      actor: 'Bench',
      staffId: null,
      source: 'office',
      scheduleId: null,
    });
    for (let part = 0; part * PART < bytes.length; part += 1)
      await insertPart(transaction, created, part, bytes.subarray(part * PART, (part + 1) * PART));
    return created;
  });
  let isDone = false;
  const before = cpuNow();
  const browsing = browse(() => isDone);
  const mapping = await loadMapping('winemag');
  await updateImport(database, id, { kind: 'list', mapping: mapping.name, mappingJson: mapping, state: 'comparing' });
  const compared = await untilState(id, 'ready');
  await updateImport(database, id, { state: 'applying', progress: 0 });
  const applied = await untilState(id, 'done');
  const after = cpuNow();
  const delay = await loopDelayMs();
  isDone = true;
  const during = await browsing;
  const end = await findImport(database, id);
  printRows(`Import in the office of ${rows.toLocaleString('en-AU')} rows with the tab closed`, [
    row('rows written', end?.appliedRows ?? 0, 'rows'),
    row('compared in', compared, 's'),
    row('written in', applied, 's'),
    row(`state at the end: ${end?.state}`, end?.progress ?? 0, 'of the step'),
    row('memory of the process at its most', most, 'MB'),
    row('processor time of the process, per 1,000 rows', (worker * 1_000) / rows, 'ms'),
    row('processor time of all processes with the pages, per 1,000 rows', ((after - before) * 1_000) / rows, 'ms'),
    row('event loop of the shop late at most, alone', delayAlone, 'ms'),
    row('event loop of the shop late at most, during the import', delay, 'ms'),
    row(`median page, alone (${alone.length} answers)`, quantile(alone, 0.5), 'ms'),
    row(`median page during the import (${during.length} answers)`, quantile(during, 0.5), 'ms'),
    row('p99 alone', quantile(alone, 0.99), 'ms'),
    row('p99 during the import', quantile(during, 0.99), 'ms'),
    ...(failures.size === 0 ? [row('pages that failed', 0, 'pages')] : []),
    ...[...failures].map(([reason, pages]) => row(`pages that failed: ${reason}`, pages, 'pages')),
  ]);
} finally {
  await database.close();
  await shop.stop();
  await rm(folder, { recursive: true, force: true });
}
