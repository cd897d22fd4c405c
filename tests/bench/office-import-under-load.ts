/**
 * An import in the office while nobody looks and shoppers browse: the shop's own processes compare and write a generated list. Prints rows,
 * time, memory of the process that works, and response times of pages alone and during the import. Option: --rows 500000
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
import { printRows, quantile, row } from './report.ts';
import { writeWineList } from './wine-list.ts';

const { values } = parseArgs({ options: { rows: { type: 'string', default: '500000' } } });
const rows = Number(values.rows);
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
let failed = 0;

/** Returns the response times of pages in ms until `isOver`. */
async function browse(isOver: () => boolean): Promise<number[]> {
  const samples: number[] = [];
  await Promise.all(
    Array.from({ length: SHOPPERS }, async (_, shopper) => {
      for (let at = shopper; !isOver(); at += 1) {
        const began = performance.now();
        const isGood = await fetch(`${shop.url}${PAGES[at % PAGES.length]}`, { signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
          async (response) => {
            await response.arrayBuffer();
            return response.ok;
          },
          () => false,
        );
        if (!isGood) failed += 1;
        samples.push(performance.now() - began);
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    }),
  );
  return samples;
}

/** Returns the most memory in MB that a process took which works on an import; 0 if none runs. */
async function workerMegabytes(): Promise<number> {
  const processes = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const read = (name: string, part: string): Promise<string> => readFile(`/proc/${name}/${part}`, 'utf8').catch(() => '');
  for (const name of processes) {
    const isWorker = (await read(name, 'cmdline')).includes('import-worker.ts') && (await read(name, 'environ')).includes(shop.dataDir);
    if (isWorker) return Number(/^VmHWM:\s+(\d+)/m.exec(await read(name, 'status'))?.[1] ?? 0) / 1024;
  }
  return 0;
}

let most = 0;
/** Waits until the shop's processes bring an import to a state. @returns the time in seconds */
async function untilState(id: number, state: ImportEntry['state']): Promise<number> {
  const began = performance.now();
  for (;;) {
    most = Math.max(most, await workerMegabytes());
    const entry = await findImport(database, id);
    if (entry?.state === state) return (performance.now() - began) / 1_000;
    if (entry === null || entry.state === 'failed') throw new Error(`The import failed: ${entry?.problem}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

try {
  const warmUntil = performance.now() + ALONE_MS / 2;
  await browse(() => performance.now() > warmUntil);
  const until = performance.now() + ALONE_MS;
  const alone = await browse(() => performance.now() > until);
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
  const browsing = browse(() => isDone);
  const mapping = await loadMapping('winemag');
  await updateImport(database, id, { kind: 'list', mapping: mapping.name, mappingJson: mapping, state: 'comparing' });
  const compared = await untilState(id, 'ready');
  await updateImport(database, id, { state: 'applying' });
  const applied = await untilState(id, 'done');
  isDone = true;
  const during = await browsing;
  const end = await findImport(database, id);
  printRows(`Import in the office of ${rows.toLocaleString('en-AU')} rows with the tab closed`, [
    row('rows written', end?.appliedRows ?? 0, 'rows'),
    row('compared in', compared, 's'),
    row('written in', applied, 's'),
    row('memory of the process at its most', most, 'MB'),
    row(`median page, alone (${alone.length} answers)`, quantile(alone, 0.5), 'ms'),
    row(`median page during the import (${during.length} answers)`, quantile(during, 0.5), 'ms'),
    row('p99 alone', quantile(alone, 0.99), 'ms'),
    row('p99 during the import', quantile(during, 0.99), 'ms'),
    row('pages that failed', failed, 'pages'),
  ]);
} finally {
  await database.close();
  await shop.stop();
  await rm(folder, { recursive: true, force: true });
}
