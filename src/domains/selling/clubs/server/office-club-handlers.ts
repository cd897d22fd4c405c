/** Handlers of the office's club calls. They run the same use cases as the account page and the command line. */
import { customerById } from '#domains/customers/identity/server/customer.repository.ts';
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { recordActivity } from '#domains/staff/server/activity.repository.ts';
import { EditConflictError } from '#domains/staff/server/edit-conflict-error.ts';
import { exportDetails } from '#domains/staff/server/export-details.ts';
import { type OfficeContext, type OfficeEndpoint, type OfficeHandlers, officeHandlers } from '#domains/staff/server/office-handlers.ts';
import { toDecimal } from '#lib/money.ts';
import { Failure, fail, ok, type Success } from '#lib/result.ts';
import { STATUS_LABELS } from '../messages.ts';
import { addressLinkEmail, cardLinkEmail } from '../model/emails.ts';
import { addDays } from '../model/schedule.ts';
import { clubOfficeContract, type OfficeMember } from '../office-contract.ts';
import { changeMembers } from './change-members.ts';
import { chargeDelivery } from './charge-delivery.ts';
import { clubFigures, plannedRuns } from './club-calendar.repository.ts';
import { type ClubDeps, termsOf, write } from './club-deps.ts';
import { cancel, type MembershipActionInput, type MembershipObserver, pause, resume, skip, swap, unskip } from './member-actions.ts';
import { findMembership, type Membership } from './membership.repository.ts';
import { type ObservedChange, observeMembership, ReasonMissingError } from './observe-membership.ts';
import { clubNames, insertMemberNote } from './office-member.repository.ts';
import { readOfficeMember } from './office-member-view.ts';
import { exportMemberPage, listMemberPage } from './office-members.ts';

type NotFound = Failure<'not_found', Readonly<Record<never, never>>>;
type EditConflict = Failure<'changed_meanwhile', { readonly who: string; readonly when: string }>;

interface Versioned {
  readonly id: string;
  readonly version: number;
}

const changedMeanwhile = (error: unknown): EditConflict => {
  if (error instanceof EditConflictError) return fail('changed_meanwhile', { who: error.who, when: error.when });
  throw error;
};

function clubOfficeHandlers(deps: ClubDeps): OfficeHandlers<typeof clubOfficeContract> {
  const { database } = deps.checkout;

  /** Finds a membership of the person's markets. */
  const visible = async (id: string, { markets }: StaffActor): Promise<Membership | NotFound> => {
    const membership = await findMembership(database, id);
    return membership && markets.includes(membership.market) ? membership : fail('not_found');
  };

  /** Returns the member after a change. */
  const shown = async (id: string, staff: StaffActor): Promise<Success<OfficeMember> | NotFound> => {
    const member = await readOfficeMember(deps, id, staff);
    return member ? ok(member) : fail('not_found');
  };

  const inputOf = (
    { staff, idempotencyKey }: OfficeContext,
    { id, customerId, market }: Membership,
    name: string,
    observer: MembershipObserver,
  ): MembershipActionInput => ({
    membershipId: id,
    customerId,
    market,
    // The use cases keep an action per key, so a person's key must not meet another's.
    key: idempotencyKey === null ? null : `office:${staff.id}:${idempotencyKey}`,
    input: { name, membershipId: id },
    by: staff.name,
    observer,
  });

  /** Runs an action on a membership that the person may see and whose version they saw. */
  const act = async <Rejected extends Failure>(
    context: OfficeContext,
    { id, version }: Versioned,
    name: string,
    run: (input: MembershipActionInput) => Promise<Rejected | null>,
    observed: Omit<ObservedChange, 'version'> = {},
  ) => {
    const membership = await visible(id, context.staff);
    if (membership instanceof Failure) return membership;
    const input = inputOf(context, membership, name, observeMembership(context.staff, { ...observed, version }));
    return (await run(input).catch(changedMeanwhile)) ?? shown(id, context.staff);
  };

  /** Charges what is overdue. @returns null if it was paid */
  const charge = async ({ id, status }: Membership, observer: MembershipObserver) => {
    const outcome = await chargeDelivery(deps, id, observer);
    switch (outcome) {
      case 'paid':
        return null;
      case 'nothing_due':
        return status === 'active' ? fail('nothing_due') : fail('not_possible_now', { status: STATUS_LABELS[status].toLowerCase() });
      case 'declined':
        return fail('card_declined');
      case 'ended':
        return fail('club_ended');
      case 'unreachable':
        return fail('charge_unknown');
      default:
        return fail(outcome);
    }
  };

  return {
    members: (input, { staff }) => listMemberPage(database, staff, input, deps.now()),
    clubNames: async (_input, { staff }) => ok({ clubs: await clubNames(database, staff.markets) }),
    clubCalendar: async ({ days }, { staff }) => {
      const until = addDays(deps.now().toISOString().slice(0, 10), days);
      const [runs, clubs] = await Promise.all([plannedRuns(database, staff.markets, until), clubFigures(database, staff.markets)]);
      return ok({
        runs: runs.map(({ cents, needed, ...run }) => ({
          ...run,
          amount: toDecimal(cents),
          missing: Math.min(run.cases, Math.max(0, needed - run.inStock)),
        })),
        clubs: clubs.map(({ cents, ...club }) => ({ ...club, amount: toDecimal(cents) })),
      });
    },
    member: ({ id }, { staff }) => shown(id, staff),
    skipDelivery: ({ period, reason, ...seen }, context) =>
      act(
        context,
        seen,
        'skip',
        (input) =>
          skip(deps, input, period, reason).catch((error: unknown) => {
            if (error instanceof ReasonMissingError) return fail('reason_missing');
            throw error;
          }),
        { isSkip: true, reason },
      ),
    unskipDelivery: ({ period, ...seen }, context) => act(context, seen, 'unskip', (input) => unskip(deps, input, period)),
    pauseMember: ({ reason, ...seen }, context) => act(context, seen, 'pause', (input) => pause(deps, input, reason)),
    resumeMember: (seen, context) => act(context, seen, 'resume', (input) => resume(deps, input)),
    swapCase: ({ variantId, frequencyId, ...seen }, context) =>
      act(context, seen, 'swap', (input) => swap(deps, input, variantId, frequencyId)),
    cancelMember: ({ reason, ...seen }, context) => act(context, seen, 'cancel', (input) => cancel(deps, input, reason)),
    chargeMember: async ({ id, version }, { staff }) => {
      const membership = await visible(id, staff);
      if (membership instanceof Failure) return membership;
      return (await charge(membership, observeMembership(staff, { version })).catch(changedMeanwhile)) ?? shown(id, staff);
    },
    sendMemberLink: async ({ id, about }, { staff }) => {
      const membership = await visible(id, staff);
      if (membership instanceof Failure) return membership;
      const { customerId, market } = membership;
      if (customerId === 0 || !(await customerById(database, customerId))) return fail('no_email');
      await database.transaction(async (transaction) => {
        await write(transaction, deps, membership, await termsOf(transaction, membership), LINK_EMAILS[about]);
        await recordActivity(transaction, staff, {
          action: 'membership.link_sent',
          subject: { kind: 'membership', id },
          market,
          after: { about },
        });
      });
      return shown(id, staff);
    },
    addMemberNote: async ({ id, text }, { staff }) => {
      const membership = await visible(id, staff);
      if (membership instanceof Failure) return membership;
      await database.transaction(async (transaction) => {
        await insertMemberNote(transaction, id, { staffId: staff.id, author: staff.name, text });
        await recordActivity(transaction, staff, {
          action: 'membership.noted',
          subject: { kind: 'membership', id },
          market: membership.market,
        });
      });
      return shown(id, staff);
    },
    changeMembers: async (input, { staff }) => ok({ results: await changeMembers(deps, staff, input) }),
    exportMembers: async (input, { staff }) => {
      const readable = staff.marketsWith('clubs.read');
      const page = await exportMemberPage(
        database,
        { markets: staff.markets.filter((market) => readable.includes(market)) },
        input,
        deps.now(),
      );
      if (page.ok && input.cursor === undefined)
        await database.transaction((transaction) =>
          recordActivity(transaction, staff, {
            action: 'membership.exported',
            subject: { kind: 'membership', id: 'list' },
            after: exportDetails(input),
          }),
        );
      return page;
    },
  };
}

const LINK_EMAILS = { card: cardLinkEmail, address: addressLinkEmail } as const;

/** Binds the office's club calls. */
export const clubOfficeEndpoints = (deps: ClubDeps): OfficeEndpoint[] => officeHandlers(clubOfficeContract, clubOfficeHandlers(deps));
