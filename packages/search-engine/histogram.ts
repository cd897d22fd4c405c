/** Counts documents by ranges of a number, in one pass over them. */
import { ownNearMisses } from './facet-counts.ts';
import type { IndexedDocument } from './schema.ts';
import type { GroupedFilter, Selection } from './selection.ts';

/** Numbers of documents by ranges of a number. */
export interface Histogram {
  /** Lower ends of the ranges, ascending. */
  readonly bounds: readonly number[];
  /** Documents from each bound to below the next one. The last range has no end. Numbers below the first bound are in the first range. */
  readonly counts: readonly number[];
  readonly min: number;
  readonly max: number;
  /** Documents whose number is `max`. */
  readonly countAtMax: number;
}

/** Input of a histogram: a numeric attribute and the lower ends of its ranges, ascending. */
export interface HistogramRequest {
  readonly attribute: string;
  readonly bounds: readonly number[];
}

/** Collects numbers for a histogram. Ignores NaN, which means no number. */
export class HistogramBuilder {
  readonly #bounds: readonly number[];
  readonly #counts: number[];
  #min = Number.POSITIVE_INFINITY;
  #max = Number.NEGATIVE_INFINITY;
  #countAtMax = 0;

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#counts = bounds.map(() => 0);
  }

  add(value: number, count = 1): void {
    if (Number.isNaN(value) || count === 0) return;
    let low = 0;
    let high = this.#bounds.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#bounds[middle] as number) <= value) low = middle;
      else high = middle - 1;
    }
    this.#counts[low] = (this.#counts[low] as number) + count;
    if (value < this.#min) this.#min = value;
    if (value > this.#max) {
      this.#max = value;
      this.#countAtMax = 0;
    }
    if (value === this.#max) this.#countAtMax += count;
  }

  /** Returns the histogram of the numbers added, or null if there are none. */
  finish(): Histogram | null {
    if (this.#countAtMax === 0) return null;
    return { bounds: this.#bounds, counts: this.#counts, min: this.#min, max: this.#max, countAtMax: this.#countAtMax };
  }
}

/** Counts the selected documents by ranges. Returns null if the attribute is not numeric or no document has a number. */
export const countRanges = <D extends IndexedDocument>(
  selections: readonly Selection<D>[],
  filter: GroupedFilter,
  { attribute, bounds }: HistogramRequest,
): Histogram | null => {
  const group = filter.attributes.indexOf(attribute) + 1;
  const histogram = new HistogramBuilder(bounds);
  for (const selection of selections) {
    const numbers = selection.live.segment.numeric.get(attribute);
    if (numbers === undefined) return null;
    for (let i = 0; i < selection.hitCount; i++) histogram.add(numbers[selection.hits[i] as number] as number);
    for (const document of ownNearMisses(selection, group)) histogram.add(numbers[document] as number);
  }
  return histogram.finish();
};
