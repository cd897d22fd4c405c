/** What is told of wine clubs (SPEC.md §7). */
import { track } from '../../analytics/web/track.ts';

export interface ClubMoment {
  readonly club: string;
  readonly frequency?: string | undefined;
  readonly variant?: string | undefined;
  /** Price of the case, decimal. */
  readonly value?: number | undefined;
  /** `sub` of whoever is signed in. */
  readonly userId?: string | undefined;
}

type ClubEvent = 'Club Viewed' | 'Club Selected' | 'Club Joined';

/** Tell of one; what is not known is left out. */
export function tellClub(event: ClubEvent, { club, frequency, variant, value, userId }: ClubMoment): void {
  track(event, {
    club,
    ...(frequency === undefined ? {} : { frequency }),
    ...(variant === undefined ? {} : { variant }),
    ...(value === undefined ? {} : { value }),
    ...(userId === undefined ? {} : { user_id: userId }),
    event_category: 'Wine Club',
  });
}
