/** `restore`: returns the embedded database to a backup and a time. The shop must not run on the folder. */
import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { renewInstallation } from '#domains/selling/payments/port/server/payment.repository.ts';
import { openDatabase } from '#lib/db/pool.ts';
import type { DatabaseAddresses } from '#packages/embedded-postgres/addresses.ts';
import { type BackupArchive, openBackupArchive } from '#packages/embedded-postgres/backup/backup-archive.ts';
import type { BackupManifest } from '#packages/embedded-postgres/backup/backup-manifest.ts';
import { restoreBackup } from '#packages/embedded-postgres/backup/restore-backup.ts';
import { formerWalFolderOf, restoreInPlace } from '#packages/embedded-postgres/backup/restore-in-place.ts';
import { canReach, isArchived, type Lineage, readLineage } from '#packages/embedded-postgres/backup/timelines.ts';
import { readTimeline } from '#packages/embedded-postgres/database-id.ts';
import { clusterPaths } from '#packages/embedded-postgres/paths.ts';
import { requireBackupLocation } from './backup.ts';
import { type Actions, CommandError, dateOption, isSet, type OfflineRun, textOption, UsageError, withOptions } from './command.ts';

interface Choice {
  readonly backup: BackupManifest;
  readonly timeline: number;
}

/** @throws UsageError */
function timelineOption(run: OfflineRun): number | null {
  const text = textOption(run, 'timeline');
  if (text !== null && !/^[1-9]\d{0,8}$/.test(text))
    throw new UsageError(`--timeline is '${text}'. \`backup stored\` lists those there are.`);
  return text === null ? null : Number(text);
}

/**
 * Reads the lineage of the timeline that is named, of the one that the database of DATA_DIR is on, or of the latest in the archive.
 * @returns it, and whether it is the latest because nothing else says which
 */
async function chooseLineage(
  run: OfflineRun,
  archive: BackupArchive,
  databaseId: string,
): Promise<{ readonly lineage: Lineage; readonly isGuess: boolean }> {
  const walFolder = await formerWalFolderOf(run.config.DATA_DIR, databaseId);
  const present = walFolder === null ? null : await readTimeline(clusterPaths(run.config.DATA_DIR).data);
  const timeline = timelineOption(run) ?? present;
  if (textOption(run, 'into') !== null && present !== null && timeline === present && !(await isArchived(archive, databaseId, present)))
    throw new CommandError(
      `The database in ${run.config.DATA_DIR} was restored and has archived nothing since. Start the shop first, or name an earlier timeline with --timeline: \`backup stored\` lists the timeline of each backup.`,
    );
  return { lineage: await readLineage(archive, databaseId, timeline, walFolder), isGuess: timeline === null };
}

/** Chooses the backup that is named, or the latest one of the timeline that had ended at the time. */
async function chooseBackup(run: OfflineRun, archive: BackupArchive, time: Date | null): Promise<Choice> {
  const backups = await archive.listManifests(undefined, ({ message }) => run.log(`One backup cannot be read: ${message}`));
  const [first] = backups;
  if (first === undefined) throw new CommandError(`There is no backup in ${archive.location}.`);
  const id = textOption(run, 'backup');
  const found = backups.filter((backup) => (id === null ? time === null || backup.stoppedAt <= time : backup.id === id));
  const [oldest] = found;
  if (oldest === undefined)
    throw new CommandError(
      id === null
        ? `The oldest backup in ${archive.location} ended at ${first.stoppedAt.toISOString()}. Choose a time after it.`
        : `Backup not found: ${id}. \`backup stored\` lists those in ${archive.location}.`,
    );
  if (id === null && new Set(found.map(({ databaseId }) => databaseId)).size > 1)
    throw new CommandError(`${archive.location} has backups of several databases. Choose one with --backup: \`backup stored\` lists them.`);
  const { lineage, isGuess } = await chooseLineage(run, archive, oldest.databaseId);
  const newest = found.at(-1) ?? oldest;
  // The database returned from the latest timeline to the one before it, and is lost.
  if (id === null && isGuess && !canReach(newest, lineage))
    throw new CommandError(
      `The latest backup, ${newest.id}, is on timeline ${newest.timeline}, and the archive has changes of timeline ${lineage.timeline}, which a restore began earlier. Choose one with --timeline: \`backup stored\` lists the timeline of each backup.`,
    );
  const backup = found.findLast((each) => canReach(each, lineage));
  if (backup !== undefined) return { backup, timeline: lineage.timeline };
  // A backup that is named, of a timeline that an earlier restore has left.
  if (id !== null && timelineOption(run) === null) return { backup: oldest, timeline: oldest.timeline };
  throw new CommandError(
    `No backup leads to timeline ${lineage.timeline}${time === null ? '' : ` and had ended at ${time.toISOString()}`}. \`backup stored\` lists the timeline of each: choose one with --timeline.`,
  );
}

/** Minutes without a change before the time to restore to, after which the command says so. */
const QUIET_MINUTES = 5;

/** A shop that runs changes its database several times a minute. */
function warnOfEarlierMoment(time: Date, lastChangeAt: Date, timeline: number, log: (line: string) => void): void {
  const minutes = Math.floor((time.getTime() - lastChangeAt.getTime()) / 60_000);
  if (minutes < QUIET_MINUTES) return;
  log(
    `Timeline ${timeline} has no change in the ${minutes} minutes before --to. If the shop was running then, an earlier restore has left what it did: \`backup stored\` lists the timelines, and --timeline restores from another one.`,
  );
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
async function renewInstallationOf(connectionString: string): Promise<void> {
  const database = openDatabase(connectionString, 1);
  try {
    await renewInstallation(database);
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
  const { backup, timeline } = await chooseBackup(run, archive, time);
  log(`Restoring ${backup.id}${time === null ? ' and everything archived since' : `, and changes up to ${time.toISOString()}`}.`);
  const options = {
    archive,
    location,
    backup,
    time,
    timeline,
    log,
    onProgress: createProgressLog(log),
    use: ({ connectionString }: DatabaseAddresses) => renewInstallationOf(connectionString),
  };
  const dataDir = into === null ? config.DATA_DIR : resolve(into);
  const { lastChangeAt, formerData } =
    into === null
      ? await restoreInPlace({ ...options, dataDir })
      : { ...(await restoreBackup({ ...options, dataDir, isTemporary: false })), formerData: null };
  const last = lastChangeAt ?? backup.stoppedAt;
  log(`Restored to ${dataDir}. The last change is of ${last.toISOString()}.`);
  if (time !== null) warnOfEarlierMoment(time, last, timeline, log);
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
    new Option(
      '--timeline <number>',
      'timeline to follow, if there were restores before; default: that of the database in DATA_DIR, or the latest',
    ),
  ).action(offlineChange({ notLogged: 'It replaces the database, with the log of that time.' }, restore));
}
