/** The first hits of an answer: the best of each segment, then merged. */
import { compareBy, type Sort } from './default-order.ts';
import type { SearchDocument } from './document.ts';
import { relevanceOf } from './relevance.ts';
import { DOCUMENT_ROOM } from './segment.ts';
import type { Selection } from './selection.ts';
import { smallest } from './top-k.ts';

interface Ranked<D> {
  readonly document: D;
  /** 0 where the list is sorted by price or has no query. */
  readonly relevance: number;
}

/** Rank of a document in its segment; relevance is only looked at in an unsorted list. */
const rankOf = <D extends SearchDocument>({ live, tally }: Selection<D>, sort: Sort): ((document: number) => number) => {
  const { priceRanks, postings } = live.segment;
  if (sort !== 'default') return (document) => priceRanks[sort][document] as number;
  if (tally === null) return () => 0;
  return (document) =>
    relevanceOf(
      tally.costs[document] as number,
      postings.titleLengths[document] as number,
      tally.steps - (tally.found[document] as number),
    );
};

/** In: the places wanted of a selection (from, to exclusive). */
const bestOf = <D extends SearchDocument>(selection: Selection<D>, sort: Sort, from: number, to: number): Ranked<D>[] => {
  const { live, hits, hitCount, tally } = selection;
  const rank = rankOf(selection, sort);
  const inOrder = sort === 'default' && tally === null;
  const count = inOrder ? Math.min(hitCount, to) : hitCount;
  const keys = live.keys.subarray(0, count);
  for (let i = 0; i < count; i++) {
    const document = hits[i] as number;
    keys[i] = rank(document) * DOCUMENT_ROOM + document;
  }
  return Array.from(smallest(keys, to).subarray(from), (key) => ({
    document: live.document(key % DOCUMENT_ROOM) as D,
    relevance: sort === 'default' ? Math.floor(key / DOCUMENT_ROOM) : 0,
  }));
};

/** In: the selections, the order, and the places wanted (from, to exclusive). Out: the documents of these places. */
export const topHits = <D extends SearchDocument>(selections: readonly Selection<D>[], sort: Sort, from: number, to: number): D[] => {
  if (to <= from) return [];
  const filled = selections.filter(({ hitCount }) => hitCount > 0);
  const [only] = filled;
  if (only !== undefined && filled.length === 1) return bestOf(only, sort, from, to).map(({ document }) => document);
  return filled
    .flatMap((selection) => bestOf(selection, sort, 0, to))
    .sort((a, b) => a.relevance - b.relevance || compareBy(sort, a.document, b.document))
    .slice(from, to)
    .map(({ document }) => document);
};
