/** What staff do with wine clubs from the command line, as data. */
import { MARKETS } from '../../market/market.ts';
import { startJobs } from '../../platform/server/jobs.ts';
import { MEMBERSHIP_STATUSES } from '../../wine-club/membership.ts';
import { findMembership } from '../../wine-club/server/membership-repository.ts';
import { renewalRound } from '../../wine-club/server/renew.ts';
import { staffHistory, staffMemberships } from '../../wine-club/server/staff-memberships.ts';
import { JOB_NAMES } from './background.ts';
import { type Command, type CommandRun, choiceOption, UsageError } from './command.ts';
import { openBooks } from './order-books.ts';
import { textTable } from './text-table.ts';

const MOST_LISTED = 1_000;

async function runList(run: CommandRun): Promise<number> {
  const rows = await staffMemberships(run.database, {
    market: choiceOption(run, 'market', MARKETS),
    status: choiceOption(run, 'status', MEMBERSHIP_STATUSES),
    limit: MOST_LISTED,
  });
  run.print(
    textTable(
      ['id', 'market', 'club', 'member', 'status', 'case', 'rhythm', 'paid', 'next', 'trouble'],
      rows.map((row) => [
        row.id,
        row.market,
        row.club,
        row.email,
        row.reason === null ? row.status : `${row.status} (${row.reason})`,
        row.variant,
        row.frequency,
        row.paid,
        row.next ?? '',
        [row.cardTries > 0 ? `card refused ${row.cardTries}` : '', row.stockTries > 0 ? `sold out ${row.stockTries}` : '']
          .filter(Boolean)
          .join(', '),
      ]),
    ),
  );
  return 0;
}

async function runShow({ database, files, print }: CommandRun): Promise<number> {
  const [id = ''] = files;
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id))
    throw new UsageError('Say which membership: its id, as `club list` shows it.');
  const membership = await findMembership(database, id);
  if (!membership) throw new UsageError(`There is no membership ${id}.`);
  const { deliveries, events } = await staffHistory(database, id);
  const { details } = membership;
  print(
    [
      `${membership.clubId}, ${membership.variantId}, ${membership.frequencyId}: ${membership.status}${membership.reason ? ` (${membership.reason})` : ''}`,
      [details.firstName, details.lastName, details.address, details.suburb, details.state, details.postcode].filter(Boolean).join(', '),
      '',
      textTable(
        ['period', 'day', 'state', 'order'],
        deliveries.map(({ period, on, state, number }) => [period, on, state, number ?? '']),
      ),
      '',
      textTable(
        ['at', 'event', 'what'],
        events.map(({ at, event, data }) => [at.toISOString().slice(0, 16).replace('T', ' '), event, JSON.stringify(data)]),
      ),
    ].join('\n'),
  );
  return 0;
}

/** One round now; mail is queued for a running shop to send. */
async function runRound({ config, database, say }: CommandRun): Promise<number> {
  const jobs = await startJobs(database, JOB_NAMES, (error) => say(`Jobs: ${error.message}`));
  try {
    const { reminded, charged, abandoned } = await renewalRound(openBooks(config, database, jobs).clubs);
    say(`${reminded} reminded, ${charged} charged, ${abandoned} that were never paid ended.`);
    return 0;
  } finally {
    await jobs.stop();
  }
}

export const CLUB_COMMANDS: Readonly<Record<string, Command>> = {
  'club list': {
    usage: '[--market AU|SG] [--status pending|active|paused|cancelled]',
    summary: `Memberships of wine clubs, the newest first, ${MOST_LISTED} at most: what was paid, what is next, what is wrong.`,
    options: { market: { type: 'string' }, status: { type: 'string' } },
    run: runList,
  },
  'club show': {
    usage: 'ID',
    summary: 'A membership with its deliveries and everything that happened to it.',
    options: {},
    run: runShow,
  },
  'club run': {
    usage: '',
    summary: 'Remind and charge what is due now. A running shop does so by itself every minute; both at once do no harm.',
    options: {},
    run: runRound,
  },
};
