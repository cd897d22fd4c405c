/**
 * Runs a query plan over all segments and decides how many typos the response allows. The decision depends on eligible documents only,
 * so that hidden ones change nothing, and not on filters, so that counts of different filters agree.
 */
import { hasBit } from './bitmap.ts';
import type { MutableSegment } from './mutable-segment.ts';
import type { QueryPlan } from './query-plan.ts';
import { typosIn } from './relevance.ts';
import type { Eligibility, IndexedDocument } from './schema.ts';
import { type MatchOptions, matchPlan } from './text-match.ts';
import type { TypoAccumulator } from './typo-accumulator.ts';

/**
 * Typos that match. `true`: all that are allowed for a word. `false`: none. `'min'`: the fewest of any match. `'strict'`: up to one
 * more than `'min'`.
 */
export type TypoTolerance = boolean | 'min' | 'strict';

export interface TextSearch {
  readonly plan: QueryPlan;
  readonly tolerance: TypoTolerance;
  /** True if a query that matches nothing falls back to documents with some of its words. */
  readonly anyWord: boolean;
  /** Bits of the fields to search. */
  readonly fields: number;
  /** `fieldCosts` of the schema. */
  readonly fieldCosts: Int32Array;
}

/** Documents that match the text of a query, and the maximum number of typos of the hits. */
export interface TextMatches {
  /** Matches by segment. Null if the query has no words, because then every document matches. */
  readonly tallies: readonly (TypoAccumulator | null)[];
  readonly maxTypos: number;
}

/** Returns the fewest typos of an eligible document, or infinity if none matches. */
const minTypos = <D extends IndexedDocument>(
  live: readonly MutableSegment<D>[],
  tallies: readonly TypoAccumulator[],
  eligibility: Eligibility,
): number => {
  let fewest = Number.POSITIVE_INFINITY;
  live.forEach((segment, index) => {
    const tally = tallies[index];
    const { bits } = segment.eligibleTo(eligibility);
    for (let i = 0; tally !== undefined && fewest > 0 && i < tally.count; i++) {
      const document = tally.documents[i] as number;
      if (hasBit(bits, document)) fewest = Math.min(fewest, typosIn(tally.costs[document] as number));
    }
  });
  return fewest;
};

/** Searches all segments. The result is in the segments' own memory and valid until their next search. */
export const searchText = <D extends IndexedDocument>(
  live: readonly MutableSegment<D>[],
  eligibility: Eligibility,
  search: TextSearch,
): TextMatches => {
  const { plan, tolerance, fields, fieldCosts } = search;
  if (plan.length === 0 || fields === 0) return { tallies: live.map(() => null), maxTypos: 0 };
  const run = (options: Omit<MatchOptions, 'fields' | 'fieldCosts'>): TypoAccumulator[] =>
    live.map((segment) => matchPlan(segment.segment.postings, segment.memory, plan, { ...options, fields, fieldCosts }));

  let tallies = run({ typos: tolerance === true || tolerance === 'strict', anySegment: false });
  let fewest = minTypos(live, tallies, eligibility);
  if (fewest === Number.POSITIVE_INFINITY && tolerance === 'min') {
    tallies = run({ typos: true, anySegment: false });
    fewest = minTypos(live, tallies, eligibility);
  }
  if (fewest === Number.POSITIVE_INFINITY && search.anyWord) {
    return { tallies: run({ typos: tolerance !== false, anySegment: true }), maxTypos: Number.POSITIVE_INFINITY };
  }
  const beyondFewest = { min: 0, strict: 1, true: Number.POSITIVE_INFINITY, false: 0 }[
    String(tolerance) as 'min' | 'strict' | 'true' | 'false'
  ];
  return { tallies, maxTypos: fewest + beyondFewest };
};
