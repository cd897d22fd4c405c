import { cpSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dataFolders, queryOnce, startOwnerProcess } from '#tests/fixtures/postgres-folder.ts';
import { openCluster } from './cluster.ts';
import { clusterPaths } from './paths.ts';
import { processesIn } from './processes.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start.ts';

const folders = dataFolders();
/** Data directory with a cluster that is initialised and not running at the beginning and end of each test. */
const usual = folders.fresh('usual');
beforeAll(() => folders.initialise(usual));
afterAll(folders.remove);

const log = () => {};
const isRoot = process.getuid?.() === 0;
const start = (dataDir: string) => startEmbeddedPostgres({ dataDir, log });

async function serving<T>(dataDir: string, work: (postgres: EmbeddedPostgres) => Promise<T>): Promise<T> {
  const postgres = await start(dataDir);
  try {
    return await work(postgres);
  } finally {
    await postgres.stop();
  }
}

describe('first and later starts', () => {
  test('keeps data and roles after a stop, in a directory with spaces and a path too long for a socket', async () => {
    const dataDir = folders.fresh('a wine shop', 'x'.repeat(150), '.data');
    await serving(dataDir, ({ connectionString }) => queryOnce(connectionString, 'CREATE TABLE wine AS SELECT 7 AS id'));
    const rows = await serving(dataDir, ({ connectionString }) =>
      queryOnce(
        connectionString,
        'SELECT id, current_user AS who, (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS super FROM wine',
      ),
    );
    expect(rows).toEqual([{ id: 7, who: 'cellardoor', super: false }]);
  });

  test('denies other users access to data and passwords', async () => {
    const { data, folder, passwords } = clusterPaths(usual);
    const modes = [folder, data, passwords].map((path) => (statSync(path).mode & 0o777).toString(8));
    expect(modes).toEqual(['700', '700', '600']);
  });

  test('leaves no process after a stop, allows a second stop, and releases the directory', async () => {
    const postgres = await start(usual);
    expect(processesIn(clusterPaths(usual).data)).not.toEqual([]);
    await postgres.stop();
    await postgres.stop();
    await expect.poll(() => processesIn(clusterPaths(usual).data)).toEqual([]);
    expect(await postgres.exited).toEqual({ expected: true, reason: 'it ended with code 0.' });
    await serving(usual, async () => {});
  });

  test('recovers from an interrupted first start', async () => {
    const dataDir = folders.fresh('cut short');
    const { folder } = clusterPaths(dataDir);
    mkdirSync(join(folder, 'data-new-0000'), { recursive: true });
    writeFileSync(join(folder, 'data-new-0000', 'PG_VERSION'), '');
    await serving(dataDir, ({ connectionString }) => queryOnce(connectionString, 'SELECT 1'));
    expect(statSync(join(folder, 'data-new-0000'), { throwIfNoEntry: false })).toBeUndefined();
  });

  test.runIf(isRoot)('runs PostgreSQL as another user if root starts it below a directory only root can enter', async () => {
    const closed = folders.fresh('home of root');
    mkdirSync(closed, { mode: 0o700 });
    const dataDir = join(closed, '.data');
    renameSync(usual, dataDir);
    await serving(dataDir, async ({ connectionString }) => {
      expect(await queryOnce(connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
      const [pid] = processesIn(clusterPaths(dataDir).data);
      expect(statSync(`/proc/${pid}`).uid).not.toBe(0);
    });
    renameSync(dataDir, usual);
  });

  test.runIf(isRoot)('returns a data directory that root copied to its user', async () => {
    const dataDir = folders.fresh('copied by root');
    cpSync(usual, dataDir, { recursive: true });
    const { data } = clusterPaths(dataDir);
    expect([statSync(data).uid, statSync(data).mode & 0o777]).toEqual([0, 0o755]);
    await serving(dataDir, ({ connectionString }) => queryOnce(connectionString, 'SELECT 1'));
    expect([statSync(data).uid === 0, statSync(data).mode & 0o777]).toEqual([false, 0o700]);
  });
});

describe('ignores the content of postmaster.pid', () => {
  test.each([
    ['nothing', () => ''],
    ['no number', () => 'wine\n'],
    ['a process long gone', () => `4194000\n`],
    ['a living process of someone else', () => `${process.pid}\n`],
  ])('%s', async (_name, content) => {
    const { data, postmasterPid } = clusterPaths(usual);
    writeFileSync(postmasterPid, `${content()}${data}\n1\n5432\n\n127.0.0.1\n  1 1\nready\n`);
    const rows = await serving(usual, ({ connectionString }) => queryOnce(connectionString, 'SELECT 1 AS one'));
    expect(rows).toEqual([{ one: 1 }]);
  });
});

describe('errors with instructions', () => {
  test('rejects a directory that another process uses without disturbing it', async () => {
    const owner = await startOwnerProcess(usual);
    await expect(start(usual)).rejects.toMatchObject({
      problem: 'already-running',
      message: expect.stringMatching(
        /^The shop is already running on the data folder .*usual \(process \d+\): stop it first, or set DATA_DIR/,
      ),
    });
    expect(await queryOnce(owner.connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await owner.killHard();
  });

  test.each([
    ['lost passwords', (dataDir: string) => rmSync(clusterPaths(dataDir).passwords), /passwords of the database are missing/],
    ['damaged passwords', (dataDir: string) => writeFileSync(clusterPaths(dataDir).passwords, '{'), /passwords\.json is damaged/],
    [
      'another version',
      (dataDir: string) => writeFileSync(join(clusterPaths(dataDir).data, 'PG_VERSION'), '16\n'),
      /made by PostgreSQL 16;.*DATABASE_URL/,
    ],
    ['no database', (dataDir: string) => rmSync(join(clusterPaths(dataDir).data, 'PG_VERSION')), /holds no database/],
  ])('%s', async (name, spoil, message) => {
    const dataDir = folders.fresh(name);
    const { data, passwords } = clusterPaths(dataDir);
    mkdirSync(data, { recursive: true });
    writeFileSync(join(data, 'PG_VERSION'), '18\n');
    writeFileSync(passwords, '{"admin":"a","app":"b"}\n');
    spoil(dataDir);
    await expect(start(dataDir)).rejects.toMatchObject({ problem: 'data-unusable', message: expect.stringMatching(message) });
    await expect(start(dataDir), 'the lock was given up').rejects.toMatchObject({ problem: 'data-unusable' });
  });

  test('rejects a file in place of the directory', async () => {
    const dataDir = folders.fresh('a file', '.data');
    mkdirSync(dirname(dataDir), { recursive: true });
    writeFileSync(dataDir, '');
    await expect(start(dataDir)).rejects.toMatchObject({
      problem: 'no-permission',
      message: expect.stringMatching(/DATA_DIR.*DATABASE_URL/),
    });
  });

  test('rejects a port that is in use', async () => {
    const cluster = await openCluster({ dataDir: usual, log });
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    await expect(cluster.launch(port)).rejects.toMatchObject({ problem: 'port-taken' });
    other.close();
    await (await cluster.launch(port)).stop();
    cluster.close();
  });

  test('rejects a relative path', async () => {
    await expect(start('.data')).rejects.toThrow(RangeError);
  });
});
