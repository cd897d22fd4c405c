import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dataFolders, queryOnce, startOwnerProcess } from '#tests/fixtures/postgres-folder.ts';
import { addresses } from './addresses.ts';
import { findPostgresBinaries } from './binaries.ts';
import { acquireClusterLock } from './cluster-lock.ts';
import { freePort } from './free-port.ts';
import { chooseAccount } from './os-user.ts';
import { readPasswords } from './passwords.ts';
import { clusterPaths } from './paths.ts';
import { processesIn } from './processes.ts';
import type { Runner } from './runner.ts';
import { launchServer } from './server-process.ts';
import { startEmbeddedPostgres } from './start.ts';
import { superviseEmbeddedPostgres } from './supervise.ts';

const folders = dataFolders();
const dataDir = folders.fresh('.data');
beforeAll(() => folders.initialise(dataDir));
afterAll(folders.remove);

const log = () => {};

function killAll(): void {
  for (const pid of processesIn(clusterPaths(dataDir).data)) process.kill(pid, 'SIGKILL');
}

/** Starts a server that is not bound to this process, as if its owner had been killed. */
async function launchUnbound(kind: Runner['kind']) {
  const paths = clusterPaths(dataDir);
  const account = chooseAccount(paths);
  const runner: Runner = account === undefined ? { kind, prefix: [] } : { kind, prefix: [], account };
  const passwords = readPasswords(paths.passwords);
  const port = await freePort();
  const lock = await acquireClusterLock(paths, log);
  const server = await launchServer({
    paths,
    binaries: findPostgresBinaries(),
    runner,
    durability: 'full',
    port,
    settings: {},
    environment: {},
    lockFd: lock.fd,
    log,
  });
  lock.release();
  if (passwords === undefined) throw new Error('the model has no passwords');
  return { server, ...addresses(passwords, port) };
}

describe('after a crash', () => {
  test('keeps every acknowledged commit if PostgreSQL is killed under writers', async () => {
    const first = await startEmbeddedPostgres({ dataDir, log });
    await queryOnce(first.connectionString, 'CREATE TABLE sale (id int PRIMARY KEY)');
    const pool = new pg.Pool({ connectionString: first.connectionString, max: 4 });
    pool.on('error', () => {});
    const acknowledged: number[] = [];
    let next = 0;
    const write = async () => {
      for (;;) {
        next += 1;
        const id = next;
        await pool.query('INSERT INTO sale VALUES ($1)', [id]);
        acknowledged.push(id);
      }
    };
    const writers = [write(), write(), write(), write()].map((writer) => writer.catch(() => {}));
    while (acknowledged.length < 200) await sleep(5);
    killAll();
    await Promise.all(writers);
    await pool.end();
    expect(await first.exited).toMatchObject({ expected: false, reason: expect.stringContaining('SIGKILL') });
    await first.stop();

    const second = await startEmbeddedPostgres({ dataDir, log });
    const saved = await queryOnce<{ id: number }>(second.connectionString, 'SELECT id FROM sale');
    await second.stop();
    const ids = new Set(saved.map((row) => row.id));
    expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
  });

  test('restarts a supervised server on its port, repeatedly, and a pool reconnects', async () => {
    const lines: string[] = [];
    const postgres = await superviseEmbeddedPostgres({ dataDir, log: (line) => lines.push(line) });
    const pool = new pg.Pool({ connectionString: postgres.connectionString, max: 1 });
    pool.on('error', () => {});
    for (const id of [1, 2]) {
      await pool.query(`CREATE TABLE mark_${id} (id int)`);
      killAll();
      await expect.poll(() => pool.query(`SELECT * FROM mark_${id}`).then(({ rows }) => rows, String)).toEqual([]);
    }
    await pool.end();
    await postgres.stop();
    await expect.poll(() => processesIn(clusterPaths(dataDir).data)).toEqual([]);
    expect(lines.filter((line) => line.startsWith('The database stopped unexpectedly: it was ended by SIGKILL.'))).toHaveLength(2);
  });

  test('does not restart a supervised server that is stopped while it is down', async () => {
    const postgres = await superviseEmbeddedPostgres({ dataDir, log });
    killAll();
    await postgres.stop();
    // Killed processes take a moment to end.
    await expect.poll(() => processesIn(clusterPaths(dataDir).data)).toEqual([]);
    await (await startEmbeddedPostgres({ dataDir, log })).stop();
  });
});

describe('server without an owner', () => {
  test('ends when its owner is killed and leaves its data to the next owner', async () => {
    const owner = await startOwnerProcess(dataDir);
    await queryOnce(owner.connectionString, 'CREATE TABLE first_wine AS SELECT 7 AS id');
    await owner.killHard();
    await expect.poll(() => processesIn(clusterPaths(dataDir).data)).toEqual([]);
    const next = await startEmbeddedPostgres({ dataDir, log });
    expect(await queryOnce(next.connectionString, 'SELECT id FROM first_wine')).toEqual([{ id: 7 }]);
    await next.stop();
  });

  test('is stopped by the next owner if it is still running', async () => {
    const orphan = await launchUnbound('plain');
    await queryOnce(orphan.connectionString, 'CREATE TABLE second_wine AS SELECT 7 AS id');
    const lines: string[] = [];
    const next = await startEmbeddedPostgres({ dataDir, log: (line) => lines.push(line) });
    await orphan.server.exited;
    expect(await queryOnce(next.connectionString, 'SELECT id FROM second_wine')).toEqual([{ id: 7 }]);
    expect(lines).toEqual([expect.stringMatching(/^PostgreSQL of an earlier run is still stopping \(process \d+\)/)]);
    await next.stop();
  });

  test('delays the next owner while a busy session of it is running', async () => {
    const orphan = await launchUnbound('plain');
    const blocker = queryOnce(orphan.connectionString, 'SELECT count(*) FROM generate_series(1, 10000000000)').catch(String);
    const session = "SELECT 1 FROM pg_stat_activity WHERE query LIKE '%generate%' AND state = 'active' AND pid <> pg_backend_pid()";
    await expect.poll(() => queryOnce(orphan.adminConnectionString, session)).toHaveLength(1);
    const [postmaster] = processesIn(clusterPaths(dataDir).data);
    if (postmaster !== undefined) process.kill(postmaster, 'SIGKILL');
    const next = await startEmbeddedPostgres({ dataDir, log });
    expect(await blocker).toMatch(/terminat/);
    await next.stop();
  });

  test('stops when its watchdog loses this process', async () => {
    const { server, connectionString } = await launchUnbound('watchdog');
    expect(await queryOnce(connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await server.stop();
    await expect.poll(() => processesIn(clusterPaths(dataDir).data)).toEqual([]);
  });
});
