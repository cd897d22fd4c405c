/** Tracks the analytics events of wine clubs. */
import { track } from '#domains/outbound/analytics/ui/track.ts';
import type { MembershipView } from '../contract.ts';
import type { MemberAction } from '../model/membership.ts';

export interface ClubEventData {
  readonly club: string;
  readonly frequency?: string | undefined;
  readonly variant?: string | undefined;
  /** Price of the case, decimal. */
  readonly value?: number | undefined;
  /** `sub` of the signed-in customer. */
  readonly userId?: string | undefined;
}

type ClubEvent = 'Club Viewed' | 'Club Selected' | 'Club Joined' | MemberEvent;
type MemberEvent = 'Club Delivery Skipped' | 'Club Paused' | 'Club Resumed' | 'Club Swapped' | 'Club Cancelled';

/** Event names of member actions. Changes of card and address are not tracked. */
const MEMBER_EVENTS: Readonly<Partial<Record<MemberAction, MemberEvent>>> = {
  skip: 'Club Delivery Skipped',
  pause: 'Club Paused',
  resume: 'Club Resumed',
  swap: 'Club Swapped',
  cancel: 'Club Cancelled',
};

/** Tracks an event. Omits unknown properties. */
export function trackClubEvent(event: ClubEvent, { club, frequency, variant, value, userId }: ClubEventData): void {
  track(event, {
    club,
    ...(frequency === undefined ? {} : { frequency }),
    ...(variant === undefined ? {} : { variant }),
    ...(value === undefined ? {} : { value }),
    ...(userId === undefined ? {} : { user_id: userId }),
    event_category: 'Wine Club',
  });
}

/** What an event says of a membership. */
interface TrackedMembership {
  readonly club: Pick<MembershipView['club'], 'name'>;
  readonly frequency: Pick<MembershipView['frequency'], 'label'>;
  readonly variant: Pick<MembershipView['variant'], 'label' | 'price'>;
}

/** Tracks a change of a membership. */
export function trackMemberAction(action: MemberAction, { club, frequency, variant }: TrackedMembership, userId: string | undefined): void {
  const event = MEMBER_EVENTS[action];
  if (event) trackClubEvent(event, { club: club.name, frequency: frequency.label, variant: variant.label, value: variant.price, userId });
}
