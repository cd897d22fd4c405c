/** `backup …`: backups of the embedded database, and what a backup script of one's own reports. */
import { type Command, Option } from 'commander';
import type { ReportKind } from '#domains/system/model/health.ts';
import { runBackup, verifyBackup } from '#domains/system/server/backups/run-backup.ts';
import { insertBackupReport, listBackupReports } from '#domains/system/server/health.repository.ts';
import { plural } from '#lib/plural.ts';
import { backupLocation } from '#lib/server/backup-variables.ts';
import type { Config } from '#lib/server/config.ts';
import { openBackupArchive } from '#packages/embedded-postgres/backup/backup-archive.ts';
import { readDatabaseId } from '#packages/embedded-postgres/database-id.ts';
import { clusterPaths } from '#packages/embedded-postgres/paths.ts';
import { findRunningPostgres } from '#packages/embedded-postgres/running-instance.ts';
import {
  type Actions,
  CommandError,
  type CommandRun,
  formatMinute,
  isSet,
  jsonOption,
  type OfflineRun,
  printJson,
  storableOption,
  textOption,
  UsageError,
  withOptions,
} from './command.ts';
import { textTable } from './text-table.ts';

const RESULTS = ['ok', 'failed'] as const;
const MAX_NOTE = 300;
const MAX_LISTED = 100;

/** @throws CommandError if the shop makes no backups itself */
export function requireBackupLocation(config: Config) {
  const location = backupLocation(config);
  if (location !== null) return location;
  throw new CommandError(
    config.DATABASE_URL === undefined
      ? 'Set BACKUP_TARGET and BACKUP_KEY, and restart the shop.'
      : 'The shop backs up only its embedded database. Back up the PostgreSQL of DATABASE_URL with its own tools: docs/guides/back-up.md.',
  );
}

/** @returns the value of `--differences`, or null @throws UsageError if it contradicts the rest */
function readDifferences(run: CommandRun, kind: ReportKind, result: (typeof RESULTS)[number]): number | null {
  const text = textOption(run, 'differences');
  if (text === null) return null;
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--differences is '${text}'. It must be a number like 0.`);
  if (kind === 'backup') throw new UsageError('--differences needs --verification: only a restored backup can be audited.');
  if (result === 'ok' && Number(text) > 0) throw new UsageError("A verification with differences is 'failed'.");
  return Number(text);
}

async function report(run: CommandRun): Promise<number> {
  const [given = ''] = run.args;
  const result = RESULTS.find((each) => each === given.toLowerCase());
  if (result === undefined) throw new UsageError(`The result is '${given}'. It must be one of ${RESULTS.join(', ')}.`);
  const kind = isSet(run, 'verification') ? 'verification' : 'backup';
  const differences = readDifferences(run, kind, result);
  const note = storableOption(run, 'note', MAX_NOTE) ?? '';
  await insertBackupReport(run.database, result, note, { kind, differences });
  run.log(
    result === 'ok' ? `Recorded a good ${kind}.` : `Recorded a failed ${kind}. The owners of the office are alerted within a minute.`,
  );
  return 0;
}

async function list(run: CommandRun): Promise<number> {
  const reports = await listBackupReports(run.database, MAX_LISTED);
  if (isSet(run, 'json')) printJson(run, reports);
  else if (reports.length === 0) run.log('No backup was ever reported.');
  else
    run.writeStdout(
      textTable(
        ['when', 'what', 'result', 'note'],
        reports.map(({ at, kind, result, note }) => [formatMinute(at), kind, result, note]),
      ),
    );
  return 0;
}

const depsOf = ({ config, database, log }: CommandRun) => ({
  database,
  location: requireBackupLocation(config),
  dataDir: config.DATA_DIR,
  log,
});

/** @returns 1 if the audit found a difference */
async function verify(run: CommandRun): Promise<number> {
  const deps = depsOf(run);
  const databaseId = await readDatabaseId(clusterPaths(deps.dataDir).data);
  const { differences, checks, backup, lastChangeAt } = await verifyBackup(deps, databaseId);
  const changes = lastChangeAt === null ? '' : `, with changes up to ${lastChangeAt.toISOString()}`;
  run.log(
    `Restored ${backup.id}${changes}: ${plural(differences.length, 'difference')} in ${plural(checks, 'comparison')}. The copy was deleted.`,
  );
  for (const { check, subject } of differences.slice(0, MAX_LISTED)) run.writeStdout(`${check}: ${subject}`);
  return differences.length === 0 ? 0 : 1;
}

async function runCommand(run: CommandRun): Promise<number> {
  const deps = depsOf(run);
  const running = findRunningPostgres(deps.dataDir);
  if (running === null) throw new CommandError('The database isn’t running.');
  const { BACKUP_KEEP_COUNT: count, BACKUP_KEEP_DAYS: days } = run.config;
  const { backup, seconds, removedBackups } = await runBackup(deps, running.adminConnectionString, { count, days });
  run.log(`Backed up ${backup.id} to ${deps.location.target}: ${Math.ceil(backup.bytes / 1_000_000)} MB in ${plural(seconds, 'second')}.`);
  if (removedBackups > 0) run.log(`${plural(removedBackups, 'old backup')} deleted.`);
  return isSet(run, 'verify') ? verify(run) : 0;
}

async function stored(run: OfflineRun): Promise<number> {
  const archive = await openBackupArchive(requireBackupLocation(run.config));
  const manifests = await archive.listManifests(undefined, ({ message }) => run.log(`One backup cannot be read: ${message}`));
  if (isSet(run, 'json')) printJson(run, manifests);
  else if (manifests.length === 0) run.log(`There is no backup in ${archive.location}.`);
  else
    run.writeStdout(
      textTable(
        ['backup', 'restores to any time from', 'timeline', 'size', 'database'],
        manifests.map(({ id, stoppedAt, timeline, bytes, databaseId }) => [
          id,
          stoppedAt.toISOString(),
          String(timeline),
          `${Math.ceil(bytes / 1_000_000)} MB`,
          databaseId,
        ]),
      ),
    );
  return 0;
}

export function addBackupCommands(program: Command, { change, read, offline }: Actions): void {
  const backup = program.command('backup').description('Backups of the embedded database, and reports of a backup script of your own');
  withOptions(
    backup.command('run').description('Back up the running embedded database to BACKUP_TARGET now, and delete backups that are too old.'),
    new Option('--verify', 'then restore it into a scratch database and audit that'),
  ).action(change({ notLogged: 'It copies the database and changes nothing in it.' }, runCommand));
  backup
    .command('verify')
    .description('Restore the latest backup into a scratch database, audit it and delete it. Exit code 1 if there is a difference.')
    .action(change({ notLogged: 'It copies the database and changes nothing in it.' }, verify));
  withOptions(
    backup.command('stored').description('List the backups in BACKUP_TARGET, the oldest first. Works without a database.'),
    jsonOption(),
  ).action(offline(stored));
  withOptions(
    backup
      .command('report')
      .argument('<result>', RESULTS.join(' or '))
      .description('Record how a backup ended. Run it at the end of your backup script: the office warns if a report is missing.'),
    new Option('--note <text>', 'what to know about it, such as where the copy is or why it failed'),
    new Option('--verification', 'report how the backup could be restored and audited, in place of how it was made'),
    new Option('--differences <number>', 'differences that this audit found'),
  ).action(change({ notLogged: 'A backup script reports its result, which the list of reports shows.' }, report));
  withOptions(backup.command('list').description('List reports of backups, the latest first.'), jsonOption()).action(read(list));
}
