/** Commands `club …`: wine club memberships. */
import { type Command, Option } from 'commander';
import { membershipContract } from '#domains/selling/clubs/contract.ts';
import { MEMBERSHIP_STATUSES } from '#domains/selling/clubs/model/membership.ts';
import type { ClubDeps } from '#domains/selling/clubs/server/club-deps.ts';
import { cancel, type MembershipActionInput, pause, resume, skip, unskip } from '#domains/selling/clubs/server/member-actions.ts';
import { dueDelivery, findMembership, type Membership } from '#domains/selling/clubs/server/membership.repository.ts';
import { logMembershipChanges } from '#domains/selling/clubs/server/observe-membership.ts';
import { renewDueMemberships } from '#domains/selling/clubs/server/renew.ts';
import { staffHistory, staffMemberships } from '#domains/selling/clubs/server/staff-membership.repository.ts';
import { fillTitle } from '#lib/define-contract.ts';
import { isUuid } from '#lib/is-uuid.ts';
import type { Failure } from '#lib/result.ts';
import { MARKETS } from '#markets/market.ts';
import { createOrderServices } from '#server/create-order-services.ts';
import {
  type Actions,
  actorOption,
  actorOptions,
  CommandError,
  type CommandHandler,
  type CommandRun,
  commandActor,
  enumOption,
  formatMinute,
  keyOptions,
  marketOption,
  openRunSettings,
  readActor,
  readIdempotencyKey,
  recordCommand,
  storableOption,
  textOption,
  UsageError,
  withJobs,
  withOptions,
} from './command.ts';
import { textTable } from './text-table.ts';

const MAX_LISTED = 1_000;
/** The job of the scheduler that does the same. */
const RENEW_JOB = 'renew-memberships';
const MAX_REASON_LENGTH = 500;

async function list(run: CommandRun): Promise<number> {
  const rows = await staffMemberships(run.database, {
    market: enumOption(run, 'market', MARKETS),
    status: enumOption(run, 'status', MEMBERSHIP_STATUSES),
    email: textOption(run, 'email'),
    limit: MAX_LISTED,
  });
  run.writeStdout(
    textTable(
      ['id', 'market', 'club', 'member', 'status', 'case', 'frequency', 'paid', 'next', 'problem'],
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
        [row.cardTries > 0 ? `card declined ${row.cardTries}` : '', row.stockTries > 0 ? `sold out ${row.stockTries}` : '']
          .filter(Boolean)
          .join(', '),
      ]),
    ),
  );
  return 0;
}

/** @throws UsageError if the first argument is not the id of a membership */
async function readMembership({ database, args }: CommandRun): Promise<Membership> {
  const [id = ''] = args;
  if (!isUuid(id)) throw new UsageError('Give the id of a membership, as `club list` shows it.');
  const membership = await findMembership(database, id.toLowerCase());
  if (!membership) throw new UsageError(`Membership not found: ${id}.`);
  return membership;
}

async function show(run: CommandRun): Promise<number> {
  const membership = await readMembership(run);
  const { details } = membership;
  const { deliveries, events } = await staffHistory(run.database, membership.id);
  run.writeStdout(
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
        ['at', 'event', 'data'],
        events.map(({ at, event, data }) => [formatMinute(at), event, JSON.stringify(data)]),
      ),
    ].join('\n'),
  );
  return 0;
}

const withClubs = <T>(run: CommandRun, work: (clubs: ClubDeps) => Promise<T>): Promise<T> =>
  withJobs(run, async (jobs) => work(createOrderServices(run.config, run.database, await openRunSettings(run), jobs).clubDeps));

async function renew(run: CommandRun): Promise<number> {
  const { reminded, charged, abandoned } = await withClubs(run, renewDueMemberships);
  await recordCommand(run, { action: 'job.run', subject: { kind: 'job', id: RENEW_JOB } });
  run.log(`${reminded} reminded, ${charged} charged, ${abandoned} never paid and ended.`);
  return 0;
}

/** Errors that the membership endpoints declare. */
const ERRORS: Readonly<Record<string, { readonly title: string }>> = {
  ...membershipContract.resume.errors,
  ...membershipContract.skip.errors,
};

interface MemberAction {
  readonly name: string;
  readonly change: (clubs: ClubDeps, input: MembershipActionInput, period: number) => Promise<Failure | null>;
  /** Finds the period of an action that applies to one delivery. */
  readonly findPeriod?: (run: CommandRun, membership: Membership) => Promise<number>;
}

/** Acts for a member and writes the name of the actor into the log. @throws CommandError if the membership does not allow it */
const actForMember =
  ({ name, change, findPeriod }: MemberAction): CommandHandler =>
  async (run) => {
    const membership = await readMembership(run);
    const { id: membershipId, customerId, market } = membership;
    const key = `staff ${readIdempotencyKey(run)}`;
    const input = {
      membershipId,
      customerId,
      market,
      key,
      input: { name, membershipId },
      by: readActor(run),
      observer: logMembershipChanges(commandActor(run)),
    };
    const period = (await findPeriod?.(run, membership)) ?? 0;
    const rejected = await withClubs(run, (clubs) => change(clubs, input, period));
    if (rejected) {
      const declared = ERRORS[rejected.code];
      throw new CommandError(declared ? fillTitle(declared.title, rejected.values) : rejected.code);
    }
    return show(run);
  };

const duePeriod = async ({ database }: CommandRun, { id }: Membership): Promise<number> => (await dueDelivery(database, id))?.period ?? 0;

const cancelMembership: CommandHandler = (run) => {
  const reason = storableOption(run, 'reason', MAX_REASON_LENGTH) ?? '';
  return actForMember({ name: 'cancel', change: (clubs, input) => cancel(clubs, input, reason) })(run);
};

export function addClubCommands(program: Command, { change, read }: Actions): void {
  const club = program.command('club').description('Wine club memberships');
  const forMember = (name: string, description: string): Command =>
    withOptions(
      club
        .command(name)
        .argument('<id>', 'membership')
        .description(`${description}\nEmails the member and logs who did it (--actor, or the user running the command).`),
      ...actorOptions(),
      ...keyOptions(),
    );

  withOptions(
    club.command('list').description(`List wine club memberships, newest first (up to 1,000): what was paid, what’s next, what’s wrong.`),
    marketOption(),
    new Option('--status <status>', MEMBERSHIP_STATUSES.join(', ')),
    new Option('--email <text>', 'part of the member’s email address'),
  ).action(read(list));
  club.command('show').argument('<id>', 'membership').description('Show a membership with its deliveries and history.').action(read(show));
  forMember('pause', 'Pause deliveries until the membership is resumed.').action(
    change(['membership.paused'], actForMember({ name: 'pause', change: (clubs, input) => pause(clubs, input) })),
  );
  forMember('resume', 'Resume deliveries on the first scheduled date that leaves time for the reminder.').action(
    change(['membership.resumed'], actForMember({ name: 'resume', change: resume })),
  );
  forMember('skip', 'Skip the next delivery. Each run skips one more, unless you use the same --idempotency-key.').action(
    change(['membership.skipped'], actForMember({ name: 'skip', change: skip, findPeriod: duePeriod })),
  );
  forMember('unskip', 'Undo the last skip, up to the day before it would have been charged.').action(
    change(
      ['membership.unskipped'],
      actForMember({ name: 'unskip', change: unskip, findPeriod: async (run, membership) => (await duePeriod(run, membership)) - 1 }),
    ),
  );
  withOptions(forMember('cancel', 'Cancel the membership. No further charges.'), new Option('--reason <text>', 'why, for the log')).action(
    change(['membership.cancelled'], cancelMembership),
  );
  withOptions(
    club
      .command('renew')
      .description('Send reminders and charge deliveries due now. A running shop does this every minute; running both is safe.'),
    actorOption(),
  ).action(change(['job.run'], renew));
}
