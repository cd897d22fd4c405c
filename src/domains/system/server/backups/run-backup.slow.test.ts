/** A backup of a shop's own database, its trial, and what retention leaves of it. */
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { migrate } from '#lib/db/migrate.ts';
import { openDatabase } from '#lib/db/pool.ts';
import { archiveOptions } from '#packages/embedded-postgres/backup/archive-settings.ts';
import { type BackupLocation, openBackupArchive } from '#packages/embedded-postgres/backup/backup-archive.ts';
import { clusterPaths } from '#packages/embedded-postgres/paths.ts';
import { startEmbeddedPostgres } from '#packages/embedded-postgres/start.ts';
import { dataFolders, queryOnce } from '#tests/fixtures/postgres-folder.ts';
import { runBackup, verifyBackup } from './run-backup.ts';

/** Changes a byte in the second page. */
async function damage(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.write(Buffer.from([255]), 0, 1, 8_192 + 8_000);
  await handle.close();
}

/** Keeps only the latest. */
const RULE = { count: 1, days: 0 };

const folders = dataFolders();
afterAll(folders.remove);

test('a backup that was restored and audited is marked, reported, and kept until the next one is', async () => {
  const log = (): void => {};
  const dataDir = folders.fresh('.data');
  const location: BackupLocation = { target: folders.fresh('backups'), keys: ['k'.repeat(44)] };
  const running = await startEmbeddedPostgres({ dataDir, log, ...archiveOptions(location) });
  const database = openDatabase(running.connectionString, 2);
  await migrate(running.connectionString, { log });
  const [deps, archive] = [{ database, location, dataDir, log }, await openBackupArchive(location)];
  const storedIds = async (): Promise<string[]> => (await archive.listManifests()).map(({ id }) => id);

  const { backup: first } = await runBackup(deps, running.adminConnectionString, RULE);
  expect(await verifyBackup(deps, first.databaseId)).toMatchObject({ differences: [], backup: { id: first.id } });
  expect(await archive.listVerified(first.databaseId)).toEqual(new Set([first.id]));

  const { backup: second } = await runBackup(deps, running.adminConnectionString, RULE);
  expect(await storedIds()).toEqual([first.id, second.id]);
  // A copy that became a shop of its own took the next timeline.
  await archive.putWal(first.databaseId, '00000002.history', Buffer.from('1\t0/1000028\tbefore 2026\n'));
  expect(await verifyBackup(deps, first.databaseId)).toMatchObject({ differences: [], backup: { id: second.id } });
  const { backup: third } = await runBackup(deps, running.adminConnectionString, RULE);
  expect(await storedIds()).toEqual([second.id, third.id]);

  const reports = await database.queryMany<{ kind: string; result: string; note: string }>({
    text: 'select kind, result, note from backup_reports order by id',
  });
  expect(reports[0]?.note).toMatch(/ It is on the same disk as the database\.$/);
  expect(reports.map(({ kind, result }) => `${kind} ${result}`)).toEqual([
    'backup ok',
    'verification ok',
    'backup ok',
    'verification ok',
    'backup ok',
  ]);
  await database.close();
  await running.stop();
}, 300_000);

test('a backup with a damaged page of a table that no audit reads is reported', async () => {
  const log = (): void => {};
  const dataDir = folders.fresh('damaged');
  const location: BackupLocation = { target: folders.fresh('damaged backups'), keys: ['k'.repeat(44)] };
  const sound = await startEmbeddedPostgres({ dataDir, log });
  await migrate(sound.connectionString, { log });
  await queryOnce(sound.connectionString, "create table note as select repeat('wine', 100) as text from generate_series(1, 100)");
  const [found] = await queryOnce<{ path: string }>(sound.connectionString, "select pg_relation_filepath('note') as path");
  await sound.stop();
  await damage(join(clusterPaths(dataDir).data, found?.path ?? ''));
  const running = await startEmbeddedPostgres({ dataDir, log, ...archiveOptions(location) });
  const database = openDatabase(running.connectionString, 2);

  const { backup } = await runBackup({ database, location, dataDir, log }, running.adminConnectionString, RULE);

  await expect(verifyBackup({ database, location, dataDir, log }, backup.databaseId)).rejects.toThrow(
    /invalid page in block 1 of relation/,
  );
  await database.close();
  await running.stop();
}, 300_000);
