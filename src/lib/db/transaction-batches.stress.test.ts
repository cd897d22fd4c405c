import { afterAll, beforeAll, expect, test } from 'vitest';
import { clusterPaths } from '#packages/embedded-postgres/paths.ts';
import { processesIn } from '#packages/embedded-postgres/processes.ts';
import { superviseEmbeddedPostgres } from '#packages/embedded-postgres/supervise.ts';
import { dataFolders, queryOnce } from '#tests/fixtures/postgres-folder.ts';
import { runs } from '#tests/stress/run-count.ts';
import { openDatabase } from './pool.ts';

const folders = dataFolders();
const dataDir = folders.fresh('.data');
beforeAll(() => folders.initialise(dataDir));
afterAll(folders.remove);

const log = () => {};
const CLIENTS = 6;

test('no confirmed transaction of a batch is lost if PostgreSQL is killed [CART-37]', async () => {
  const postgres = await superviseEmbeddedPostgres({ dataDir, log });
  // Without a flush, the log would be written when this time is over.
  await queryOnce(postgres.adminConnectionString, "ALTER SYSTEM SET wal_writer_delay = '10s'");
  await queryOnce(postgres.adminConnectionString, 'SELECT pg_reload_conf()');
  const database = openDatabase(postgres.connectionString, 4);
  await database.execute({ text: 'create table counters (client integer primary key, value integer not null)' });
  await database.execute({ text: `insert into counters select client, 0 from generate_series(0, ${CLIENTS - 1}) as client` });

  const confirmed: number[] = Array.from({ length: CLIENTS }, () => 0);
  for (let round = 0; round < runs(3); round += 1) {
    let isKilled = false;
    const clients = confirmed.map(async (_, client) => {
      while (!isKilled) {
        const row = await database
          .transaction(
            (transaction) => {
              // All wait for the same row.
              transaction.later({ text: 'update counters set value = value where client = 0' });
              return transaction.queryOne<{ value: number }>({
                text: 'update counters set value = value + 1 where client = $1 returning value',
                values: [client],
              });
            },
            { batch: 'counters' },
          )
          .catch(() => null);
        if (row) confirmed[client] = row.value;
      }
    });
    const before = confirmed[1] ?? 0;
    await expect.poll(() => confirmed[1], { interval: 1 }).toBeGreaterThan(before + 20);
    for (const pid of processesIn(clusterPaths(dataDir).data)) process.kill(pid, 'SIGKILL');
    isKilled = true;
    await Promise.all(clients);
    await expect.poll(() => database.execute({ text: 'select 1' }).catch(() => 0)).toBe(1);

    const rows = await database.queryMany<{ value: number }>({ text: 'select value from counters order by client' });
    for (const [client, { value }] of rows.entries()) expect(value, `client ${client}`).toBeGreaterThanOrEqual(confirmed[client] ?? 0);
    rows.forEach(({ value }, client) => {
      confirmed[client] = value;
    });
  }
  await database.close();
  await postgres.stop();
});
