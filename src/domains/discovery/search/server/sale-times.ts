/** Start and end times of offers. The indexes contain the offers on sale, so they change at these times. */

import type { FeedOffer } from '#domains/catalogue/server/catalogue-feed.repository.ts';
import { minOf } from '#lib/extremes.ts';

type Timed = Pick<FeedOffer, 'offerId' | 'startsAt' | 'endsAt'>;

/** Returns true if an offer is on sale at a time, milliseconds since 1970. */
export const isOnSaleAt = ({ startsAt, endsAt }: Timed, now: number): boolean =>
  (startsAt === null || startsAt <= now) && (endsAt === null || now < endsAt);

export class SaleTimes {
  /** The next start or end time of each offer that has one. */
  readonly #next: Map<string, number>;

  /** Restores the result of `entries`. */
  constructor(entries: Iterable<readonly [offerId: string, at: number]> = []) {
    this.#next = new Map(entries);
  }

  /** Stores the next change of an offer after `now`. */
  set({ offerId, startsAt, endsAt }: Timed, now: number): void {
    const upcoming = [startsAt, endsAt].flatMap((time) => (time !== null && time > now ? [time] : []));
    if (upcoming.length === 0) this.#next.delete(offerId);
    else this.#next.set(offerId, minOf(upcoming));
  }

  remove(offerId: string): void {
    this.#next.delete(offerId);
  }

  entries(): [offerId: string, at: number][] {
    return [...this.#next];
  }

  /** Returns the earliest time, or infinity. */
  earliest(): number {
    let earliest = Number.POSITIVE_INFINITY;
    for (const time of this.#next.values()) earliest = Math.min(earliest, time);
    return earliest;
  }

  /** Returns the offers whose time has passed, until `set` is called for them again. */
  due(now: number): string[] {
    return Array.from(this.#next).flatMap(([offerId, time]) => (time <= now ? [offerId] : []));
  }
}
