/** Counts facet values and computes statistics of numbers over the selected documents of all segments. */
import { spreadSets } from './facet-column.ts';
import { type IndexedDocument, MAX_SORT_KEY } from './schema.ts';
import { DOCUMENT_ROOM } from './segment.ts';
import type { Selection } from './selection.ts';
import { smallestOf } from './smallest-keys.ts';

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

/** Sorted values with their counts, of which some are 0. */
interface FacetTally {
  readonly values: readonly string[];
  readonly counts: Uint32Array;
  readonly numbers: () => Float64Array;
}

/** Returns the index of the first sorted value that is not less than a value. */
const lowerBound = (values: readonly string[], value: string): number => {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] as string) < value) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Adds the counts of a small tally to those of a large one. */
const merge = (large: FacetTally, small: FacetTally): FacetTally => {
  const counts = large.counts.slice();
  const added: { readonly place: number; readonly value: string; readonly count: number }[] = [];
  small.values.forEach((value, index) => {
    const count = small.counts[index] as number;
    if (count === 0) return;
    const place = lowerBound(large.values, value);
    if (large.values[place] === value) counts[place] = (counts[place] as number) + count;
    else added.push({ place, value, count });
  });
  if (added.length === 0) return { ...large, counts };
  const values: string[] = [];
  const merged = new Uint32Array(counts.length + added.length);
  const numbers = () => {
    const from = large.numbers();
    const all = new Float64Array(merged.length);
    let copied = 0;
    added.forEach(({ place, value }, before) => {
      all.set(from.subarray(copied, place), copied + before);
      all[place + before] = Number(value);
      copied = place;
    });
    all.set(from.subarray(copied), copied + added.length);
    return all;
  };
  let copied = 0;
  for (const { place, value, count } of added) {
    merged.set(counts.subarray(copied, place), values.length);
    while (copied < place) values.push(large.values[copied++] as string);
    merged[values.length] = count;
    values.push(value);
  }
  merged.set(counts.subarray(copied), values.length);
  while (copied < counts.length) values.push(large.values[copied++] as string);
  return { values, counts: merged, numbers };
};

/** Counts the values of an attribute. Returns null if the attribute is not a facet. */
export const tallyFacet = <D extends IndexedDocument>(selections: readonly Selection<D>[], attribute: string): FacetTally | null => {
  let tally: FacetTally | null = null;
  for (const selection of selections) {
    const column = selection.live.segment.facets.get(attribute);
    if (column === undefined) return null;
    const { values, numbers } = column;
    const own = { values, numbers, counts: spreadSets(column, selection.countedFor(attribute).countBySet(attribute, column)) };
    tally = tally === null ? own : merge(tally, own);
  }
  return tally;
};

/** Counts from this one on are treated alike by `leastCount`. */
const HIGH_COUNT = 255;

/** Returns a count that at least `most` values have, or 1. Prices have many values, most of which need not be ranked. */
const leastCount = (counts: Uint32Array, most: number): number => {
  if (counts.length <= most) return 1;
  const valuesOf = new Uint32Array(HIGH_COUNT + 1);
  for (let place = 0; place < counts.length; place++) {
    const count = Math.min(counts[place] as number, HIGH_COUNT);
    valuesOf[count] = (valuesOf[count] as number) + 1;
  }
  let reached = 0;
  for (let count = HIGH_COUNT; count > 0; count--) {
    reached += valuesOf[count] as number;
    if (reached >= most) return count;
  }
  return 1;
};

/** Lists values, most frequent first, equal ones by value, without counts of 0. */
export const mostFrequent = ({ values, counts }: FacetTally, most: number): FacetCount[] => {
  const least = leastCount(counts, most);
  const keys = new Float64Array(counts.length);
  let used = 0;
  for (let place = 0; place < counts.length; place++)
    if ((counts[place] as number) >= least) keys[used++] = (MAX_SORT_KEY - (counts[place] as number)) * DOCUMENT_ROOM + place;
  return Array.from(smallestOf(keys.subarray(0, used), most), (key) => {
    const place = key % DOCUMENT_ROOM;
    return { value: values[place] as string, count: counts[place] as number };
  });
};

/** Computes minimum, maximum, mean and sum of a numeric facet. Returns null if nothing was counted. */
export const facetStats = ({ counts, numbers }: FacetTally): FacetStats | null => {
  const values = numbers();
  let [min, max, sum, total] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 0];
  for (let place = 0; place < counts.length; place++) {
    const count = counts[place] as number;
    if (count === 0) continue;
    const number = values[place] as number;
    min = Math.min(min, number);
    max = Math.max(max, number);
    sum += number * count;
    total += count;
  }
  return total === 0 ? null : { min, max, sum, avg: sum / total };
};
