/** Counts facet values and computes statistics of numbers over the selected documents of all segments. */
import { countSets, setsIn, spreadSets } from './facet-column.ts';
import type { IndexedDocument } from './schema.ts';
import type { GroupedFilter, Selection } from './selection.ts';

/** A facet value with the number of selected documents that have it. */
export interface FacetCount {
  readonly value: string;
  readonly count: number;
}

/** Statistics of a numeric facet. `avg` is the mean. */
export interface FacetStats {
  readonly min: number;
  readonly max: number;
  readonly avg: number;
  readonly sum: number;
}

/** Most frequent first, equal ones by value. */
const byCount = (a: FacetCount, b: FacetCount): number => b.count - a.count || (a.value < b.value ? -1 : 1);

/** Lists the documents that only an attribute's own filter excludes. */
export const ownNearMisses = ({ live, nearMissCount }: Selection<IndexedDocument>, group: number): Uint32Array =>
  group === 0 || nearMissCount === 0
    ? new Uint32Array(0)
    : live.nearMisses.subarray(0, nearMissCount).filter((document) => live.states[document] === group);

/** Counts the values of an attribute, most frequent first, without counts of 0. Returns null if the attribute is not a facet. */
export const facetCounts = <D extends IndexedDocument>(
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
    spreadSets(column, bySet).forEach((count, index) => {
      const value = column.values[index] as string;
      if (count > 0) totals.set(value, (totals.get(value) ?? 0) + count);
    });
  }
  return Array.from(totals, ([value, count]) => ({ value, count })).sort(byCount);
};

/** Computes minimum, maximum, mean and sum of a numeric facet from all its counts. Returns null if there are none. */
export const facetStats = (counts: readonly FacetCount[]): FacetStats | null => {
  if (counts.length === 0) return null;
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
