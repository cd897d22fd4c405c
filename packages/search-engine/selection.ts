/**
 * Selects the hits of a segment, and the documents that fail only the filter of one disjunctive attribute. These near misses count for
 * that attribute's own facet and for nothing else, which makes disjunctive counts exact in one pass.
 */
import { type Filter, markCondition, setTable } from './filter.ts';
import { type MutableSegment, OUT, PASSES } from './mutable-segment.ts';
import { typosIn } from './relevance.ts';
import type { Eligibility, IndexedDocument } from './schema.ts';
import type { TypoAccumulator } from './typo-accumulator.ts';

/** Disjunctive attributes. Filters of further ones count like any other. */
const MAX_GROUPS = 64;

/** Filters sorted into those of one disjunctive attribute each and all others. */
export interface GroupedFilter {
  readonly always: Filter;
  /** Group g − 1 has the clauses with conditions of `attributes[g - 1]` alone. */
  readonly attributes: readonly string[];
  readonly groups: readonly Filter[];
}

/**
 * Groups the clauses of a filter.
 * @param disjunctive attributes whose facets ignore their own filter
 * @param within conditions that no facet ignores
 */
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

/** State after a clause of a group, by the state before (times two) plus whether the clause holds. */
const nextGroupStates = (group: number): Uint8Array =>
  Uint8Array.from({ length: 512 }, (_, index) => {
    const before = index >> 1;
    return index % 2 === 1 || before === group ? before : before === PASSES ? group : OUT;
  });

const applyFilter = <D extends IndexedDocument>(live: MutableSegment<D>, filter: Filter, group: number): void => {
  if (filter.length === 0) return;
  const { states, marks } = live;
  const after = nextGroupStates(group);
  for (const clause of filter) {
    const table = setTable(live.segment, clause);
    if (table !== null) {
      const { setOf, holds } = table;
      for (let d = 0; d < states.length; d++)
        states[d] = after[((states[d] as number) << 1) | (holds[setOf[d] as number] as number)] as number;
      continue;
    }
    marks.fill(0);
    for (const condition of clause) markCondition(live.segment, condition, marks);
    for (let d = 0; d < states.length; d++) states[d] = after[((states[d] as number) << 1) | (marks[d] as number)] as number;
  }
};

/** Hits and near misses of one segment. */
export interface Selection<D extends IndexedDocument> {
  readonly live: MutableSegment<D>;
  /** Null if the query has no words. */
  readonly tally: TypoAccumulator | null;
  /** The hits are the first `hitCount`, in default order if there is no tally. */
  readonly hits: Uint32Array;
  readonly hitCount: number;
  /** The near misses are the first of `live.nearMisses`; `live.states` has their group. */
  readonly nearMissCount: number;
}

/**
 * Selects hits and near misses. The result is in the segment's own memory and valid until its next search.
 * @param tally the documents found by text, or null for all
 */
export const select = <D extends IndexedDocument>(
  live: MutableSegment<D>,
  eligibility: Eligibility,
  tally: TypoAccumulator | null,
  maxTypos: number,
  filter: GroupedFilter,
): Selection<D> => {
  const { states, hits, nearMisses } = live;
  if (tally === null && filter.always.length === 0 && filter.groups.length === 0) {
    const list = live.listEligible(eligibility);
    return { live, tally, hits: list, hitCount: list.length, nearMissCount: 0 };
  }
  states.set(live.eligibleTo(eligibility));
  applyFilter(live, filter.always, OUT);
  filter.groups.forEach((group, index) => {
    applyFilter(live, group, index + 1);
  });
  let hitCount = 0;
  let nearMissCount = 0;
  if (tally === null) {
    // Writes every document; the next one overwrites it unless it counted. This avoids branch mispredictions.
    for (let document = 0; document < states.length; document++) {
      const state = states[document] as number;
      hits[hitCount] = document;
      hitCount += Number(state === PASSES);
      nearMisses[nearMissCount] = document;
      nearMissCount += Number(state !== PASSES) & Number(state !== OUT);
    }
    return { live, tally, hits, hitCount, nearMissCount };
  }
  for (let i = 0; i < tally.count; i++) {
    const document = tally.documents[i] as number;
    const state = states[document];
    if (state === OUT || typosIn(tally.costs[document] as number) > maxTypos) continue;
    if (state === PASSES) hits[hitCount++] = document;
    else nearMisses[nearMissCount++] = document;
  }
  return { live, tally, hits, hitCount, nearMissCount };
};
