/** The first hits of an answer: the best of each segment, then merged. */
import { compareBy, type Sort } from './default-order.ts';
import type { SearchDocument } from './document.ts';
import { relevanceOf } from './relevance.ts';
import { DOCUMENT_ROOM } from './segment.ts';
import type { Selection } from './selection.ts';
import { smallest } from './smallest.ts';

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

const bestOf = <D extends SearchDocument>(selection: Selection<D>, sort: Sort, most: number): Ranked<D>[] => {
  const { live, hits, hitCount, tally } = selection;
  const rank = rankOf(selection, sort);
  const inOrder = sort === 'default' && tally === null;
  const count = inOrder ? Math.min(hitCount, most) : hitCount;
  const keys = live.keys.subarray(0, count);
  for (let i = 0; i < count; i++) {
    const document = hits[i] as number;
    keys[i] = rank(document) * DOCUMENT_ROOM + document;
  }
  return Array.from(smallest(keys, most), (key) => ({
    document: live.segment.documents.at(key % DOCUMENT_ROOM) as D,
    relevance: sort === 'default' ? Math.floor(key / DOCUMENT_ROOM) : 0,
  }));
};

/** In: the selections, the order, and the places wanted (from, to exclusive). Out: the documents of these places. */
export const bestHits = <D extends SearchDocument>(selections: readonly Selection<D>[], sort: Sort, from: number, to: number): D[] => {
  if (to <= from) return [];
  const lists = selections.map((selection) => bestOf(selection, sort, to)).filter((list) => list.length > 0);
  const merged =
    lists.length > 1 ? lists.flat().sort((a, b) => a.relevance - b.relevance || compareBy(sort, a.document, b.document)) : (lists[0] ?? []);
  return merged.slice(from, to).map(({ document }) => document);
};
