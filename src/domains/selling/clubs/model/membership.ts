/** The state machine of memberships: statuses, transitions and allowed actions, as tables. */

export const MEMBERSHIP_STATUSES = ['pending', 'active', 'paused', 'cancelled'] as const;
export type MembershipStatus = (typeof MEMBERSHIP_STATUSES)[number];

/** Why a membership is paused or has ended. */
export const STATUS_REASONS = ['member', 'card', 'no_card', 'club', 'unpaid', 'account'] as const;
export type StatusReason = (typeof STATUS_REASONS)[number];

/** Actions of a member on the account page [CLUB-4]. */
export const MEMBER_ACTIONS = ['skip', 'unskip', 'pause', 'resume', 'swap', 'change_card', 'change_address', 'cancel'] as const;
export type MemberAction = (typeof MEMBER_ACTIONS)[number];

/** Kinds of events in the append-only log of a membership: actions of members, and automatic ones. */
export const MEMBERSHIP_EVENTS = [
  'begun',
  'joined',
  'reminded',
  'delivered',
  'card_failed',
  'sold_out',
  'missed',
  'skipped',
  'unskipped',
  'paused',
  'resumed',
  'swapped',
  'card_changed',
  'address_changed',
  'cancelled',
] as const;
export type MembershipEvent = (typeof MEMBERSHIP_EVENTS)[number];

/** Triggers that a member causes, including the removal of the card. */
export type MembershipTransition = MemberAction | 'card_removed';

/** Triggers of transitions. A transition that `MOVES` does not list is not allowed. */
type Move = MembershipTransition | 'first_paid' | 'first_unpaid' | 'card_exhausted' | 'club_closed' | 'account_deleted';

const MOVES: Readonly<Record<MembershipStatus, Partial<Record<Move, MembershipStatus>>>> = {
  pending: { first_paid: 'active', first_unpaid: 'cancelled', account_deleted: 'cancelled' },
  active: {
    skip: 'active',
    unskip: 'active',
    pause: 'paused',
    swap: 'active',
    change_card: 'active',
    change_address: 'active',
    cancel: 'cancelled',
    card_exhausted: 'paused',
    card_removed: 'paused',
    club_closed: 'paused',
    account_deleted: 'cancelled',
  },
  paused: {
    resume: 'active',
    swap: 'paused',
    change_card: 'paused',
    change_address: 'paused',
    card_removed: 'paused',
    cancel: 'cancelled',
    account_deleted: 'cancelled',
  },
  cancelled: {},
};

/** Returns the status after a trigger, or null if it is not allowed. */
export const nextStatus = (status: MembershipStatus, move: Move): MembershipStatus | null => MOVES[status][move] ?? null;

/** Returns the actions that a member may take in a status. */
export const actionsIn = (status: MembershipStatus): MemberAction[] =>
  MEMBER_ACTIONS.filter((action) => nextStatus(status, action) !== null);

/** States of a delivery. `due` is scheduled or being charged. */
export const DELIVERY_STATES = ['due', 'paid', 'skipped', 'missed', 'unpaid'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];
