/** Remembers which search showed an offer and at which position, because insights name both. Memory of the page only. */

/** Query id of a response and its index: the replica if the list is sorted. */
export interface ListedQuery {
  readonly queryID: string;
  readonly index: string;
}

export interface Impression extends ListedQuery {
  /** From 1, over all pages of the list. */
  readonly position: number;
  /** Path of the list. */
  readonly path: string;
}

const MAX_ENTRIES = 400;
const impressions = new Map<string, Impression>();
const clicked = new Map<string, ListedQuery>();

/** Records a visible list: its response (null without an id), its offers in order, and the position of the first, from 1. */
export function recordImpressions(by: ListedQuery | null, path: string, first: number, offerIds: readonly string[]): void {
  for (const [at, offerId] of offerIds.entries()) {
    // The latest list of an offer counts, and is evicted last.
    impressions.delete(offerId);
    if (by !== null) impressions.set(offerId, { ...by, position: first + at, path });
  }
  for (const offerId of impressions.keys()) {
    if (impressions.size <= MAX_ENTRIES) break;
    impressions.delete(offerId);
  }
}

/** Returns where an opened offer was in a list, or null if no list showed it. */
export function clickedHit(offerId: string, path: string): Impression | null {
  const hit = impressions.get(offerId);
  if (hit === undefined || hit.path !== path) return null;
  clicked.set(offerId, hit);
  return hit;
}

/** Returns the search that led to an offer: its list is visible, or the offer was opened from it. */
export function queryOf(offerId: string, path: string): ListedQuery | null {
  const hit = impressions.get(offerId);
  return hit?.path === path ? hit : (clicked.get(offerId) ?? null);
}
