/** Ranks the hits of a page: the best of each segment, then merged. */
import { hasBit, sliceBits } from './bitmap.ts';
import { createComparison } from './document-order.ts';
import type { MutableSegment } from './mutable-segment.ts';
import { relevanceOf } from './relevance.ts';
import { DEFAULT_SORT, type IndexedDocument, type IndexSchema } from './schema.ts';
import { DOCUMENT_ROOM } from './segment.ts';
import type { Selection } from './selection.ts';
import { smallestOf } from './smallest-keys.ts';

/** Lists the first hits by the distance of a number. */
export interface Nearest {
  readonly attribute: string;
  readonly number: number;
  /** Number of hits, from the first in the order of the request. Others are not listed. */
  readonly among: number;
}

/** The best hits of a segment. Each is a rank times `DOCUMENT_ROOM` plus a document; ranks are 0 if documents are not ranked. */
interface BestHits<D extends IndexedDocument> {
  readonly live: MutableSegment<D>;
  readonly keys: Float64Array | Uint32Array;
}

/** Creates a function that ranks documents in their segment. */
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

/**
 * Returns the first `count` hits in a named order. Tests the documents of the segment in that order if this takes fewer steps than
 * ranking the hits.
 */
const walkOrder = <D extends IndexedDocument>({ live, hits }: Selection<D>, sort: string, count: number): Uint32Array | null => {
  const { bits, size } = hits;
  const order = bits !== null && count * live.keys.length < size * size ? live.inOrder(sort) : undefined;
  if (bits === null || order === undefined) return null;
  const walked = new Uint32Array(count);
  for (let at = 0, found = 0; found < count; at++) {
    const document = order[at] as number;
    walked[found] = document;
    found += Number(hasBit(bits, document));
  }
  return walked;
};

/** Returns the first `most` hits of a selection. */
const bestOf = <D extends IndexedDocument>(selection: Selection<D>, sort: string, most: number): BestHits<D> => {
  const { live, hits } = selection;
  const count = Math.min(hits.size, most);
  if (sort === DEFAULT_SORT && hits.bits !== null) return { live, keys: sliceBits(hits.bits, 0, count) };
  const walked = walkOrder(selection, sort, count);
  if (walked !== null) return { live, keys: walked };
  const rank = rankOf(selection, sort);
  const keys = live.keys.subarray(0, hits.size);
  const documents = hits.list();
  for (let i = 0; i < documents.length; i++) keys[i] = rank(documents[i] as number) * DOCUMENT_ROOM + (documents[i] as number);
  return { live, keys: smallestOf(keys, count) };
};

/** A hit as a document number of its segment. */
interface Hit<D extends IndexedDocument> {
  readonly live: MutableSegment<D>;
  readonly number: number;
}

const hitAt = <D extends IndexedDocument>({ live, keys }: BestHits<D>, position: number): Hit<D> => ({
  live,
  number: (keys[position] as number) % DOCUMENT_ROOM,
});

const documentOf = <D extends IndexedDocument>({ live, number }: Hit<D>): D => live.document(number) as D;

/** Returns the first of `count` positions for which a predicate holds, or `count`. It must hold for all positions after it. */
const firstPosition = (count: number, holds: (position: number) => boolean): number => {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
};

/** Merges the hits of two segments. Places those of the small one by binary search, so that few documents are read. */
const mergeHits = <D extends IndexedDocument>(
  large: BestHits<D>,
  small: BestHits<D>,
  precedes: (small: number, large: number) => boolean,
  from: number,
  to: number,
): Hit<D>[] => {
  const placeOf = (position: number) => position + firstPosition(large.keys.length, (at) => precedes(position, at));
  let next = firstPosition(small.keys.length, (position) => placeOf(position) >= from);
  const end = Math.min(to, large.keys.length + small.keys.length);
  const merged: Hit<D>[] = [];
  while (from + merged.length < end) {
    const place = next < small.keys.length ? Math.min(placeOf(next), end) : end;
    while (from + merged.length < place) merged.push(hitAt(large, from + merged.length - next));
    if (place < end) merged.push(hitAt(small, next++));
  }
  return merged;
};

const listHits = <D extends IndexedDocument>(
  schema: IndexSchema<D>,
  selections: readonly Selection<D>[],
  sort: string,
  from: number,
  to: number,
): Hit<D>[] => {
  const [large, small] = selections.filter(({ hits }) => hits.size > 0).map((selection) => bestOf(selection, sort, to));
  if (large === undefined) return [];
  if (small === undefined) return Array.from(large.keys.subarray(from), (_, at) => hitAt(large, from + at));
  const compare = createComparison(schema, sort);
  const relevanceAt = ({ keys }: BestHits<D>, at: number) => (sort === DEFAULT_SORT ? Math.floor((keys[at] as number) / DOCUMENT_ROOM) : 0);
  return mergeHits(
    large,
    small,
    (s, l) => (relevanceAt(small, s) - relevanceAt(large, l) || compare(documentOf(hitAt(small, s)), documentOf(hitAt(large, l)))) < 0,
    from,
    to,
  );
};

/** Sorts hits by the distance of a number. Equal ones keep their order. Reads no documents. */
const sortByDistance = <D extends IndexedDocument>(hits: readonly Hit<D>[], { attribute, number }: Nearest): Hit<D>[] => {
  const distanceOf = ({ live, number: document }: Hit<D>) => {
    const distance = Math.abs((live.segment.numeric.get(attribute)?.[document] ?? Number.NaN) - number);
    return Number.isNaN(distance) ? Number.POSITIVE_INFINITY : distance;
  };
  return hits
    .map((hit) => ({ hit, distance: distanceOf(hit) }))
    .sort((a, b) => a.distance - b.distance)
    .map(({ hit }) => hit);
};

/** Returns the documents at the positions from `from` to before `to`. */
export const topHits = <D extends IndexedDocument>(
  schema: IndexSchema<D>,
  selections: readonly Selection<D>[],
  { sort, nearest, from, to }: { sort: string; nearest: Nearest | undefined; from: number; to: number },
): D[] => {
  if (to <= from) return [];
  const hits =
    nearest === undefined
      ? listHits(schema, selections, sort, from, to)
      : sortByDistance(listHits(schema, selections, sort, 0, nearest.among), nearest).slice(from, to);
  return hits.map(documentOf);
};
