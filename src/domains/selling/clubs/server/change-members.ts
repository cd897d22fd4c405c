/** Skips the next case of several members or pauses them. Each is a transaction of its own, so that one that is refused does not stop the others. */
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { fillTitle } from '#lib/define-contract.ts';
import type { Failure } from '#lib/result.ts';
import { OFFICE_CLUB_ERRORS } from '../messages/office-errors.ts';
import { MEMBERSHIP_ERRORS, STATUS_LABELS } from '../messages.ts';
import type { BulkMemberAction } from '../model/member-list.ts';
import { nextStatus } from '../model/membership.ts';
import { needsReason } from '../model/office-member.ts';
import type { ClubDeps } from './club-deps.ts';
import { type MembershipActionInput, pause, skip } from './member-actions.ts';
import { observeMembership, ReasonMissingError } from './observe-membership.ts';
import { type FoundMember, findMembers } from './office-member.repository.ts';

export interface MembersChange {
  /** Members with the period of the preview, so that no later case is skipped. */
  readonly members: readonly { readonly id: string; readonly period: number }[];
  readonly action: BulkMemberAction;
  readonly reason: string;
  readonly isPreview: boolean;
}

export interface MemberChangeResult {
  readonly id: string;
  readonly name: string;
  readonly on: string | null;
  readonly period: number;
  readonly isDone: boolean;
  /** Why it was refused; empty if it was done. */
  readonly reason: string;
}

const REASON_MISSING = 'The member has been told of the charge, so a reason is needed.';

/** Returns why a member cannot be changed now; empty if they can. */
function refusalOf({ status, period, remindedOn }: FoundMember, { action, reason }: MembersChange): string {
  if (nextStatus(status, action) === null)
    return fillTitle(MEMBERSHIP_ERRORS.not_possible_now.title, { status: STATUS_LABELS[status].toLowerCase() });
  if (action === 'pause') return '';
  if (period === null) return MEMBERSHIP_ERRORS.delivery_charged.title;
  return needsReason({ remindedOn }) && reason === '' ? REASON_MISSING : '';
}

const ERRORS: Readonly<Record<string, { readonly title: string }>> = MEMBERSHIP_ERRORS;
const titleOf = ({ code, values }: Failure): string => fillTitle(ERRORS[code]?.title ?? code, values);

async function changeOne(
  deps: ClubDeps,
  staff: StaffActor,
  member: FoundMember,
  period: number,
  { action, reason }: MembersChange,
): Promise<string> {
  const input: MembershipActionInput = {
    membershipId: member.id,
    customerId: member.customerId,
    market: member.market,
    key: null,
    input: {},
    by: staff.name,
    observer: observeMembership(staff, { version: null, isSkip: action === 'skip', reason }),
  };
  try {
    const refused = action === 'skip' ? await skip(deps, input, period, reason) : await pause(deps, input, reason);
    return refused ? titleOf(refused) : '';
  } catch (error) {
    if (error instanceof ReasonMissingError) return REASON_MISSING;
    throw error;
  }
}

/** Changes members one after another and says what became of each. A repeat changes nothing twice. */
export async function changeMembers(deps: ClubDeps, staff: StaffActor, change: MembersChange): Promise<MemberChangeResult[]> {
  const ids = change.members.map(({ id }) => id);
  const found = new Map((await findMembers(deps.checkout.database, ids, staff.markets)).map((member) => [member.id, member]));
  const results: MemberChangeResult[] = [];
  for (const [id, seen] of new Map(change.members.map((each) => [each.id, each.period]))) {
    const member = found.get(id);
    const period = change.isPreview ? (member?.period ?? 0) : seen;
    const refused = member ? refusalOf(member, change) : OFFICE_CLUB_ERRORS.NOT_FOUND.not_found.title;
    // A repeat finds its first run done: the use case tells that from a refusal.
    const reason = change.isPreview || !member ? refused : await changeOne(deps, staff, member, period, change);
    results.push({ id, name: member?.name ?? '', on: member?.dueOn ?? null, period, isDone: reason === '', reason });
  }
  return results;
}
