/** Counts documents by ranges of a number. */
import { hasBit } from './bitmap.ts';
import type { SetColumn } from './eligible-documents.ts';
import type { IndexedDocument } from './schema.ts';
import type { DocumentSet, Selection } from './selection.ts';

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

/** Returns the range of a number. */
const rangeOf = (bounds: readonly number[], value: number): number => {
  let low = 0;
  let high = bounds.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((bounds[middle] as number) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
};

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
    this.addToRange(rangeOf(this.#bounds, value), count);
    this.addExtreme(value, count);
  }

  addToRange(range: number, count: number): void {
    this.#counts[range] = (this.#counts[range] as number) + count;
  }

  /** Takes the least or one of the greatest numbers into account, which `addToRange` counts. */
  addExtreme(value: number, count = 1): void {
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

/** Parts of equal width that each range is divided into, so that few documents are read to find the least and the greatest number. */
const PARTS = 64;

/** The numbers of documents in sets: `PARTS` for each range of a histogram, ascending, and a last one for documents without a number. */
export interface RangeColumn extends SetColumn {
  readonly name: string;
  readonly numbers: Float64Array;
}

/** Finds the part of a range of each number. */
export const rangeColumn = (name: string, numbers: Float64Array, bounds: readonly number[]): RangeColumn => {
  const rangeAt = (d: number): number => (Number.isNaN(numbers[d]) ? bounds.length : rangeOf(bounds, numbers[d] as number));
  const least = new Float64Array(bounds.length + 1).fill(Number.POSITIVE_INFINITY);
  const greatest = new Float64Array(bounds.length + 1).fill(Number.NEGATIVE_INFINITY);
  const setOf = new Uint32Array(numbers.length);
  for (let d = 0; d < numbers.length; d++) {
    const range = rangeAt(d);
    setOf[d] = range * PARTS;
    least[range] = Math.min(least[range] as number, numbers[d] as number);
    greatest[range] = Math.max(greatest[range] as number, numbers[d] as number);
  }
  for (let d = 0; d < numbers.length; d++) {
    const range = (setOf[d] as number) / PARTS;
    const from = least[range] as number;
    const part = Math.floor((((numbers[d] as number) - from) / ((greatest[range] as number) - from)) * PARTS);
    // NaN if all numbers of the range are equal or there are none.
    if (part > 0) setOf[d] = (setOf[d] as number) + Math.min(part, PARTS - 1);
  }
  return { name, numbers, setOf, sets: bounds.length * PARTS + 1 };
};

/** Adds the numbers of documents in a set. */
const addExtremes = (histogram: HistogramBuilder, documents: DocumentSet, { setOf, numbers }: RangeColumn, set: number): void => {
  const { bits } = documents;
  if (bits !== null && documents.size > setOf.length / 4) {
    for (let d = 0; d < setOf.length; d++) if (setOf[d] === set && hasBit(bits, d)) histogram.addExtreme(numbers[d] as number);
  } else {
    for (const d of documents.list()) if (setOf[d] === set) histogram.addExtreme(numbers[d] as number);
  }
};

/** Counts the selected documents by ranges. Returns null if the attribute is not numeric or no document has a number. */
export const countRanges = <D extends IndexedDocument>(
  selections: readonly Selection<D>[],
  { attribute, bounds }: HistogramRequest,
): Histogram | null => {
  const histogram = new HistogramBuilder(bounds);
  for (const selection of selections) {
    const column = selection.live.rangesOf(attribute, bounds);
    if (column === undefined) return null;
    const documents = selection.countedFor(attribute);
    const counts = documents.countBySet(column.name, column).subarray(0, bounds.length * PARTS);
    counts.forEach((count, set) => {
      histogram.addToRange(Math.floor(set / PARTS), count);
    });
    const last = counts.findLastIndex((count) => count > 0);
    if (last === -1) continue;
    const first = counts.findIndex((count) => count > 0);
    if (first !== last) addExtremes(histogram, documents, column, first);
    addExtremes(histogram, documents, column, last);
  }
  return histogram.finish();
};
