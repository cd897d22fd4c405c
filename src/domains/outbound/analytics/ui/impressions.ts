/** Remembers which search showed an offer and at which position, because insights name both. Memory of the page only. */

/** Query id of a response and its index: the replica if the list is sorted. */
export interface AnsweredQuery {
  readonly queryID: string;
  readonly index: string;
}

export interface Impression extends AnsweredQuery {
  /** From 1, over all pages of the list. */
  readonly position: number;
  /** Path of the list. */
  readonly path: string;
}

const MAX_ENTRIES = 400;
const shown = new Map<string, Impression>();
const clicked = new Map<string, AnsweredQuery>();

/** Records a visible list: its response (null without an id), its offers in order, and the position of the first, from 1. */
export function recordImpressions(by: AnsweredQuery | null, path: string, first: number, offerIds: readonly string[]): void {
  for (const [at, offerId] of offerIds.entries()) {
    // The latest list of an offer counts, and is evicted last.
    shown.delete(offerId);
    if (by !== null) shown.set(offerId, { ...by, position: first + at, path });
  }
  for (const offerId of shown.keys()) {
    if (shown.size <= MAX_ENTRIES) break;
    shown.delete(offerId);
  }
}

/** Returns where an opened offer was in a list, or null if no list showed it. */
export function clickedHit(offerId: string, path: string): Impression | null {
  const hit = shown.get(offerId);
  if (hit === undefined || hit.path !== path) return null;
  clicked.set(offerId, hit);
  return hit;
}

/** Returns the search that led to an offer: its list is visible, or the offer was opened from it. */
export function queryOf(offerId: string, path: string): AnsweredQuery | null {
  const hit = shown.get(offerId);
  return hit?.path === path ? hit : (clicked.get(offerId) ?? null);
}
