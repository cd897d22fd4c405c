/**
 * Which documents of a segment are hits, and which fail only the filter of one disjunctive attribute: these count for that
 * attribute's own facet and for nothing else, which makes disjunctive counts exact in one pass.
 */
import type { Audience } from './audience.ts';
import type { SearchDocument } from './document.ts';
import { type Filter, markCondition, setTable } from './filter.ts';
import { type MutableSegment, OUT, PASSES } from './mutable-segment.ts';
import { typosIn } from './relevance.ts';
import type { TypoAccumulator } from './typo-accumulator.ts';

/** Attributes whose own filter may be told apart; filters of further ones count like any other. */
const MAX_GROUPS = 64;

/** Filters sorted into those of one disjunctive attribute each and all others. */
export interface GroupedFilter {
  readonly always: Filter;
  /** Group g − 1 holds the clauses that only speak of `attributes[g - 1]`. */
  readonly attributes: readonly string[];
  readonly groups: readonly Filter[];
}

/** In: a filter, the attributes whose facets ignore their own filter, and what no facet ignores. */
export const groupFilter = (filter: Filter, disjunctive: readonly string[], within: Filter = []): GroupedFilter => {
  const ownerOf = (clause: Filter[number]) =>
    disjunctive.slice(0, MAX_GROUPS).find((attribute) => clause.every((condition) => condition.attribute === attribute));
  const attributes = [...new Set(filter.map(ownerOf).filter((owner) => owner !== undefined))];
  return {
    always: [...within, ...filter.filter((clause) => ownerOf(clause) === undefined)],
    attributes,
    groups: attributes.map((attribute) => filter.filter((clause) => ownerOf(clause) === attribute)),
  };
};

/** Standing after a clause of a group, by standing before (times two) and whether the clause holds. */
const nextGroupStates = (group: number): Uint8Array =>
  Uint8Array.from({ length: 512 }, (_, index) => {
    const before = index >> 1;
    return index % 2 === 1 || before === group ? before : before === PASSES ? group : OUT;
  });

const applyFilter = <D extends SearchDocument>(live: MutableSegment<D>, filter: Filter, group: number): void => {
  if (filter.length === 0) return;
  const { standing, marks } = live;
  const after = nextGroupStates(group);
  for (const clause of filter) {
    const table = setTable(live.segment, clause);
    if (table !== null) {
      const { setOf, holds } = table;
      for (let d = 0; d < standing.length; d++)
        standing[d] = after[((standing[d] as number) << 1) | (holds[setOf[d] as number] as number)] as number;
      continue;
    }
    marks.fill(0);
    for (const condition of clause) markCondition(live.segment, condition, marks);
    for (let d = 0; d < standing.length; d++) standing[d] = after[((standing[d] as number) << 1) | (marks[d] as number)] as number;
  }
};

export interface Selection<D extends SearchDocument> {
  readonly live: MutableSegment<D>;
  /** Null where the query has no words. */
  readonly tally: TypoAccumulator | null;
  /** The hits are these up to `hitCount`, in default order where there is no tally. */
  readonly hits: Uint32Array;
  readonly hitCount: number;
  /** The near misses are `live.nearMisses` up to here; `live.standing` says of which group. */
  readonly nearMissCount: number;
}

/**
 * In: a segment, who is looking, the documents found by text (null: all) and the typos allowed, the filters.
 * Out: the hits and near misses, in the segment's own memory until its next search.
 */
export const select = <D extends SearchDocument>(
  live: MutableSegment<D>,
  audience: Audience,
  tally: TypoAccumulator | null,
  mostTypos: number,
  filter: GroupedFilter,
): Selection<D> => {
  const { standing, hits, nearMisses } = live;
  if (tally === null && filter.always.length === 0 && filter.groups.length === 0) {
    const list = live.listFor(audience);
    return { live, tally, hits: list, hitCount: list.length, nearMissCount: 0 };
  }
  standing.set(live.shownTo(audience));
  applyFilter(live, filter.always, OUT);
  filter.groups.forEach((group, index) => {
    applyFilter(live, group, index + 1);
  });
  let hitCount = 0;
  let nearMissCount = 0;
  if (tally === null) {
    // Every document is written down and the next overwrites it unless it counted: no branch to guess wrong.
    for (let document = 0; document < standing.length; document++) {
      const stands = standing[document] as number;
      hits[hitCount] = document;
      hitCount += Number(stands === PASSES);
      nearMisses[nearMissCount] = document;
      nearMissCount += Number(stands !== PASSES) & Number(stands !== OUT);
    }
    return { live, tally, hits, hitCount, nearMissCount };
  }
  for (let i = 0; i < tally.count; i++) {
    const document = tally.documents[i] as number;
    const stands = standing[document];
    if (stands === OUT || typosIn(tally.costs[document] as number) > mostTypos) continue;
    if (stands === PASSES) hits[hitCount++] = document;
    else nearMisses[nearMissCount++] = document;
  }
  return { live, tally, hits, hitCount, nearMissCount };
};
