/**
 * The values of one facet attribute in a segment. Documents with the same values share a set. Counting adds one per document to an array
 * by set, whether the attribute has one value or several, and then distributes the counts of sets over their values.
 */
import type { SetColumn } from './eligible-documents.ts';
import { GrowableArray } from './growable-array.ts';
import type { FacetValue, IndexedDocument } from './schema.ts';
import { ranksInSlices, sortInSlices } from './sort-slices.ts';

/** The distinct values of a facet attribute in a segment. */
export interface FacetValues {
  /** Sorted. */
  readonly values: readonly string[];
  /** Returns the indexes in `values` of a value. Filters ignore case, values do not. */
  readonly placesOf: (value: string) => readonly number[];
  /** Returns the values as numbers. */
  readonly numbers: () => Float64Array;
}

export interface FacetColumn extends FacetValues, SetColumn {
  /** Indexes in `values` of set s: `setPlaces` from `setStarts[s]` to `setStarts[s + 1]`. */
  readonly setStarts: Uint32Array;
  readonly setPlaces: Uint32Array;
}

/** Folds a value for comparison by filters. */
const foldValue = (value: string): string => value.toLowerCase();

const foldedPlaces = (values: readonly string[]): Map<string, number[]> => {
  const folded = new Map<string, number[]>();
  values.forEach((value, index) => {
    const key = foldValue(value);
    const same = folded.get(key);
    if (same === undefined) folded.set(key, [index]);
    else same.push(index);
  });
  return folded;
};

const NOWHERE: readonly number[] = [];

/** Describes sorted values. The tables are built at their first use, because most columns are neither filtered by nor numeric. */
export const facetValues = (values: readonly string[]): FacetValues => {
  let folded: Map<string, number[]> | null = null;
  let numbers: Float64Array | null = null;
  return {
    values,
    placesOf(value) {
      folded ??= foldedPlaces(values);
      return folded.get(foldValue(value)) ?? NOWHERE;
    },
    numbers() {
      numbers ??= Float64Array.from(values, Number);
      return numbers;
    },
  };
};

const BETWEEN = '\u0000';

/** Values processed between two pauses. */
const SLICE = 20_000;

/** Returns a key that is equal for documents with the same values. Keys of lists start with a character that texts do not contain. */
const setKey = (value: FacetValue): string | number | boolean | null =>
  typeof value === 'object' && value !== null ? (value.length === 1 ? (value[0] as string) : BETWEEN + value.join(BETWEEN)) : value;

/** Lists the values of a set as text, without duplicates and empty ones. */
const valuesOf = (key: string | number | boolean | null): string[] => {
  const text = key === null ? '' : String(key);
  return [...new Set(text.split(BETWEEN))].filter((value) => value !== '');
};

/** The parts of a column that describe its sets, which are numbered by their first value, and the number of each set by its id. */
interface FinishedSets {
  readonly column: Omit<FacetColumn, 'setOf'>;
  readonly numbers: Uint32Array;
}

/** The sets of one attribute, with ids by first appearance. */
export class FacetSets<D extends IndexedDocument> {
  readonly #read: (document: D) => FacetValue;
  readonly #ids = new Map<string | number | boolean | null, number>();
  #last: FacetValue | undefined;
  #lastId = 0;
  #finished: { readonly of: number; readonly sets: FinishedSets } | null = null;

  constructor(read: (document: D) => FacetValue) {
    this.#read = read;
  }

  idOf(document: D): number {
    const value = this.#read(document);
    if (value === this.#last) return this.#lastId;
    const key = setKey(value);
    let id = this.#ids.get(key);
    if (id === undefined) {
      id = this.#ids.size;
      this.#ids.set(key, id);
    }
    this.#last = value;
    this.#lastId = id;
    return id;
  }

  /**
   * Describes the sets so far. Pauses between slices of work. With sets in the sequence of their values, counts by set are read in
   * sequence and not at random, which is several times faster for prices.
   */
  *finish(): Generator<void, FinishedSets> {
    if (this.#finished?.of === this.#ids.size) return this.#finished.sets;
    const members: string[][] = [];
    const positions = new Map<string, number>();
    for (const key of this.#ids.keys()) {
      const set = valuesOf(key);
      members.push(set);
      for (const value of set) positions.set(value, 0);
      if (members.length % SLICE === 0) yield;
    }
    const values = yield* sortInSlices([...positions.keys()], (a, b) => (a < b ? -1 : a > b ? 1 : 0));
    for (let index = 0; index < values.length; index++) {
      positions.set(values[index] as string, index);
      if (index % SLICE === 0) yield;
    }
    const firstPlaces = Uint32Array.from(members, ([first]) => (first === undefined ? 0 : (positions.get(first) ?? 0)));
    yield;
    const numbers = yield* ranksInSlices(firstPlaces);
    const ordered = new Array<string[]>(members.length);
    for (let id = 0; id < members.length; id++) ordered[numbers[id] as number] = members[id] as string[];
    const setStarts = new Uint32Array(members.length + 1);
    for (let s = 0; s < ordered.length; s++) setStarts[s + 1] = (setStarts[s] as number) + (ordered[s] as string[]).length;
    const setPlaces = new Uint32Array(setStarts[ordered.length] as number);
    for (let s = 0; s < ordered.length; s++) {
      setPlaces.set(
        (ordered[s] as string[]).map((value) => positions.get(value) ?? 0),
        setStarts[s],
      );
      if (s % SLICE === 0) yield;
    }
    const sets = { column: { ...facetValues(values), sets: ordered.length, setStarts, setPlaces }, numbers };
    this.#finished = { of: ordered.length, sets };
    return sets;
  }
}

/** Takes documents in any sequence, then builds the column of one attribute. */
export class FacetColumnBuilder<D extends IndexedDocument> {
  readonly #sets: FacetSets<D>;
  readonly #setOf = new GrowableArray((length) => new Uint32Array(length));

  constructor(sets: FacetSets<D>) {
    this.#sets = sets;
  }

  add(document: D): void {
    this.#setOf.push(this.#sets.idOf(document));
  }

  /**
   * Builds the column. Pauses between slices of work.
   * @param order index of the added document at each position
   */
  *finish(order: Uint32Array): Generator<void, FacetColumn> {
    const { column, numbers } = yield* this.#sets.finish();
    const setOf = this.#setOf.gather(order);
    for (let d = 0; d < setOf.length; d++) setOf[d] = numbers[setOf[d] as number] as number;
    return { ...column, setOf: column.sets <= 65_536 ? Uint16Array.from(setOf) : setOf };
  }
}

/** Columns with one set per value, in the sequence of the values, and whether they are, by their starts. */
const oneToOne = new WeakMap<Uint32Array, boolean>();

/** Returns true if set s has only the value s, as in most columns of one value. */
const isOneToOne = ({ values, sets, setStarts, setPlaces }: FacetColumn): boolean => {
  if (sets !== values.length || setPlaces.length !== sets) return false;
  let is = oneToOne.get(setStarts);
  if (is === undefined) {
    is = setPlaces.every((place, set) => place === set && setStarts[set] === set);
    oneToOne.set(setStarts, is);
  }
  return is;
};

/** Converts counts by set to counts by value. May return the same array. */
export const spreadSets = (column: FacetColumn, bySet: Uint32Array): Uint32Array => {
  if (isOneToOne(column)) return bySet;
  const { values, setStarts, setPlaces } = column;
  const byValue = new Uint32Array(values.length);
  for (let set = 0; set < bySet.length; set++) {
    const count = bySet[set] as number;
    if (count === 0) continue;
    for (let i = setStarts[set] as number; i < (setStarts[set + 1] as number); i++) {
      const index = setPlaces[i] as number;
      byValue[index] = (byValue[index] as number) + count;
    }
  }
  return byValue;
};
