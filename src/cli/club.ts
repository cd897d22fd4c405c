/** What staff do with wine clubs from the command line, as data. */

import { membershipContract } from '#domains/selling/clubs/contract.ts';
import { MEMBERSHIP_STATUSES } from '#domains/selling/clubs/model/membership.ts';
import type { ClubDeps } from '#domains/selling/clubs/server/club-deps.ts';
import { cancel, type MembershipActionInput, pause, resume, skip, unskip } from '#domains/selling/clubs/server/member-actions.ts';
import { dueDelivery, findMembership, type Membership } from '#domains/selling/clubs/server/membership.repository.ts';
import { renewDueMemberships } from '#domains/selling/clubs/server/renew.ts';
import { staffHistory, staffMemberships } from '#domains/selling/clubs/server/staff-memberships.ts';
import { fillTitle } from '#lib/define-contract.ts';
import { ApiError } from '#lib/http/api-error.ts';
import { startJobs } from '#lib/server/jobs.ts';
import { MARKETS } from '#markets/market.ts';
import { createOrderServices } from '#server/create-order-services.ts';
import { JOB_NAMES } from '#server/scheduler.ts';
import { actorOf, type Command, type CommandRun, enumOption, keyOption, stringOption, textOption, UsageError } from './options.ts';
import { textTable } from './text-table.ts';

const MAX_LISTED = 1_000;

async function runList(run: CommandRun): Promise<number> {
  const rows = await staffMemberships(run.database, {
    market: enumOption(run, 'market', MARKETS),
    status: enumOption(run, 'status', MEMBERSHIP_STATUSES),
    email: textOption(run, 'email'),
    limit: MAX_LISTED,
  });
  run.writeStdout(
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

/** The membership that the first word of a command names. @throws UsageError */
async function membershipOf({ database, files }: CommandRun): Promise<Membership> {
  const [id = ''] = files;
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id))
    throw new UsageError('Say which membership: its id, as `club list` shows it.');
  const membership = await findMembership(database, id.toLowerCase());
  if (!membership) throw new UsageError(`There is no membership ${id}.`);
  return membership;
}

async function runShow(run: CommandRun): Promise<number> {
  const { database, writeStdout: print } = run;
  const membership = await membershipOf(run);
  const { id } = membership;
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

/** Work with a desk of its own; mail is queued for a running shop to send. */
async function atDesk<T>({ config, database, log: say }: CommandRun, work: (desk: ClubDeps) => Promise<T>): Promise<T> {
  const jobs = await startJobs(database, JOB_NAMES, (error) => say(`Jobs: ${error.message}`));
  try {
    return await work(createOrderServices(config, database, jobs).clubDeps);
  } finally {
    await jobs.stop();
  }
}

async function runRenewals(run: CommandRun): Promise<number> {
  const { reminded, charged, abandoned } = await atDesk(run, renewDueMemberships);
  run.log(`${reminded} reminded, ${charged} charged, ${abandoned} that were never paid ended.`);
  return 0;
}

/** Why a change is refused, as staff read it: every call's own refusals. */
const REFUSALS = { ...membershipContract.resume.errors, ...membershipContract.skip.errors };

/** Do something for a member, as the member could, with the name of who did it in the log. @throws ClubActionError */
async function act(
  run: CommandRun,
  name: string,
  work: (desk: ClubDeps, wish: MembershipActionInput, period: number) => Promise<void>,
  periodOf: (membership: Membership) => Promise<number>,
): Promise<number> {
  const membership = await membershipOf(run);
  const { id: membershipId, customerId, market } = membership;
  const key = `staff ${keyOption(run)}`;
  const wish = { membershipId, customerId, market, key, input: { name, membershipId }, by: actorOf(run) };
  const period = await periodOf(membership);
  await atDesk(run, (desk) => work(desk, wish, period)).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    const refusal = (REFUSALS as Readonly<Record<string, { readonly title: string }>>)[error.code];
    throw new ClubActionError(refusal ? fillTitle(refusal.title, error.values) : error.code);
  });
  return runShow(run);
}

/** A membership does not allow what staff asked for; the message says why. */
class ClubActionError extends Error {
  override name = 'ClubActionError';
}

const none = async (): Promise<number> => 0;

/** What staff do for a member, by the command's second word. */
const MEMBERSHIP_ACTIONS: Readonly<Record<'pause' | 'resume' | 'skip' | 'unskip' | 'cancel', Command['run']>> = {
  pause: (run) => act(run, 'pause', pause, none),
  resume: (run) => act(run, 'resume', resume, none),
  skip: (run) => act(run, 'skip', skip, async ({ id }) => (await dueDelivery(run.database, id))?.period ?? 0),
  unskip: (run) => act(run, 'unskip', unskip, async ({ id }) => ((await dueDelivery(run.database, id))?.period ?? 0) - 1),
  cancel: (run) => {
    const why = stringOption(run, 'reason', 500) ?? '';
    return act(run, 'cancel', (desk, wish) => cancel(desk, wish, why), none);
  },
};

const ACTOR_OPTIONS = { by: { type: 'string' }, key: { type: 'string' } } as const;
const MEMBER_IS_NOTIFIED = 'The member is told by mail, and the log says who did it (--by, else the account that runs the command).';

export const CLUB_COMMANDS: Readonly<Record<string, Command>> = {
  'club list': {
    usage: '[--market AU|SG] [--status pending|active|paused|cancelled] [--email PART]',
    summary: `Memberships of wine clubs, the newest first, ${MAX_LISTED} at most: what was paid, what is next, what is wrong.`,
    options: { market: { type: 'string' }, status: { type: 'string' }, email: { type: 'string' } },
    run: runList,
  },
  'club show': {
    usage: 'ID',
    summary: 'A membership with its deliveries and everything that happened to it.',
    options: {},
    run: runShow,
  },
  'club pause': {
    usage: 'ID [--by NAME] [--key KEY]',
    summary: `No deliveries until the membership is resumed.\n${MEMBER_IS_NOTIFIED}`,
    options: ACTOR_OPTIONS,
    run: MEMBERSHIP_ACTIONS.pause,
  },
  'club resume': {
    usage: 'ID [--by NAME] [--key KEY]',
    summary: 'Deliver again, on the first day of the schedule that leaves time for the reminder.',
    options: ACTOR_OPTIONS,
    run: MEMBERSHIP_ACTIONS.resume,
  },
  'club skip': {
    usage: 'ID [--by NAME] [--key KEY]',
    summary: 'Leave the next delivery out. Every run is one more, unless it has the same --key.',
    options: ACTOR_OPTIONS,
    run: MEMBERSHIP_ACTIONS.skip,
  },
  'club unskip': {
    usage: 'ID [--by NAME] [--key KEY]',
    summary: 'Have the delivery after all that was left out last, until the day before it would have been charged.',
    options: ACTOR_OPTIONS,
    run: MEMBERSHIP_ACTIONS.unskip,
  },
  'club cancel': {
    usage: 'ID [--reason WORDS] [--by NAME] [--key KEY]',
    summary: 'End the membership: nothing more is charged. The member is told by mail.',
    options: { ...ACTOR_OPTIONS, reason: { type: 'string' } },
    run: MEMBERSHIP_ACTIONS.cancel,
  },
  'club run': {
    usage: '',
    summary: 'Remind and charge what is due now. A running shop does so by itself every minute; both at once do no harm.',
    options: {},
    run: runRenewals,
  },
};
