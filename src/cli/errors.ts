/** `errors …`: errors that browsers and servers reported. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { dropGroups, listGroups, noticesOf } from '#domains/outbound/error-reports/server/error-group.repository.ts';
import { createSourceMapResolver } from '#domains/outbound/error-reports/server/source-maps.ts';
import { recordActivity } from '#domains/staff/server/activity.repository.ts';
import { type Actions, actorOption, type CommandRun, commandActor, formatMinute, UsageError, withOptions } from './command.ts';
import { textTable } from './text-table.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MAX_GROUPS = 50;

async function list({ database, log, writeStdout }: CommandRun): Promise<number> {
  const groups = await listGroups(database, MAX_GROUPS);
  if (groups.length === 0) {
    log('No errors were reported.');
    return 0;
  }
  writeStdout(
    textTable(
      ['id', 'count', 'last', 'source', 'error'],
      groups.map((group) => [
        group.fingerprint.slice(0, 8),
        String(group.occurrences),
        formatMinute(group.last_seen),
        group.source,
        `${group.class}: ${group.message}`.slice(0, 100),
      ]),
    ),
  );
  return 0;
}

function readGroupId({ args }: CommandRun): string {
  const [id = ''] = args;
  if (!/^[0-9a-f]{4,16}$/.test(id)) throw new UsageError('Give the id of a group, as `errors list` shows it.');
  return id;
}

async function show(run: CommandRun): Promise<number> {
  const notices = await noticesOf(run.database, readGroupId(run));
  const resolvePosition = createSourceMapResolver(join(ROOT, 'build/maps'));
  for (const { notice, comment, received_at } of notices) {
    const { error, request, breadcrumbs } = notice;
    run.writeStdout(`${received_at.toISOString()}  ${error.class}: ${error.message}`);
    run.writeStdout(`  ${[request.component, request.action, request.url].filter(Boolean).join(' · ')} ${JSON.stringify(request.context)}`);
    for (const frame of error.backtrace.slice(0, 12)) run.writeStdout(`    at ${frame.method} (${await resolvePosition(frame)})`);
    for (const crumb of breadcrumbs.trail.slice(-12))
      run.writeStdout(`  - ${crumb.category}: ${crumb.message} ${JSON.stringify(crumb.metadata)}`);
    if (comment !== null) run.writeStdout(`  The shopper: ${comment}`);
    run.writeStdout('');
  }
  if (notices.length === 0) run.log('No report of that group is stored.');
  return notices.length === 0 ? 1 : 0;
}

const deleteGroups = (run: CommandRun): Promise<number> =>
  run.database.transaction(async (transaction) => {
    const deleted = await dropGroups(transaction, readGroupId(run));
    for (const id of deleted)
      await recordActivity(transaction, commandActor(run), { action: 'error.deleted', subject: { kind: 'error', id } });
    run.log(`${deleted.length} deleted.`);
    return 0;
  });

export function addErrorCommands(program: Command, { change, read }: Actions): void {
  const errors = program.command('errors').description('Errors that browsers and servers reported');
  errors.command('list').description('List errors reported by browsers and servers, grouped, most recent first.').action(read(list));
  errors
    .command('show')
    .argument('<id>', 'group')
    .description('Show the latest reports in a group: where in the source it happened, and what led up to it.')
    .action(read(show));
  withOptions(
    errors
      .command('delete')
      .argument('<id>', 'group')
      .description('Delete a group of errors that you’ve fixed. It comes back if the error happens again.'),
    actorOption(),
  ).action(change(['error.deleted'], deleteGroups));
}
