/** What a membership can be, and what may be done with it, as tables. */

export const MEMBERSHIP_STATUSES = ['pending', 'active', 'paused', 'cancelled'] as const;
export type MembershipStatus = (typeof MEMBERSHIP_STATUSES)[number];

/** Why a membership is paused or has ended. */
export const STATUS_REASONS = ['member', 'card', 'no_card', 'club', 'unpaid', 'account'] as const;
export type StatusReason = (typeof STATUS_REASONS)[number];

/** What a member does from the account page. */
export const MEMBER_ACTIONS = ['skip', 'unskip', 'pause', 'resume', 'swap', 'change_card', 'change_address', 'cancel'] as const;
export type MemberAction = (typeof MEMBER_ACTIONS)[number];

/** What is written into the log of a membership, which only grows: those, and what happens by itself. */
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

/** What a member's own wish may set off, its card's removal included. */
export type MembershipTransition = MemberAction | 'card_removed';

/** What moves a membership from one status to another; what is not here cannot happen. */
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

/** Where a move leads; null where it is not allowed. */
export const nextStatus = (status: MembershipStatus, move: Move): MembershipStatus | null => MOVES[status][move] ?? null;

/** What its member may do with a membership. */
export const actionsIn = (status: MembershipStatus): MemberAction[] =>
  MEMBER_ACTIONS.filter((action) => nextStatus(status, action) !== null);

/** What became of a period: `due` is coming or being tried. */
export const DELIVERY_STATES = ['due', 'paid', 'skipped', 'missed', 'unpaid'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];
