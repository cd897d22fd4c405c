/** Import: offers a second from a generated table to the database, and memory while it goes. Argument: number of rows. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importFiles } from '../../src/app/server/import-files.ts';
import { loadMapping } from '../../src/intake/server/load-mapping.ts';
import { migrate } from '../../src/platform/server/database/migrate.ts';
import { openDatabase } from '../../src/platform/server/database/pool.ts';
import { startEmbeddedPostgres } from '../../src/platform/server/postgres/start.ts';
import { print } from './figures.ts';
import { writeWineList } from './wine-list.ts';

const rows = Number(process.argv[2] ?? 100_000);
const folder = await mkdtemp(join(tmpdir(), 'cellardoor-bench-'));
const file = join(folder, 'wines.csv');
await writeWineList(file, rows);

const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => {} });
await migrate(postgres.connectionString);
const database = openDatabase(postgres.connectionString, 4);
try {
  const mapping = await loadMapping('winemag');
  let most = 0;
  const run = async () => {
    const began = performance.now();
    const { written } = await importFiles(database, {
      files: [file],
      mapping,
      rejectsFile: null,
      onProgress: () => {
        most = Math.max(most, process.memoryUsage.rss());
      },
    });
    return { seconds: (performance.now() - began) / 1000, offers: written.offer };
  };
  const first = await run();
  const again = await run();
  print(`Import of ${rows.toLocaleString('en-AU')} rows`, [
    {
      what: `new offers (${first.offers?.added})`,
      figure: (first.offers?.added ?? 0) / first.seconds,
      unit: 'offers/s',
      budget: 5_000,
      good: 'at least',
    },
    {
      what: `the same file again (${again.offers?.unchanged} as before)`,
      figure: (again.offers?.unchanged ?? 0) / again.seconds,
      unit: 'offers/s',
    },
    { what: 'memory at its most', figure: most / 1_048_576, unit: 'MB' },
  ]);
} finally {
  await database.close();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
