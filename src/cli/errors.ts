/** Faults of browsers and servers, for whoever mends them. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dropGroup, listGroups, noticesOf } from '#domains/outbound/error-reports/server/error-groups.ts';
import { createSourceMapResolver } from '#domains/outbound/error-reports/server/source-maps.ts';
import { type Command, type CommandRun, UsageError } from './options.ts';
import { textTable } from './text-table.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MAX_GROUPS = 50;

async function runList({ database, log: say, writeStdout: print }: CommandRun): Promise<number> {
  const groups = await listGroups(database, MAX_GROUPS);
  if (groups.length === 0) {
    say('No errors were reported.');
    return 0;
  }
  print(
    textTable(
      ['id', 'times', 'last', 'side', 'error'],
      groups.map((group) => [
        group.fingerprint.slice(0, 8),
        String(group.times),
        group.last_seen.toISOString().slice(0, 16).replace('T', ' '),
        group.side,
        `${group.class}: ${group.message}`.slice(0, 100),
      ]),
    ),
  );
  return 0;
}

const idOf = ({ files }: CommandRun): string => {
  const [id = ''] = files;
  if (!/^[0-9a-f]{4,16}$/.test(id)) throw new UsageError('Name a group by the id that `npm run cli -- errors` shows.');
  return id;
};

async function runShow(run: CommandRun): Promise<number> {
  const notices = await noticesOf(run.database, idOf(run));
  const resolvePosition = createSourceMapResolver(join(ROOT, 'build/maps'));
  for (const { notice, words, received_at } of notices) {
    const { error, request, breadcrumbs } = notice;
    run.writeStdout(`${received_at.toISOString()}  ${error.class}: ${error.message}`);
    run.writeStdout(`  ${[request.component, request.action, request.url].filter(Boolean).join(' · ')} ${JSON.stringify(request.context)}`);
    for (const frame of error.backtrace.slice(0, 12)) run.writeStdout(`    at ${frame.method} (${await resolvePosition(frame)})`);
    for (const crumb of breadcrumbs.trail.slice(-12))
      run.writeStdout(`  - ${crumb.category}: ${crumb.message} ${JSON.stringify(crumb.metadata)}`);
    if (words !== null) run.writeStdout(`  The shopper: ${words}`);
    run.writeStdout('');
  }
  if (notices.length === 0) run.log('No report of that group is kept.');
  return notices.length === 0 ? 1 : 0;
}

export const ERROR_COMMANDS: Readonly<Record<string, Command>> = {
  errors: { usage: '', summary: 'Errors that browsers and servers reported, grouped, the most recent first.', options: {}, run: runList },
  'errors show': {
    usage: 'ID',
    summary: 'The newest reports of a group: its places in the sources, and what led to it.',
    options: {},
    run: runShow,
  },
  'errors drop': {
    usage: 'ID',
    summary: 'Forget a group that was mended; should it happen again, it is there again.',
    options: {},
    run: async (run) => {
      run.log(`${await dropGroup(run.database, idOf(run))} dropped.`);
      return 0;
    },
  },
};
