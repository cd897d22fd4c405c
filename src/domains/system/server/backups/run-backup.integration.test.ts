/** A backup of a shop's own database, its trial, and what retention leaves of it. */
import { afterAll, expect, test } from 'vitest';
import { migrate } from '#lib/db/migrate.ts';
import { openDatabase } from '#lib/db/pool.ts';
import { archiveOptions } from '#packages/embedded-postgres/backup/archive-settings.ts';
import { type BackupLocation, openBackupArchive } from '#packages/embedded-postgres/backup/backup-archive.ts';
import { startEmbeddedPostgres } from '#packages/embedded-postgres/start.ts';
import { dataFolders } from '#tests/fixtures/postgres-folder.ts';
import { runBackup, verifyBackup } from './run-backup.ts';

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
  await verifyBackup(deps, first.databaseId);
  const { backup: third } = await runBackup(deps, running.adminConnectionString, RULE);
  expect(await storedIds()).toEqual([second.id, third.id]);

  const reports = await database.queryMany<{ kind: string; result: string }>({
    text: 'select kind, result from backup_reports order by id',
  });
  expect(reports.map(({ kind, result }) => `${kind} ${result}`)).toEqual([
    'backup ok',
    'verification ok',
    'backup ok',
    'verification ok',
    'backup ok',
  ]);
  await database.close();
  await running.stop();
}, 120_000);
