/**
 * Benchmark of an import in the office: rows per second of comparison and import of a generated list, memory, and the time of the list's
 * statements at that size. Option: --rows 500000
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { loadMapping } from '#domains/catalogue/server/import/load-mapping.ts';
import { findImport, insertImport, insertPart, updateImport } from '#domains/imports/server/import.repository.ts';
import { countRows, listRows, type RowFilter, type RowSort } from '#domains/imports/server/import-row.repository.ts';
import { workOnImport } from '#domains/imports/server/work-imports.ts';
import { migrate } from '#lib/db/migrate.ts';
import { openDatabase } from '#lib/db/pool.ts';
import { perMarket } from '#markets/market.ts';
import { startEmbeddedPostgres } from '#packages/embedded-postgres/start.ts';
import { IMPORT_TARGET } from '#server/record-types.ts';
import { printRows, row } from './report.ts';
import { writeWineList } from './wine-list.ts';

const { values } = parseArgs({ options: { rows: { type: 'string', default: '500000' } } });
const rows = Number(values.rows);
const PART = 720 * 1024;
const EXACT = 10_001;
const PAGE = 61;
const folder = await mkdtemp(join(tmpdir(), 'cellardoor-bench-'));
const file = join(folder, 'wines.csv');
await writeWineList(file, rows);
const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => {} });
await migrate(postgres.connectionString);
const database = openDatabase(postgres.connectionString, 4);

try {
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
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 200);
  const work = async (state: 'comparing' | 'applying'): Promise<number> => {
    await updateImport(database, id, { state });
    const began = performance.now();
    await workOnImport({ database, target: IMPORT_TARGET, taxPercent: () => perMarket(() => 10) }, id);
    return (performance.now() - began) / 1000;
  };
  await updateImport(database, id, { kind: 'list', mapping: 'winemag', mappingJson: await loadMapping('winemag') });
  const compared = await work('comparing');
  const filter = (change: Partial<RowFilter>): RowFilter => ({
    importId: id,
    outcomes: null,
    words: [],
    minChange: null,
    maxChange: null,
    ...change,
  });
  const timed = async (sort: RowSort, change: Partial<RowFilter>): Promise<number> => {
    let best = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const began = performance.now();
      await Promise.all([listRows(database, filter(change), sort, null, PAGE), countRows(database, filter(change), EXACT)]);
      best = Math.min(best, performance.now() - began);
    }
    return best;
  };
  const all = await timed('line', {});
  const fresh = await timed('line', { outcomes: ['new'] });
  const searched = await timed('line', { words: ['block', '4711'] });
  const applied = await work('applying');
  clearInterval(timer);
  const end = await findImport(database, id);
  printRows(`Import in the office of ${rows.toLocaleString('en-AU')} rows (${end?.state})`, [
    row('compared', rows / compared, 'rows/s'),
    row(`applied (${end?.appliedRows})`, (end?.appliedRows ?? 0) / applied, 'rows/s'),
    row('memory at its most', most / 1_048_576, 'MB'),
    row('first page of all rows, with the total', all, 'ms'),
    row('first page of new rows', fresh, 'ms'),
    row('search', searched, 'ms'),
  ]);
} finally {
  await database.close();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
