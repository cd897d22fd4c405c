/** Backups of a database under writes, and restores of them: to the last change, to a time, and with everything that can be wrong. */
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dataFolders, queryOnce } from '#tests/fixtures/postgres-folder.ts';
import { readDatabaseId } from '../database-id.ts';
import { clusterPaths } from '../paths.ts';
import { processesIn } from '../processes.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../start.ts';
import { archiveOptions } from './archive-settings.ts';
import { type BackupArchive, type BackupLocation, openBackupArchive } from './backup-archive.ts';
import type { BackupManifest } from './backup-manifest.ts';
import { makeBaseBackup } from './base-backup.ts';
import { type RestoreOptions, restoreBackup } from './restore-backup.ts';
import { applyRetention } from './retention.ts';

const folders = dataFolders();
const dataDir = folders.fresh('shop', '.data');
const location: BackupLocation = { target: folders.fresh('backups'), keys: ['k'.repeat(32)] };
const log = (): void => {};
const killAll = (): void => {
  for (const pid of processesIn(clusterPaths(dataDir).data)) process.kill(pid, 'SIGKILL');
};

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await sleep(20);
}

let archive: BackupArchive;
let databaseId: string;
/** A backup, sales before and after a moment, and a crash while sales went on. */
let backup: BackupManifest;
let moment: Date;
let soldBefore: readonly number[];
let acknowledged: readonly number[];

const startShop = (): Promise<EmbeddedPostgres> => startEmbeddedPostgres({ dataDir, log, ...archiveOptions(location) });
const backUp = ({ adminConnectionString }: EmbeddedPostgres): Promise<BackupManifest> =>
  makeBaseBackup({ dataDir, adminConnectionString, archive });

/** Sells until it is stopped or the database is gone. @returns what was acknowledged */
function sell(connectionString: string, first: number) {
  const pool = new pg.Pool({ connectionString, max: 3 });
  pool.on('error', () => {});
  const sold: number[] = [];
  let next = first;
  let isStopped = false;
  const seller = async (): Promise<void> => {
    while (!isStopped) {
      next += 1;
      const id = next;
      await pool.query("INSERT INTO sale VALUES ($1, repeat('wine', 200))", [id]);
      sold.push(id);
    }
  };
  const sellers = Promise.all([seller(), seller(), seller()].map((each) => each.catch(() => {})));
  return {
    sold,
    async stop() {
      isStopped = true;
      await sellers;
      await pool.end();
    },
  };
}

/** Restores and returns the sales. */
async function restoredSales(name: string, options: Partial<RestoreOptions> = {}): Promise<number[]> {
  let ids: number[] = [];
  await restoreBackup({
    archive,
    location,
    backup,
    time: null,
    dataDir: folders.fresh(name),
    isTemporary: true,
    log,
    use: async ({ connectionString }) => {
      ids = (await queryOnce<{ id: number }>(connectionString, 'SELECT id FROM sale ORDER BY id')).map(({ id }) => id);
    },
    ...options,
  });
  return ids;
}

const sorted = (ids: readonly number[]): number[] => ids.toSorted((a, b) => a - b);

beforeAll(async () => {
  await folders.initialise(dataDir);
  archive = await openBackupArchive(location);
  databaseId = await readDatabaseId(clusterPaths(dataDir).data);
  const shop = await startShop();
  await queryOnce(shop.connectionString, 'CREATE TABLE sale (id int PRIMARY KEY, note text)');
  const first = sell(shop.connectionString, 0);
  await until(() => first.sold.length > 100);
  backup = await backUp(shop);
  await until(() => first.sold.length > 1_000);
  await first.stop();
  // PostgreSQL compares microseconds, so the moment lies between the sales.
  await sleep(20);
  moment = new Date();
  await sleep(20);
  soldBefore = [...first.sold];
  const second = sell(shop.connectionString, 1_000_000);
  await until(() => second.sold.length > 500);
  await queryOnce(shop.adminConnectionString, 'SELECT pg_switch_wal()');
  await until(() => second.sold.length > 1_000);
  await queryOnce(shop.adminConnectionString, 'SELECT pg_switch_wal()');
  const archived = 'SELECT archived_count::int AS n FROM pg_stat_archiver';
  await until(async () => ((await queryOnce<{ n: number }>(shop.adminConnectionString, archived))[0]?.n ?? 0) > 4);
  killAll();
  await second.stop();
  await shop.exited;
  await shop.stop();
  acknowledged = [...first.sold, ...second.sold];
});
afterAll(folders.remove);

describe('a restore after a crash', () => {
  test('has every acknowledged write if the disk is still there', async () => {
    const formerWalFolder = join(clusterPaths(dataDir).data, 'pg_wal');
    const sales = await restoredSales('everything', { formerWalFolder });
    expect(acknowledged.filter((id) => !sales.includes(id))).toEqual([]);
  });

  test('has what was archived if the disk is gone', async () => {
    const sales = await restoredSales('archived');
    expect(soldBefore.filter((id) => !sales.includes(id))).toEqual([]);
    expect(sales.length).toBeGreaterThan(soldBefore.length);
  });

  test('returns to a moment: with every write before it, and none after it', async () => {
    expect(await restoredSales('moment', { time: moment })).toEqual(sorted(soldBefore));
  });

  test('leaves a database that runs, is backed up again and is restored from both timelines', async () => {
    const own = folders.fresh('next shop');
    const next = { target: folders.fresh('next backups'), keys: location.keys };
    await cp(location.target, next.target, { recursive: true });
    const nextArchive = await openBackupArchive(next);
    await restoredSales('next shop', { time: moment, location: next, archive: nextArchive, isTemporary: false });
    const shop = await startEmbeddedPostgres({ dataDir: own, log, ...archiveOptions(next) });
    await queryOnce(shop.connectionString, "INSERT INTO sale VALUES (9000000, 'after the restore')");
    await shop.stop();
    const names = await nextArchive.listWal(databaseId);
    expect(names.filter((name) => name.startsWith('00000002'))).not.toEqual([]);
    const sales = await restoredSales('once more', { archive: nextArchive, location: next });
    expect(sales).toEqual(sorted([...soldBefore, 9_000_000]));
  });
});

describe('a restore that cannot be', () => {
  /** Restores from a copy of the backups that something was done to. */
  async function fromCopy(
    name: string,
    spoil: (folder: string) => Promise<unknown>,
    options: Partial<RestoreOptions> = {},
  ): Promise<unknown> {
    const copy = { target: folders.fresh(`backups of ${name}`), keys: location.keys };
    await cp(location.target, copy.target, { recursive: true });
    await spoil(join(copy.target, databaseId));
    return restoredSales(name, { archive: await openBackupArchive(copy), location: copy, ...options }).catch((error: unknown) => error);
  }
  const damage = async (file: string): Promise<void> => {
    const content = await readFile(file);
    content[Math.floor(content.length / 2)] = (content[Math.floor(content.length / 2)] ?? 0) ^ 1;
    await writeFile(file, content);
  };
  const segmentAfter = async (): Promise<string> =>
    (await archive.listWal(databaseId)).find((name) => name.length === 24 && name > backup.lastSegment) ?? '';

  test('with another key names both keys', async () => {
    const other = { ...location, keys: ['x'.repeat(32)] as const };
    await expect((await openBackupArchive(other)).listManifests()).rejects.toMatchObject({ problem: 'wrong-key' });
  });

  test('with damaged data says so and leaves no folder', async () => {
    const error = await fromCopy('damaged data', (folder) => damage(join(folder, 'backups', backup.id, 'data.tar')));
    expect(error).toMatchObject({ problem: 'damaged', message: expect.stringContaining('data.tar is damaged or incomplete') });
    expect(existsSync(clusterPaths(folders.fresh('damaged data')).folder)).toBe(false);
  });

  test('with a damaged segment says which', async () => {
    const segment = await segmentAfter();
    expect(await fromCopy('damaged log', (folder) => damage(join(folder, 'wal', segment)))).toMatchObject({
      problem: 'recovery-failed',
      message: expect.stringContaining(`${segment} is damaged or incomplete`),
    });
  });

  test('without a segment in the middle says which, and that a time before it is possible', async () => {
    const segment = await segmentAfter();
    expect(await fromCopy('gap', (folder) => rm(join(folder, 'wal', segment)))).toMatchObject({
      problem: 'missing-wal',
      message: expect.stringMatching(new RegExp(`gap: ${segment} is missing.*--to`)),
    });
  });

  test('without a segment of the backup itself asks for another backup', async () => {
    expect(await fromCopy('useless', (folder) => rm(join(folder, 'wal', backup.lastSegment)), { time: moment })).toMatchObject({
      problem: 'missing-wal',
      message: expect.stringMatching(/can’t be restored without it.*--backup/),
    });
  });

  test('to a time after the archive says where it ends', async () => {
    expect(await fromCopy('too late', async () => {}, { time: new Date(Date.now() + 3_600_000) })).toMatchObject({
      problem: 'missing-wal',
      message: expect.stringMatching(/The archive ends before .*The last change in it is of 20\d\d-/),
    });
  });

  test('to a time before the backup says when it ended', async () => {
    const time = new Date(backup.startedAt.getTime() - 1_000);
    await expect(restoredSales('too early', { time })).rejects.toMatchObject({ problem: 'no-backup' });
  });

  test('into a folder with a database leaves it alone', async () => {
    await expect(restoreBackup({ archive, location, backup, time: null, dataDir, isTemporary: true, log })).rejects.toMatchObject({
      problem: 'not-empty',
    });
    expect(existsSync(clusterPaths(dataDir).data)).toBe(true);
  });
});

describe('a backup', () => {
  test('is refused while the server does not archive', async () => {
    const plain = await startEmbeddedPostgres({ dataDir: folders.fresh('plain'), durability: 'none', log });
    const refused = makeBaseBackup({ dataDir: folders.fresh('plain'), adminConnectionString: plain.adminConnectionString, archive });
    await expect(refused).rejects.toMatchObject({ problem: 'not-archiving', message: expect.stringContaining('BACKUP_TARGET') });
    await plain.stop();
  });

  test('that was interrupted counts for nothing and is removed by the next one, and old ones are removed with their log', async () => {
    const shop = await startShop();
    const manifests = () => archive.listManifests(databaseId);
    const broken = { ...archive, putData: () => Promise.reject(new Error('the process was killed')) };
    await expect(makeBaseBackup({ dataDir, adminConnectionString: shop.adminConnectionString, archive: broken })).rejects.toThrow('killed');
    const leftover = join(location.target, databaseId, 'backups', '20200101T000000Z');
    await mkdir(leftover, { recursive: true });
    await writeFile(join(leftover, 'data.tar'), 'half');
    expect(await manifests()).toHaveLength(1);
    const second = await backUp(shop);
    expect(await readdir(leftover)).toEqual([]);
    expect((await manifests()).map(({ id }) => id)).toEqual([backup.id, second.id]);

    expect(await applyRetention(archive, databaseId, { count: 1, days: 7 }, new Date())).toMatchObject({ backups: 0 });
    expect(await manifests()).toHaveLength(2);
    const removed = await applyRetention(archive, databaseId, { count: 1, days: 7 }, new Date(Date.now() + 8 * 24 * 3_600_000));
    expect(removed.backups).toBe(1);
    expect(removed.walFiles).toBeGreaterThan(2);
    expect((await archive.listWal(databaseId)).every((name) => name.slice(0, 24) >= second.firstSegment)).toBe(true);
    await shop.stop();
    const sales = await restoredSales('second', { backup: second });
    expect(acknowledged.filter((id) => !sales.includes(id))).toEqual([]);
  });

  test('does not mix two databases, and takes the same file twice', async () => {
    await archive.putWal('1', '000000010000000000000001', Buffer.from('wine'));
    await archive.putWal('1', '000000010000000000000001', Buffer.from('wine'));
    await expect(archive.putWal('1', '000000010000000000000001', Buffer.from('beer'))).rejects.toMatchObject({ problem: 'different-wal' });
  });
});
