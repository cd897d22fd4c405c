/** Ranks the hits of a page: the best of each segment, then merged. */
import { createComparison } from './document-order.ts';
import { relevanceOf } from './relevance.ts';
import { DEFAULT_SORT, type IndexedDocument, type IndexSchema } from './schema.ts';
import { DOCUMENT_ROOM } from './segment.ts';
import type { Selection } from './selection.ts';

/** Moves the `count` smallest keys to the start (quickselect). */
const moveSmallest = (keys: Float64Array, count: number): void => {
  let from = 0;
  let to = keys.length - 1;
  while (from < to) {
    const pivot = keys[(from + to) >>> 1] as number;
    let i = from;
    let j = to;
    while (i <= j) {
      while ((keys[i] as number) < pivot) i++;
      while ((keys[j] as number) > pivot) j--;
      if (i <= j) {
        const key = keys[i] as number;
        keys[i++] = keys[j] as number;
        keys[j--] = key;
      }
    }
    if (count - 1 <= j) to = j;
    else if (count - 1 >= i) from = i;
    else return;
  }
};

/** Returns a view of the `count` smallest keys, smallest first. Reorders the keys. */
const smallestOf = (keys: Float64Array, count: number): Float64Array => {
  if (count < keys.length) moveSmallest(keys, count);
  return keys.subarray(0, count).sort();
};

interface Ranked<D> {
  readonly document: D;
  /** Relevance of the hit. 0 if the list is sorted by a named order or has no query. */
  readonly relevance: number;
}

/** Creates a function that ranks documents in their segment. Relevance counts only in the default order. */
const rankOf = <D extends IndexedDocument>({ live, tally }: Selection<D>, sort: string): ((document: number) => number) => {
  const { sortRanks, postings } = live.segment;
  const ranks = sortRanks.get(sort);
  if (ranks !== undefined) return (document) => ranks[document] as number;
  if (tally === null) return () => 0;
  return (document) =>
    relevanceOf(
      tally.costs[document] as number,
      postings.titleLengths[document] as number,
      tally.steps - (tally.found[document] as number),
    );
};

/** Returns the hits of a selection at the positions from `from` to before `to`. */
const bestOf = <D extends IndexedDocument>(selection: Selection<D>, sort: string, from: number, to: number): Ranked<D>[] => {
  const { live, hits, hitCount, tally } = selection;
  const rank = rankOf(selection, sort);
  const inOrder = sort === DEFAULT_SORT && tally === null;
  const count = inOrder ? Math.min(hitCount, to) : hitCount;
  const keys = live.keys.subarray(0, count);
  for (let i = 0; i < count; i++) {
    const document = hits[i] as number;
    keys[i] = rank(document) * DOCUMENT_ROOM + document;
  }
  return Array.from(smallestOf(keys, to).subarray(from), (key) => ({
    document: live.document(key % DOCUMENT_ROOM) as D,
    relevance: sort === DEFAULT_SORT ? Math.floor(key / DOCUMENT_ROOM) : 0,
  }));
};

/** Returns the documents at the positions from `from` to before `to`. */
export const topHits = <D extends IndexedDocument>(
  schema: IndexSchema<D>,
  selections: readonly Selection<D>[],
  sort: string,
  from: number,
  to: number,
): D[] => {
  if (to <= from) return [];
  const filled = selections.filter(({ hitCount }) => hitCount > 0);
  const [only] = filled;
  if (only !== undefined && filled.length === 1) return bestOf(only, sort, from, to).map(({ document }) => document);
  const compare = createComparison(schema, sort);
  return filled
    .flatMap((selection) => bestOf(selection, sort, 0, to))
    .sort((a, b) => a.relevance - b.relevance || compare(a.document, b.document))
    .slice(from, to)
    .map(({ document }) => document);
};
