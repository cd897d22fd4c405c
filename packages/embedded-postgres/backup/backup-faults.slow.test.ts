/** Backups and restores that are killed or meet a full disk. Nothing half-written counts, and the next attempt succeeds. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dataFolders, queryOnce } from '#tests/fixtures/postgres-folder.ts';
import { readDatabaseId } from '../database-id.ts';
import { clusterPaths } from '../paths.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../start.ts';
import { archiveOptions } from './archive-settings.ts';
import { type BackupArchive, type BackupLocation, openBackupArchive } from './backup-archive.ts';
import type { BackupManifest } from './backup-manifest.ts';
import { makeBaseBackup } from './base-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { restoreInPlace } from './restore-in-place.ts';
import { applyRetention } from './retention.ts';

const folders = dataFolders();
const dataDir = folders.fresh('.data');
/** A disk of its own, where this system lets tests mount one. */
const disk = folders.fresh('disk');
const location: BackupLocation = { target: join(disk, 'backups'), keys: ['k'.repeat(32)] };
const log = (): void => {};

let hasOwnDisk = false;
let shop: EmbeddedPostgres;
let archive: BackupArchive;
let databaseId: string;
let first: BackupManifest;

const startShop = (): Promise<EmbeddedPostgres> => startEmbeddedPostgres({ dataDir, log, ...archiveOptions(location) });
const backUp = (): Promise<BackupManifest> => makeBaseBackup({ dataDir, adminConnectionString: shop.adminConnectionString, archive });
const archivedUntilNow = () => queryOnce(shop.adminConnectionString, 'SELECT pg_switch_wal()');

beforeAll(async () => {
  await mkdir(disk, { mode: 0o755, recursive: true });
  hasOwnDisk = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=96m,mode=755', 'tmpfs', disk]).status === 0;
  archive = await openBackupArchive(location);
  shop = await startShop();
  databaseId = await readDatabaseId(clusterPaths(dataDir).data);
  // Random text, so that the copy takes a moment.
  await queryOnce(shop.connectionString, 'CREATE TABLE wine AS SELECT id, md5(random()::text) AS note FROM generate_series(1, 200000) id');
  first = await backUp();
});
afterAll(async () => {
  await shop?.stop();
  if (hasOwnDisk) spawnSync('umount', [disk]);
  folders.remove();
});

/** Runs a script of modules of this folder in a process of its own. */
function startScript(script: string, from = location): ChildProcess {
  const url = (name: string): string => JSON.stringify(new URL(name, import.meta.url).href);
  const head = `
    const { openBackupArchive } = await import(${url('./backup-archive.ts')});
    const { makeBaseBackup } = await import(${url('./base-backup.ts')});
    const { restoreBackup } = await import(${url('./restore-backup.ts')});
    const { restoreInPlace } = await import(${url('./restore-in-place.ts')});
    const location = ${JSON.stringify(from)};
    const archive = await openBackupArchive(location);
    const log = () => {};
    const time = null;`;
  return spawn(process.execPath, ['--input-type=module', '-e', head + script], { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Kills a process as soon as something is true. @returns false if it ended before */
async function killWhen(child: ChildProcess, isTrue: () => boolean): Promise<boolean> {
  const exited = once(child, 'exit');
  while (child.exitCode === null && !isTrue()) await sleep(1);
  const wasRunning = child.kill('SIGKILL');
  await exited;
  return wasRunning;
}

/** Names and sizes below the backups of the database. */
const filesOfBackups = (): string[] => readdirSync(join(location.target, databaseId, 'backups'), { recursive: true, encoding: 'utf8' });
const backupScript = (): string =>
  `await makeBaseBackup({ dataDir: ${JSON.stringify(dataDir)}, adminConnectionString: ${JSON.stringify(shop.adminConnectionString)}, archive });`;
const restoredNotes = async (backup: BackupManifest, name: string): Promise<number> => {
  let count = 0;
  await restoreBackup({
    archive,
    location,
    backup,
    time: null,
    dataDir: folders.fresh(name),
    isTemporary: true,
    log,
    use: async ({ connectionString }) => {
      count = (await queryOnce<{ n: number }>(connectionString, 'SELECT count(*)::int AS n FROM wine'))[0]?.n ?? 0;
    },
  });
  return count;
};

describe('a backup that is killed', () => {
  test.each([
    ['while it copies', (names: string[]) => names.some((name) => name.includes('data.tar.unfinished-'))],
    ['after the copy, before its end', (names: string[]) => names.some((name) => name.endsWith('data.tar') && !name.startsWith(first.id))],
  ])('%s counts for nothing, and the next one deletes what it has left', async (_, isThere) => {
    const before = (await archive.listManifests(databaseId)).map(({ id }) => id);
    expect(await killWhen(startScript(backupScript()), () => isThere(filesOfBackups()))).toBe(true);

    expect(filesOfBackups().some((name) => /data\.tar/.test(name) && !before.includes(name.split('/')[0] ?? ''))).toBe(true);
    expect((await archive.listManifests(databaseId)).map(({ id }) => id)).toEqual(before);
    await sleep(1_000);
    const next = await backUp();
    expect((await archive.listManifests(databaseId)).map(({ id }) => id)).toEqual([...before, next.id]);
    expect(filesOfBackups().filter((name) => /data\.tar/.test(name))).toEqual([...before, next.id].map((id) => `${id}/data.tar`));
    await archive.removeBackup(databaseId, next.id);
  });
});

describe('a full disk of the target', () => {
  const filler = join(disk, 'filler');

  test('ends a backup with what to do, keeps the former ones, and everything is archived once there is space', async ({ skip }) => {
    if (!hasOwnDisk) skip('this system lets tests mount no disk');
    spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=1M']);
    await expect(backUp()).rejects.toMatchObject({
      problem: 'disk-full',
      message: expect.stringMatching(/is full\. Free space on it, or set BACKUP_KEEP_COUNT/),
    });
    await queryOnce(shop.connectionString, "INSERT INTO wine VALUES (0, 'sold while the disk was full')");
    await archivedUntilNow();
    const failed = 'SELECT failed_count::int AS n FROM pg_stat_archiver';
    await expect.poll(async () => (await queryOnce<{ n: number }>(shop.adminConnectionString, failed))[0]?.n ?? 0).toBeGreaterThan(0);
    expect(filesOfBackups().filter((name) => /data\.tar/.test(name))).toEqual([`${first.id}/data.tar`]);
    const wal = readdirSync(join(location.target, databaseId, 'wal'));
    expect(wal.filter((name) => name.includes('unfinished'))).toEqual([]);
    expect(await readFile(clusterPaths(dataDir).log, 'utf8')).toMatch(/could not be done: The disk of .* is full/);

    rmSync(filler);
    const second = await backUp();
    rmSync(join(location.target, databaseId, 'backups', second.id), { recursive: true });
    expect(await restoredNotes(first, 'after the full disk')).toBe(200_001);
  });
});

describe('a restore that is killed', () => {
  test('into a folder cannot be started, and the same restore again succeeds', async () => {
    const into = folders.fresh('killed restore');
    const paths = clusterPaths(into);
    const script = `await restoreBackup({ archive, location, backup: (await archive.listManifests())[0], time, log, isTemporary: false, dataDir: ${JSON.stringify(into)} });`;
    expect(await killWhen(startScript(script), () => existsSync(join(paths.data, 'base')))).toBe(true);

    await expect(startEmbeddedPostgres({ dataDir: into, log })).rejects.toMatchObject({
      problem: 'data-unusable',
      message: expect.stringMatching(/has not ended, so its database is incomplete.*run it again/),
    });
    expect(await restoredNotes(first, 'killed restore')).toBeGreaterThanOrEqual(200_000);
  });

  test('while another one writes there is refused', async () => {
    const into = folders.fresh('two restores');
    const options = { archive, location, backup: first, time: null, dataDir: into, isTemporary: true, log };
    const running = restoreBackup(options);
    await expect.poll(() => existsSync(clusterPaths(into).folder)).toBe(true);
    await expect(restoreBackup(options)).rejects.toMatchObject({ problem: 'already-running' });
    await running;
  });

  test('in place leaves the former database or the restored one, never none, and the next one deletes what is left', async () => {
    const own = folders.fresh('in place');
    const from = { target: folders.fresh('backups in place'), keys: location.keys };
    await shop.stop();
    await cp(dataDir, own, { recursive: true });
    await cp(location.target, from.target, { recursive: true });
    shop = await startShop();
    const script = `await restoreInPlace({ archive, location, backup: (await archive.listManifests())[0], time, log, dataDir: ${JSON.stringify(own)} });`;
    const count = async (): Promise<number> => {
      const started = await startEmbeddedPostgres({ dataDir: own, log, ...archiveOptions(from) });
      const [row] = await queryOnce<{ n: number }>(started.connectionString, 'SELECT count(*)::int AS n FROM wine');
      await started.stop();
      return row?.n ?? 0;
    };
    const beside = (): string[] => readdirSync(own).filter((name) => name.startsWith('restore-'));
    const moments = [
      () => beside().length > 0,
      () => beside().some((name) => existsSync(join(own, name, 'postgres/data/recovery.signal'))),
      () => existsSync(join(own, 'postgres/restore-exchange')),
    ];
    for (const isThere of moments) {
      await killWhen(startScript(script, from), isThere);
      expect(await count()).toBeGreaterThanOrEqual(200_000);
    }
    const { formerData } = await restoreInPlace({
      archive: await openBackupArchive(from),
      location: from,
      backup: first,
      time: null,
      log,
      dataDir: own,
    });
    expect(formerData === null ? false : statSync(formerData).isDirectory()).toBe(true);
    expect(beside()).toEqual([]);
    expect(await count()).toBeGreaterThanOrEqual(200_000);
  });
});

describe('a backup that cannot be read', () => {
  test('hides no other one, and neither it nor any log is deleted', async () => {
    const copy = { target: folders.fresh('unreadable'), keys: location.keys };
    await cp(location.target, copy.target, { recursive: true });
    const other = await openBackupArchive(copy);
    await writeFile(
      join(copy.target, databaseId, 'backups', first.id, 'manifest.json'),
      'not a manifest, but long enough to be one of them',
    );
    await expect(other.listManifests(databaseId)).rejects.toMatchObject({ problem: 'damaged' });
    const good = { ...first, id: '20991231T000000Z', firstSegment: 'F'.repeat(24) };
    await other.putManifest(good);
    const reasons: string[] = [];
    expect(await other.listManifests(databaseId, ({ message }) => reasons.push(message))).toEqual([good]);
    expect(reasons).toEqual([expect.stringContaining(`${first.id}/manifest.json is damaged`)]);

    const segments = await other.listWal(databaseId);
    expect(await applyRetention(other, databaseId, { count: 1, days: 0 }, new Date('2100-01-01'))).toEqual({ backups: 0, walFiles: 0 });
    expect(await other.listWal(databaseId)).toEqual(segments);
    expect(existsSync(join(copy.target, databaseId, 'backups', first.id, 'data.tar'))).toBe(true);
  });
});
