/** Compares and sorts documents in the default order and the named orders of a schema. */
import { GrowableArray } from './growable-array.ts';
import { DEFAULT_SORT, type IndexedDocument, type IndexSchema, type OrderKey, sortKey } from './schema.ts';

const compareValues = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0);

const compareByKey = <D extends IndexedDocument>(key: OrderKey<D>, a: D, b: D): number =>
  key.kind === 'number' && key.descending ? compareValues(key.read(b), key.read(a)) : compareValues(key.read(a), key.read(b));

/** Creates the comparison of two documents in default order. It never returns 0 for two different ids. */
export const createDefaultComparison =
  <D extends IndexedDocument>({ order }: IndexSchema<D>) =>
  (a: D, b: D): number => {
    for (const key of order) {
      const difference = compareByKey(key, a, b);
      if (difference !== 0) return difference;
    }
    return compareValues(a.objectID, b.objectID);
  };

/** Creates the comparison of two documents in a named order. */
export const createComparison = <D extends IndexedDocument>(schema: IndexSchema<D>, sort: string): ((a: D, b: D) => number) => {
  const compareDefault = createDefaultComparison(schema);
  const order = schema.sorts[sort];
  if (sort === DEFAULT_SORT || order === undefined) return compareDefault;
  return (a, b) => sortKey(order, a) - sortKey(order, b) || compareDefault(a, b);
};

interface OrderColumn<D extends IndexedDocument> {
  add(document: D): void;
  /** Returns the comparison of two added documents, given by the index of their addition. */
  finish(): (a: number, b: number) => number;
}

function createColumn<D extends IndexedDocument>(key: OrderKey<D>): OrderColumn<D> {
  if (key.kind === 'text') {
    const texts: string[] = [];
    return {
      add: (document) => texts.push(key.read(document)),
      finish: () => (a, b) => compareValues(texts[a] as string, texts[b] as string),
    };
  }
  const numbers = new GrowableArray((length) => new Float64Array(length));
  const sign = key.descending ? -1 : 1;
  return {
    add: (document) => numbers.push(sign * key.read(document)),
    finish() {
      const column = numbers.view();
      return (a, b) => compareValues(column[a] as number, column[b] as number);
    },
  };
}

/**
 * Takes documents in any sequence and sorts them in default order. Stores only the columns of the order's keys, so that a million
 * documents can be sorted without keeping them as objects.
 */
export class OrderBuilder<D extends IndexedDocument> {
  readonly #columns: readonly OrderColumn<D>[];
  readonly #ids: string[] = [];

  constructor({ order }: IndexSchema<D>) {
    this.#columns = order.map(createColumn);
  }

  add(document: D): void {
    for (const column of this.#columns) column.add(document);
    this.#ids.push(document.objectID);
  }

  /** Returns the index of the added document at each position. If several documents have the same id, the last one wins. */
  finish(): Uint32Array {
    const comparisons = this.#columns.map((column) => column.finish());
    const ids = this.#ids;
    const last = new Map<string, number>();
    for (let added = 0; added < ids.length; added++) last.set(ids[added] as string, added);
    return Uint32Array.from(last.values()).sort((a, b) => {
      for (let column = 0; column < comparisons.length; column++) {
        const difference = (comparisons[column] as (a: number, b: number) => number)(a, b);
        if (difference !== 0) return difference;
      }
      return compareValues(ids[a] as string, ids[b] as string);
    });
  }
}
