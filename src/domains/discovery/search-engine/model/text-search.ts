/**
 * Runs a query plan over all segments and decides how many typos an answer allows. That decision looks only at what the shopper
 * may see and not at the filters, so that hidden offers change nothing and counts of filters agree with each other.
 */
import type { Audience } from './audience.ts';
import type { SearchDocument } from './document.ts';
import type { MutableSegment } from './mutable-segment.ts';
import type { QueryPlan } from './query-plan.ts';
import { ALL_FIELDS, typosIn } from './relevance.ts';
import { type MatchOptions, matchPlan } from './text-match.ts';
import type { TypoAccumulator } from './typo-accumulator.ts';

/**
 * As the hosted search's setting: `true` takes every match within the forgiven typos, `false` none with a typo, `'min'` those
 * with the fewest typos that any match has, `'strict'` those and one typo more.
 */
export type TypoTolerance = boolean | 'min' | 'strict';

export interface TextSearch {
  readonly plan: QueryPlan;
  readonly tolerance: TypoTolerance;
  /** Whether a query that matches nothing answers what matches some of its words. */
  readonly anyWord: boolean;
  /** Bits of the fields looked in. */
  readonly fields: number;
}

export interface TextMatches {
  /** One a segment; null where the query has no words, which every document matches. */
  readonly tallies: readonly (TypoAccumulator | null)[];
  readonly mostTypos: number;
}

/** The fewest typos of a document that may be shown, infinity when none is found. */
const minTypos = <D extends SearchDocument>(
  live: readonly MutableSegment<D>[],
  tallies: readonly TypoAccumulator[],
  audience: Audience,
): number => {
  let fewest = Number.POSITIVE_INFINITY;
  live.forEach((segment, index) => {
    const tally = tallies[index];
    const shown = segment.shownTo(audience);
    for (let i = 0; tally !== undefined && fewest > 0 && i < tally.count; i++) {
      const document = tally.documents[i] as number;
      if (shown[document] === 0) fewest = Math.min(fewest, typosIn(tally.costs[document] as number));
    }
  });
  return fewest;
};

/** In: the segments, who is looking, the query. Out: what matches, in the segments' own memory until their next search. */
export const searchText = <D extends SearchDocument>(
  live: readonly MutableSegment<D>[],
  audience: Audience,
  search: TextSearch,
): TextMatches => {
  const { plan, tolerance } = search;
  if (plan.length === 0 || search.fields === 0) return { tallies: live.map(() => null), mostTypos: 0 };
  const run = (options: Omit<MatchOptions, 'fields'>): TypoAccumulator[] =>
    live.map((segment) => matchPlan(segment.segment.postings, segment.memory, plan, { ...options, fields: search.fields & ALL_FIELDS }));

  let tallies = run({ typos: tolerance === true || tolerance === 'strict', anySegment: false });
  let fewest = minTypos(live, tallies, audience);
  if (fewest === Number.POSITIVE_INFINITY && tolerance === 'min') {
    tallies = run({ typos: true, anySegment: false });
    fewest = minTypos(live, tallies, audience);
  }
  if (fewest === Number.POSITIVE_INFINITY && search.anyWord) {
    return { tallies: run({ typos: tolerance !== false, anySegment: true }), mostTypos: Number.POSITIVE_INFINITY };
  }
  const beyondFewest = { min: 0, strict: 1, true: Number.POSITIVE_INFINITY, false: 0 }[
    String(tolerance) as 'min' | 'strict' | 'true' | 'false'
  ];
  return { tallies, mostTypos: fewest + beyondFewest };
};
