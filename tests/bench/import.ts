/**
 * Benchmark of imports: offers per second from a generated table to the database and to the search index, with processor time and
 * memory by size. Option: --rows 100000
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { catalogueFeed } from '#domains/catalogue/server/catalogue-feed.repository.ts';
import { loadMapping } from '#domains/catalogue/server/import/load-mapping.ts';
import { pictureVersion } from '#domains/catalogue/server/pictures/picture-plan.ts';
import { SearchAudience } from '#domains/discovery/search/model/search-audience.ts';
import { buildIndexInChildProcess } from '#domains/discovery/search/server/index-build-client.ts';
import { openSearchIndexes } from '#domains/discovery/search/server/index-service.ts';
import { migrate } from '#lib/db/migrate.ts';
import { openDatabase } from '#lib/db/pool.ts';
import { startEmbeddedPostgres } from '#packages/embedded-postgres/start.ts';
import { importFiles } from '#server/imports.ts';

import { cpuOf, cpuOfAll } from './cpu.ts';
import { printRows, row } from './report.ts';
import { writeWineList } from './wine-list.ts';

const { values } = parseArgs({ options: { rows: { type: 'string', default: '100000' } } });
const rows = Number(values.rows);
const folder = await mkdtemp(join(tmpdir(), 'cellardoor-bench-'));
const file = join(folder, 'wines.csv');
await writeWineList(file, rows);

const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => {} });
await migrate(postgres.connectionString);
const database = openDatabase(postgres.connectionString, 4);
const indexes = await openSearchIndexes({
  feed: catalogueFeed(database, pictureVersion),
  rebuildIndexes: buildIndexInChildProcess(postgres.connectionString, join(folder, 'search-index')),
  onError: console.error,
  everyMs: 2 ** 30,
});

const megabytes = (bytes: number): string => `${Math.round(bytes / 1_048_576)} MB`;

/** Returns a function for the processor time in ms since its last call, of this process and of the database. */
function processorTimes(): () => { own: number; database: number } {
  const now = () => ({ own: cpuOf(process.pid), database: cpuOfAll(process.pid) - cpuOf(process.pid) });
  let last = now();
  return () => {
    const is = now();
    const spent = { own: is.own - last.own, database: is.database - last.database };
    last = is;
    return spent;
  };
}

try {
  const mapping = await loadMapping('winemag');
  let most = 0;
  const run = async (notify: (accepted: number) => void) => {
    const began = performance.now();
    const { written } = await importFiles(database, {
      files: [file],
      mapping,
      rejectsFile: null,
      onProgress: ({ accepted }) => {
        most = Math.max(most, process.memoryUsage.rss());
        notify(accepted);
      },
    });
    return { seconds: (performance.now() - began) / 1000, offers: written.offer };
  };

  const spent = processorTimes();
  let sent = 0;
  const first = await run((accepted) => {
    if (accepted - sent < rows / 10) return;
    const { own, database: stored } = spent();
    const each = (ms: number) => `${((ms * 1_000) / (accepted - sent)).toFixed(0)} ms`;
    console.log(
      `to ${accepted}: processor time for 1,000 rows ${each(own)} here, ${each(stored)} in the database; ${megabytes(process.memoryUsage.rss())}`,
    );
    sent = accepted;
  });
  spent();

  const late = monitorEventLoopDelay({ resolution: 5 });
  late.enable();
  const began = performance.now();
  await indexes.refresh();
  const searchable = (performance.now() - began) / 1000;
  late.disable();
  const building = spent();
  const { nbHits } = indexes.of('AU').search({
    eligibility: new SearchAudience({ territory: 'AU', tiers: ['GUEST', 'ALL'], secret: false }),
    query: 'house 7 riesling',
  });

  const again = await run(() => {});
  const added = first.offers?.added ?? 0;
  printRows(`Import of ${rows.toLocaleString('en-AU')} rows`, [
    row(`new offers (${added})`, added / first.seconds, 'offers/s', 'importedOffersPerSecond'),
    row(
      `the same until a search finds them (${nbHits} found of ${indexes.of('AU').size})`,
      added / (first.seconds + searchable),
      'offers/s',
      'importedOffersPerSecond',
    ),
    row('processor time of the new index', building.own / 1000, 's'),
    row('event loop late at most while it is built and taken over', late.max / 1e6, 'ms'),
    row(`the same file again (${again.offers?.unchanged} as before)`, (again.offers?.unchanged ?? 0) / again.seconds, 'offers/s'),
    row('memory at its most while importing', most / 1_048_576, 'MB'),
  ]);
} finally {
  await indexes.close();
  await database.close();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
