/** What is told of wine clubs (SPEC.md §7). */
import { track } from '#domains/outbound/analytics/ui/track.ts';
import type { MembershipView } from '../contract.ts';
import type { MemberAction } from '../model/membership.ts';

export interface ClubMoment {
  readonly club: string;
  readonly frequency?: string | undefined;
  readonly variant?: string | undefined;
  /** Price of the case, decimal. */
  readonly value?: number | undefined;
  /** `sub` of whoever is signed in. */
  readonly userId?: string | undefined;
}

type ClubEvent = 'Club Viewed' | 'Club Selected' | 'Club Joined' | MemberEvent;
type MemberEvent = 'Club Delivery Skipped' | 'Club Paused' | 'Club Resumed' | 'Club Swapped' | 'Club Cancelled';

/** What is told of what a member does; of card and address nothing is. */
const MEMBER_EVENTS: Readonly<Partial<Record<MemberAction, MemberEvent>>> = {
  skip: 'Club Delivery Skipped',
  pause: 'Club Paused',
  resume: 'Club Resumed',
  swap: 'Club Swapped',
  cancel: 'Club Cancelled',
};

/** Tell of one; what is not known is left out. */
export function trackClubEvent(event: ClubEvent, { club, frequency, variant, value, userId }: ClubMoment): void {
  track(event, {
    club,
    ...(frequency === undefined ? {} : { frequency }),
    ...(variant === undefined ? {} : { variant }),
    ...(value === undefined ? {} : { value }),
    ...(userId === undefined ? {} : { user_id: userId }),
    event_category: 'Wine Club',
  });
}

/** Tell of a change that was made to a membership. */
export function tellMember(
  action: MemberAction,
  { club, frequency, variant }: Pick<MembershipView, 'club' | 'frequency' | 'variant'>,
  userId: string | undefined,
): void {
  const event = MEMBER_EVENTS[action];
  if (event) trackClubEvent(event, { club: club.name, frequency: frequency.label, variant: variant.label, value: variant.price, userId });
}
