/**
 * Which search showed an offer, and where in its list: what a search is told of its hits names both (vendor-wire.md §2 "Insights"). Kept
 * while the page lives; nothing of it is written down.
 */

/** An answer of a search by its id, and the index that gave it: the replica where the list is sorted. */
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

/** A list is on the screen: what answered it (null where that has no id), its offers in order, the number of the first, from 1. */
export function recordImpressions(by: AnsweredQuery | null, path: string, first: number, offerIds: readonly string[]): void {
  for (const [at, offerId] of offerIds.entries()) {
    // The latest list an offer stood in counts, and stays longest.
    shown.delete(offerId);
    if (by !== null) shown.set(offerId, { ...by, position: first + at, path });
  }
  for (const offerId of shown.keys()) {
    if (shown.size <= MAX_ENTRIES) break;
    shown.delete(offerId);
  }
}

/** Where an offer that was opened stood; null where no list showed it on this page. */
export function clickedHit(offerId: string, path: string): Impression | null {
  const hit = shown.get(offerId);
  if (hit === undefined || hit.path !== path) return null;
  clicked.set(offerId, hit);
  return hit;
}

/** The search that led to an offer: its list is on the screen, or the offer was opened from it. */
export function queryOf(offerId: string, path: string): AnsweredQuery | null {
  const hit = shown.get(offerId);
  return hit?.path === path ? hit : (clicked.get(offerId) ?? null);
}
