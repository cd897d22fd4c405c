/** `restore`: returns the embedded database to a backup and a time. The shop must not run on the folder. */
import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { forgetInstallation } from '#domains/selling/payments/port/server/payment.repository.ts';
import { openDatabase } from '#lib/db/pool.ts';
import type { DatabaseAddresses } from '#packages/embedded-postgres/addresses.ts';
import { type BackupArchive, openBackupArchive } from '#packages/embedded-postgres/backup/backup-archive.ts';
import type { BackupManifest } from '#packages/embedded-postgres/backup/backup-manifest.ts';
import { restoreBackup } from '#packages/embedded-postgres/backup/restore-backup.ts';
import { restoreInPlace } from '#packages/embedded-postgres/backup/restore-in-place.ts';
import { requireBackupLocation } from './backup.ts';
import { type Actions, CommandError, dateOption, isSet, type OfflineRun, textOption, UsageError, withOptions } from './command.ts';

/** Chooses the backup that is named, or the latest one that had ended at the time. */
async function chooseBackup(run: OfflineRun, archive: BackupArchive, time: Date | null): Promise<BackupManifest> {
  const backups = await archive.listManifests(undefined, ({ message }) => run.log(`One backup cannot be read: ${message}`));
  const id = textOption(run, 'backup');
  const found = backups.filter((backup) => (id === null ? time === null || backup.stoppedAt <= time : backup.id === id));
  const chosen = found.at(-1);
  if (chosen === undefined) {
    const [first] = backups;
    if (first === undefined) throw new CommandError(`There is no backup in ${archive.location}.`);
    throw new CommandError(
      id === null
        ? `The oldest backup in ${archive.location} ended at ${first.stoppedAt.toISOString()}. Choose a time after it.`
        : `Backup not found: ${id}. \`backup stored\` lists those in ${archive.location}.`,
    );
  }
  if (id === null && new Set(found.map(({ databaseId }) => databaseId)).size > 1)
    throw new CommandError(`${archive.location} has backups of several databases. Choose one with --backup: \`backup stored\` lists them.`);
  return chosen;
}

const PROGRESS_MS = 5_000;

/** Logs how much is restored, every few seconds. */
function createProgressLog(log: (line: string) => void): (done: number, total: number) => void {
  let last = Date.now();
  return (done, total) => {
    if (Date.now() - last < PROGRESS_MS) return;
    last = Date.now();
    log(`${Math.floor((100 * done) / Math.max(1, total))}%`);
  };
}

/** Makes a restored database an installation of its own. */
async function separateInstallation(connectionString: string): Promise<void> {
  const database = openDatabase(connectionString, 1);
  try {
    await forgetInstallation(database);
  } finally {
    await database.close();
  }
}

async function restore(run: OfflineRun): Promise<number> {
  const { config, log } = run;
  const into = textOption(run, 'into');
  if ((into === null) === !isSet(run, 'in-place'))
    throw new UsageError('Give --into with an empty folder, or --in-place to replace the database of DATA_DIR.');
  const time = dateOption(run, 'to');
  if (time !== null && time.getTime() > Date.now()) throw new UsageError('--to is in the future. Leave it out to restore everything.');
  const location = requireBackupLocation(config);
  const archive = await openBackupArchive(location);
  const backup = await chooseBackup(run, archive, time);
  log(`Restoring ${backup.id}${time === null ? ' and everything archived since' : `, and changes up to ${time.toISOString()}`}.`);
  const options = {
    archive,
    location,
    backup,
    time,
    log,
    onProgress: createProgressLog(log),
    use: ({ connectionString }: DatabaseAddresses) => separateInstallation(connectionString),
  };
  const dataDir = into === null ? config.DATA_DIR : resolve(into);
  const { lastChangeAt, formerData } =
    into === null
      ? await restoreInPlace({ ...options, dataDir })
      : { ...(await restoreBackup({ ...options, dataDir, isTemporary: false })), formerData: null };
  log(`Restored to ${dataDir}. The last change is of ${(lastChangeAt ?? backup.stoppedAt).toISOString()}.`);
  if (formerData !== null) log(`The former database is in ${formerData}. Delete it when you no longer need it.`);
  log(into === null ? 'Start the shop. It makes a new backup at once.' : `Start the shop with DATA_DIR=${dataDir}.`);
  return 0;
}

export function addRestoreCommand(program: Command, { offlineChange }: Actions): void {
  withOptions(
    program.command('restore').description(
      `Restore the embedded database from BACKUP_TARGET. Stop the shop first.
With --in-place the former database is kept in a folder beside it.`,
    ),
    new Option('--to <time>', 'moment to return to, such as 2026-11-24T10:00:00+11:00; default: everything that was archived'),
    new Option('--into <folder>', 'empty folder that becomes a DATA_DIR'),
    new Option('--in-place', 'replace the database of DATA_DIR'),
    new Option('--backup <id>', 'backup to begin with; default: the latest one before the time'),
  ).action(offlineChange({ notLogged: 'It replaces the database, with the log of that time.' }, restore));
}
