/** `backup …`: what a backup script says about its backups, so that the office can warn of a missing one. */
import { type Command, Option } from 'commander';
import { insertBackupReport, listBackupReports } from '#domains/system/server/health.repository.ts';
import {
  type Actions,
  type CommandRun,
  formatMinute,
  isSet,
  jsonOption,
  printJson,
  storableOption,
  UsageError,
  withOptions,
} from './command.ts';
import { textTable } from './text-table.ts';

const RESULTS = ['ok', 'failed'] as const;
const MAX_NOTE = 300;
const MAX_LISTED = 100;

async function report(run: CommandRun): Promise<number> {
  const [given = ''] = run.args;
  const result = RESULTS.find((each) => each === given.toLowerCase());
  if (result === undefined) throw new UsageError(`The result is '${given}'. It must be one of ${RESULTS.join(', ')}.`);
  await insertBackupReport(run.database, result, storableOption(run, 'note', MAX_NOTE) ?? '');
  run.log(result === 'ok' ? 'Recorded a good backup.' : 'Recorded a failed backup. The owners of the office are alerted within a minute.');
  return 0;
}

async function list(run: CommandRun): Promise<number> {
  const reports = await listBackupReports(run.database, MAX_LISTED);
  if (isSet(run, 'json')) printJson(run, reports);
  else if (reports.length === 0) run.log('No backup was ever reported.');
  else
    run.writeStdout(
      textTable(
        ['when', 'result', 'note'],
        reports.map(({ at, result, note }) => [formatMinute(at), result, note]),
      ),
    );
  return 0;
}

export function addBackupCommands(program: Command, { change, read }: Actions): void {
  const backup = program.command('backup').description('Reports of backups, which your backup script makes');
  withOptions(
    backup
      .command('report')
      .argument('<result>', RESULTS.join(' or '))
      .description('Record how a backup ended. Run it at the end of your backup script: the office warns if a report is missing.'),
    new Option('--note <text>', 'what to know about it, such as where the copy is or why it failed'),
  ).action(change(report));
  withOptions(backup.command('list').description('List reports of backups, the latest first.'), jsonOption()).action(read(list));
}
