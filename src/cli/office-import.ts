/** `import show`, `import start` and so on: what staff do in the office with imports and schedules. */
import type { Command } from 'commander';
import { IMPORT_STATE_LABELS, OUTCOME_LABELS } from '#domains/imports/messages/office.ts';
import { OUTCOMES } from '#domains/imports/model/import-state.ts';
import { requestCancel, requestStart, requestUndo } from '#domains/imports/server/change-import.ts';
import { findImport, type ImportEntry } from '#domains/imports/server/import.repository.ts';
import { listRows } from '#domains/imports/server/import-row.repository.ts';
import { viewImport } from '#domains/imports/server/import-view.ts';
import { runScheduleNow } from '#domains/imports/server/run-schedules.ts';
import { lastImports, listSchedules } from '#domains/imports/server/schedule.repository.ts';
import { workOnImport } from '#domains/imports/server/work-imports.ts';
import { recordActivity } from '#domains/staff/server/activity.repository.ts';
import type { Failure, Success } from '#lib/result.ts';
import { perMarket } from '#markets/market.ts';
import { IMPORT_TARGET } from '#server/record-types.ts';
import {
  type Actions,
  actorOptions,
  CommandError,
  type CommandHandler,
  type CommandRun,
  commandActor,
  formatMinute,
  isSet,
  jsonOption,
  openRunSettings,
  printJson,
  UsageError,
  withOptions,
} from './command.ts';
import { textTable } from './text-table.ts';

const MAX_REJECTED = 20;

/** Returns the number that a command names. @throws UsageError */
export function numberArgument({ args: [text = ''] }: CommandRun, command: string): number {
  const id = Number(text);
  if (!Number.isSafeInteger(id) || id < 1) throw new UsageError(`Give a number: ${command} 12`);
  return id;
}

/** Returns an import. @throws CommandError if there is none */
async function readEntry({ database }: CommandRun, id: number): Promise<ImportEntry> {
  const entry = await findImport(database, id);
  if (entry === null) throw new CommandError(`Import not found: ${id}.`);
  return entry;
}

/** Passes on a request, or throws why it was refused. */
function accept(id: number, result: Success<unknown> | Failure): void {
  if (result.ok) return;
  throw new CommandError(result.code === 'not_found' ? `Import not found: ${id}.` : String(result.values.reason ?? result.code));
}

/** Works on an import in this process, unless a running shop does. */
async function work(run: CommandRun, id: number): Promise<ImportEntry> {
  const { database } = run;
  const settings = await openRunSettings(run);
  try {
    const { terms } = settings.current();
    const deps = { database, target: IMPORT_TARGET, taxPercent: () => perMarket((market) => terms[market].taxPercent) };
    if (!(await workOnImport(deps, id))) run.log(`A running shop works on import ${id}.`);
  } finally {
    settings.close();
  }
  return readEntry(run, id);
}

function describe(run: CommandRun, { id, state, file, problem, appliedRows, difference }: ImportEntry): void {
  run.writeStdout(`Import ${id}, ${file}: ${IMPORT_STATE_LABELS[state]}`);
  if (problem !== '') run.writeStdout(problem);
  if (difference !== null) run.writeStdout(OUTCOMES.map((outcome) => `${OUTCOME_LABELS[outcome]}: ${difference[outcome]}`).join(', '));
  if (appliedRows > 0) run.writeStdout(`Rows written: ${appliedRows}`);
}

async function show(run: CommandRun): Promise<number> {
  const entry = await readEntry(run, numberArgument(run, 'import show'));
  const filter = { importId: entry.id, outcomes: ['rejected' as const], words: [], minChange: null, maxChange: null };
  const rejected = await listRows(run.database, filter, 'line', null, MAX_REJECTED);
  if (isSet(run, 'json')) {
    const { sample: _, choices: __, ...shown } = await viewImport(run.database, entry);
    printJson(run, { ...shown, rejectedRows: rejected.map(({ line, columnName, reason }) => ({ line, column: columnName, reason })) });
    return 0;
  }
  describe(run, entry);
  for (const notice of entry.notices) run.writeStdout(notice);
  if (rejected.length > 0)
    run.writeStdout(
      textTable(
        ['line', 'column', 'reason'],
        rejected.map(({ line, columnName, reason }) => [line, columnName ?? '', reason ?? '']),
      ),
    );
  if (entry.rejected > rejected.length) run.log(`These are the first ${rejected.length} of ${entry.rejected} rejected rows.`);
  return 0;
}

async function start(run: CommandRun): Promise<number> {
  const id = numberArgument(run, 'import start');
  const requested = await requestStart(run.database, commandActor(run), { id });
  accept(id, requested);
  const entry = await work(run, id);
  describe(run, entry);
  return entry.state === 'failed' ? 1 : 0;
}

async function stop(run: CommandRun): Promise<number> {
  const id = numberArgument(run, 'import stop');
  accept(id, await requestCancel(run.database, commandActor(run), { id }));
  run.log(`Import ${id} stops after its current batch.`);
  return 0;
}

/** Undoes an import of the office. @returns what was undone @throws CommandError if it cannot be */
export async function undoOfficeImport(run: CommandRun, id: number): Promise<NonNullable<ImportEntry['undo']>> {
  accept(id, await requestUndo(run.database, commandActor(run), { id }));
  const { undo, problem } = await work(run, id);
  if (undo === null) throw new CommandError(problem || `Import ${id} is being undone by a running shop.`);
  return undo;
}

async function schedules(run: CommandRun): Promise<number> {
  const [entries, imports] = await Promise.all([listSchedules(run.database), lastImports(run.database)]);
  const last = new Map(imports.map((one) => [one.scheduleId, one]));
  if (isSet(run, 'json'))
    printJson(
      run,
      entries.map(({ credentials: _, credentialsKeyId: __, staffId: ___, version: ____, ...schedule }) => ({
        ...schedule,
        lastImport: last.get(schedule.id)?.id ?? null,
      })),
    );
  else if (entries.length === 0) run.log('There are no schedules. Create them in the office under Imports, Schedules.');
  else
    run.writeStdout(
      textTable(
        ['number', 'name', 'supplier', 'next', 'last import', 'problem'],
        entries.map(({ id, name, supplier, nextRunAt, lastProblem }) => [
          id,
          name,
          supplier,
          nextRunAt === null ? 'off' : formatMinute(nextRunAt),
          last.get(id)?.id ?? '',
          lastProblem,
        ]),
      ),
    );
  return 0;
}

async function runSchedule(run: CommandRun): Promise<number> {
  const id = numberArgument(run, 'import run-schedule');
  const { database, config } = run;
  const importId = await runScheduleNow({ database, folder: config.IMPORT_WATCH_DIR ?? null }, id);
  if (importId === null) throw new CommandError(`Schedule not found: ${id}.`);
  await database.transaction((transaction) =>
    recordActivity(transaction, commandActor(run), {
      action: 'import_schedule.run',
      subject: { kind: 'import_schedule', id },
      after: { importId },
    }),
  );
  const entry = await work(run, importId);
  describe(run, entry);
  if (entry.state === 'held') run.log(`Look at it in the office, or import it: npm run cli -- import start ${importId}`);
  return entry.state === 'failed' ? 1 : 0;
}

/** Adds the commands to the group `import`. @param asBatch lowers the priority of long work */
export function addOfficeImportCommands(
  importing: Command,
  { change, read }: Actions,
  asBatch: (handler: CommandHandler) => CommandHandler,
): void {
  const numbered = (name: string): Command => importing.command(name).argument('<number>', 'number of the import');
  withOptions(
    numbered('show').description('Show an import: its state, its difference to the shop and its rejected rows.'),
    jsonOption(),
  ).action(read(show));
  withOptions(
    numbered('start').description('Write a compared import of the office to the shop, also one that was held or stopped.'),
    ...actorOptions(),
  ).action(change(['import.started'], asBatch(start)));
  withOptions(
    numbered('stop').description('Stop a comparison or an import of the office after its current batch.'),
    ...actorOptions(),
  ).action(change(['import.cancel_requested'], stop));
  withOptions(
    importing.command('schedules').description('List the schedules by which files are fetched and imported.'),
    jsonOption(),
  ).action(read(schedules));
  withOptions(
    importing
      .command('run-schedule')
      .argument('<number>', 'number of the schedule')
      .description('Fetch the file of a schedule now and import it, unless it is held.'),
    ...actorOptions(),
  ).action(change(['import_schedule.run'], asBatch(runSchedule)));
}
