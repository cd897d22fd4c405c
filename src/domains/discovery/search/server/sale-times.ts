/** When offers begin and end to be on sale: the indexes hold what is on sale now, so they change at these times. */
import type { FeedOffer } from '#domains/catalogue/server/catalogue-feed.repository.ts';

type Timed = Pick<FeedOffer, 'offerId' | 'startsAt' | 'endsAt'>;

/** Whether an offer is on sale at an instant, milliseconds since 1970. */
export const isOnSaleAt = ({ startsAt, endsAt }: Timed, now: number): boolean =>
  (startsAt === null || startsAt <= now) && (endsAt === null || now < endsAt);

export class SaleTimes {
  /** The next instant at which each offer begins or ends; offers without one are not here. */
  readonly #next: Map<string, number>;

  /** In: what `entries` answered, for a start that goes on from there. */
  constructor(entries: Iterable<readonly [offerId: string, at: number]> = []) {
    this.#next = new Map(entries);
  }

  /** Remember when an offer changes next after `now`. */
  set({ offerId, startsAt, endsAt }: Timed, now: number): void {
    const coming = [startsAt, endsAt].flatMap((time) => (time !== null && time > now ? [time] : []));
    if (coming.length === 0) this.#next.delete(offerId);
    else this.#next.set(offerId, Math.min(...coming));
  }

  forget(offerId: string): void {
    this.#next.delete(offerId);
  }

  entries(): [offerId: string, at: number][] {
    return [...this.#next];
  }

  /** The earliest of all these instants; infinite when there is none. */
  earliest(): number {
    let earliest = Number.POSITIVE_INFINITY;
    for (const time of this.#next.values()) earliest = Math.min(earliest, time);
    return earliest;
  }

  /** Offers whose instant has come; they stay so until they are set anew. */
  due(now: number): string[] {
    return Array.from(this.#next).flatMap(([offerId, time]) => (time <= now ? [offerId] : []));
  }
}
