/** Counts of facet values and statistics of numbers over the selected documents of every segment. */
import { type SearchDocument, STATISTIC_ATTRIBUTES } from './document.ts';
import { countSets, setsIn, spreadSets } from './facet-column.ts';
import type { GroupedFilter, Selection } from './selection.ts';

export interface FacetCount {
  readonly value: string;
  readonly count: number;
}

export interface FacetStats {
  readonly min: number;
  readonly max: number;
  readonly avg: number;
  readonly sum: number;
}

/** Most frequent first, equal ones by value. */
const byCount = (a: FacetCount, b: FacetCount): number => b.count - a.count || (a.value < b.value ? -1 : 1);

/** The near misses that only an attribute's own filter keeps out. */
const ownNearMisses = ({ live, nearMissCount }: Selection<SearchDocument>, group: number): Uint32Array =>
  group === 0 || nearMissCount === 0
    ? new Uint32Array(0)
    : live.nearMisses.subarray(0, nearMissCount).filter((document) => live.standing[document] === group);

/**
 * In: the selections, their filter, an attribute.
 * Out: every value with a count above 0, most frequent first; null for an attribute that is no facet.
 */
export const facetCounts = <D extends SearchDocument>(
  selections: readonly Selection<D>[],
  filter: GroupedFilter,
  attribute: string,
): FacetCount[] | null => {
  const group = filter.attributes.indexOf(attribute) + 1;
  const totals = new Map<string, number>();
  for (const selection of selections) {
    const column = selection.live.segment.facets.get(attribute);
    if (column === undefined) return null;
    const bySet = new Uint32Array(setsIn(column));
    countSets(column, selection.hits, selection.hitCount, bySet);
    const near = ownNearMisses(selection, group);
    countSets(column, near, near.length, bySet);
    spreadSets(column, bySet).forEach((count, place) => {
      const value = column.values[place] as string;
      if (count > 0) totals.set(value, (totals.get(value) ?? 0) + count);
    });
  }
  return Array.from(totals, ([value, count]) => ({ value, count })).sort(byCount);
};

const NUMBERS: ReadonlySet<string> = new Set(STATISTIC_ATTRIBUTES);

/** In: an attribute and all its counts. Out: least, greatest, mean and sum over the documents; null where it is no number. */
export const facetStats = (attribute: string, counts: readonly FacetCount[]): FacetStats | null => {
  if (!NUMBERS.has(attribute) || counts.length === 0) return null;
  const stats = { min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY, sum: 0 };
  let total = 0;
  for (const { value, count } of counts) {
    const number = Number(value);
    stats.min = Math.min(stats.min, number);
    stats.max = Math.max(stats.max, number);
    stats.sum += number * count;
    total += count;
  }
  return { ...stats, avg: stats.sum / total };
};
