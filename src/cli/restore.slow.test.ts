/** `backup stored` and `restore` as the guide has them, on a database that is backed up and stopped. */
import { spawnSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { archiveOptions } from '#packages/embedded-postgres/backup/archive-settings.ts';
import { type BackupLocation, openBackupArchive } from '#packages/embedded-postgres/backup/backup-archive.ts';
import type { BackupManifest } from '#packages/embedded-postgres/backup/backup-manifest.ts';
import { makeBaseBackup } from '#packages/embedded-postgres/backup/base-backup.ts';
import { startEmbeddedPostgres } from '#packages/embedded-postgres/start.ts';
import { readGuideBlocks, readGuideCommand, run } from '#tests/fixtures/guide-blocks.ts';
import { dataFolders, queryOnce } from '#tests/fixtures/postgres-folder.ts';

const CLI = fileURLToPath(new URL('./cli.ts', import.meta.url));
const folders = dataFolders();
const dataDir = folders.fresh('.data');
const location: BackupLocation = { target: folders.fresh('backups'), keys: ['k'.repeat(44)] };
const log = (): void => {};

let backup: BackupManifest;
/** After the first wine, before the second. */
let between: Date;

beforeAll(async () => {
  const shop = await startEmbeddedPostgres({ dataDir, log, ...archiveOptions(location) });
  await queryOnce(shop.connectionString, 'CREATE TABLE wine (id int); CREATE TABLE installations (id int)');
  const archive = await openBackupArchive(location);
  backup = await makeBaseBackup({ dataDir, adminConnectionString: shop.adminConnectionString, archive });
  await queryOnce(shop.connectionString, 'INSERT INTO wine VALUES (1)');
  await sleep(50);
  between = new Date();
  await sleep(50);
  await queryOnce(shop.connectionString, 'INSERT INTO wine VALUES (2)');
  await shop.stop();
});
afterAll(folders.remove);

/** Runs the command of an operator. */
function cli(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: dataDir, BACKUP_TARGET: location.target, BACKUP_KEY: location.keys[0], LOG_LEVEL: 'silent', ...env },
  });
  return { status, output: stdout + stderr };
}

const storedFiles = async (): Promise<readonly string[]> => (await openBackupArchive(location)).listWal(backup.databaseId);

async function winesIn(folder: string): Promise<readonly number[]> {
  const started = await startEmbeddedPostgres({ dataDir: folder, log });
  const rows = await queryOnce<{ id: number }>(started.connectionString, 'SELECT id FROM wine ORDER BY id');
  await started.stop();
  return rows.map(({ id }) => id);
}

test('lists the backups, with the time from which each restores', async () => {
  expect(cli(await readGuideCommand('back-up', 'backup stored'))).toMatchObject({
    status: 0,
    output: expect.stringMatching(new RegExp(`${backup.id} +${backup.stoppedAt.toISOString()}`)),
  });
});

test('says since when it can restore, for a time before the oldest backup', () => {
  expect(cli(['restore', '--in-place', '--to', '2020-01-01T00:00:00Z'])).toMatchObject({
    status: 1,
    output: expect.stringContaining(
      `The oldest backup in ${location.target} ended at ${backup.stoppedAt.toISOString()}. Choose a time after it.`,
    ),
  });
});

test('says which key is missing, and changes nothing', () => {
  expect(cli(['restore', '--in-place'], { BACKUP_KEY: 'x'.repeat(44) })).toMatchObject({
    status: 1,
    output: expect.stringMatching(/is encrypted with the key \S+, and the key given is \S+\. Set BACKUP_KEY, or BACKUP_KEY_PREVIOUS/),
  });
});

test('restores everything into another folder, and leaves the archive as it is', async () => {
  const everything = folders.fresh('everything');
  const before = await storedFiles();

  expect(cli(['restore', '--into', everything])).toMatchObject({
    status: 0,
    output: expect.stringContaining(`Start the shop with DATA_DIR=${everything}.`),
  });

  expect(await winesIn(everything)).toEqual([1, 2]);
  expect(await storedFiles()).toEqual(before);
});

test('restores in place to a moment and keeps the former database', async () => {
  const words = await readGuideCommand('back-up', 'restore --in-place --to');
  const { status, output } = cli(words.map((word) => (/^\d{4}-/.test(word) ? between.toISOString() : word)));

  expect(status, output).toBe(0);
  const [, former = ''] = /The former database is in (\S+)\. Delete it/.exec(output) ?? [];
  expect(former).toContain(join(dataDir, 'postgres', 'data-before-restore-'));
});

test('says that a restored database has to run before it can be copied', async () => {
  const folder = folders.fresh('too-early');

  expect(cli(['restore', '--into', folder])).toMatchObject({
    status: 1,
    output: expect.stringContaining(`The database in ${dataDir} was restored and has archived nothing since. Start the shop first`),
  });
  expect(cli(['restore', '--into', folder, '--timeline', '1'])).toMatchObject({ status: 0 });
});

test('restores what the shop did since a restore to an earlier moment', async () => {
  const shop = await startEmbeddedPostgres({ dataDir, log, ...archiveOptions(location) });
  await queryOnce(shop.connectionString, 'INSERT INTO wine VALUES (3)');
  await shop.stop();
  const folder = folders.fresh('present');

  expect(cli(['restore', '--into', folder])).toMatchObject({ status: 0 });

  expect(await winesIn(folder)).toEqual([1, 3]);
});

test('restores what an earlier restore has left, by its timeline', async () => {
  const folder = folders.fresh('left');

  expect(cli(['restore', '--into', folder, '--timeline', '1'])).toMatchObject({ status: 0 });

  expect(await winesIn(folder)).toEqual([1, 2]);
});

test('the way back in the guide puts the former database in its place', async () => {
  const [former = ''] = (await readdir(join(dataDir, 'postgres'))).filter((name) => name.startsWith('data-before-restore-'));
  const [block] = (await readGuideBlocks(['back-up'])).filter(({ text }) => text.startsWith('cd "$DATA_DIR'));
  const script = block?.text.replaceAll('before-restore-20261124T093000Z', former.replace('data-', '')) ?? '';

  const { status, output } = run('bash', ['-euo', 'pipefail', '-c', script], { DATA_DIR: dataDir });

  expect(status, output).toBe(0);
  expect(await winesIn(dataDir)).toEqual([1, 2]);
});

test('asks for the timeline if the shop went back from a later one, and its database is lost', async () => {
  const shop = await startEmbeddedPostgres({ dataDir, log, ...archiveOptions(location) });
  await makeBaseBackup({ dataDir, adminConnectionString: shop.adminConnectionString, archive: await openBackupArchive(location) });
  await shop.stop();
  const env = { DATA_DIR: folders.fresh('lost') };
  const folder = folders.fresh('again');

  expect(cli(['restore', '--into', folder], env)).toMatchObject({
    status: 1,
    output: expect.stringMatching(/is on timeline 1, and the archive has changes of timeline 2, .* Choose one with --timeline/),
  });
  expect(cli(['restore', '--into', folder, '--timeline', '1'], env)).toMatchObject({ status: 0 });

  expect(await winesIn(folder)).toEqual([1, 2]);
});
