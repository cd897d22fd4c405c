/** What the office adds to a change of a membership, in its transaction: the version that the person saw, reasons, the activity log. */
import { type LoggedFacts, textFields } from '#domains/staff/model/logged-facts.ts';
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { timeAgo } from '#domains/staff/model/time-ago.ts';
import { type ActivityActor, type OtherActor, recordActivity } from '#domains/staff/server/activity.repository.ts';
import { EditConflictError } from '#domains/staff/server/edit-conflict-error.ts';
import type { Transaction } from '#lib/db/pool.ts';
import { ACTOR_NAMES } from '../messages/office-errors.ts';
import { actorOf, needsReason } from '../model/office-member.ts';
import type { MembershipObserver } from './member-actions.ts';
import type { Membership } from './membership.repository.ts';
import { readLastMemberChange } from './office-member.repository.ts';

/** A case is skipped after its reminder, and nobody wrote why. */
export class ReasonMissingError extends Error {
  override name = 'ReasonMissingError';
}

/** What of an event goes into the log: the case and its day. Texts, the card and the address are named only. */
const factsOf = ({ period, on, variant, frequency, why, card, suburb }: Readonly<Record<string, unknown>>): LoggedFacts => ({
  ...(typeof period === 'number' && { period }),
  ...(typeof on === 'string' && { on }),
  ...(typeof variant === 'string' && { variant }),
  ...(typeof frequency === 'string' && { frequency }),
  ...textFields({ why, card, address: suburb }),
});

const recordChange = (
  transaction: Transaction,
  actor: ActivityActor,
  { id, market, status, variantId, frequencyId }: Membership,
  { event, data }: Parameters<MembershipObserver['after']>[2],
): Promise<void> =>
  recordActivity(transaction, actor, {
    action: `membership.${event}`,
    subject: { kind: 'membership', id },
    market,
    before: { status, variant: variantId, frequency: frequencyId },
    after: factsOf(data),
  });

export interface ObservedChange {
  /** Version that the person saw. Null for changes of several members. */
  readonly version: number | null;
  /** True for a skip, which needs a reason once the member was reminded of the case. */
  readonly isSkip?: boolean;
  readonly reason?: string;
}

/** Observes one change of a person. */
export const observeMembership = (staff: StaffActor, { version, isSkip = false, reason = '' }: ObservedChange): MembershipObserver => ({
  async before(transaction, membership, due) {
    const last = version === null ? null : await readLastMemberChange(transaction, membership.id);
    if (last && last.id !== version) {
      const actor = actorOf(last.event, last.data);
      throw new EditConflictError(ACTOR_NAMES[actor] ?? actor, timeAgo(last.at));
    }
    if (isSkip && due && needsReason(due) && reason === '') throw new ReasonMissingError();
  },
  async after(transaction, membership, { event, data }) {
    await recordChange(transaction, staff, membership, { event, data });
  },
});

/** Writes changes of memberships that a command makes into the activity log. */
export const logMembershipChanges = (actor: OtherActor): MembershipObserver => ({
  before: async () => {},
  after: (transaction, membership, change) => recordChange(transaction, actor, membership, change),
});
