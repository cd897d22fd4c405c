/**
 * Orders of lists. Unsorted lists show what is sold out last, then go by slot (null last), then popularity, then name; sorted
 * ones by bottle price (SPEC.md §5).
 */
import type { SearchDocument } from './document.ts';
import { GrowableArray } from './growable-array.ts';

export const SORTS = ['default', 'price_asc', 'price_desc'] as const;
export type Sort = (typeof SORTS)[number];

/** The price that sorting looks at, in cents: what a bottle costs, as the largest figure on a card says. */
export const sortCents = (document: SearchDocument): number => Math.min(Math.round(document.bottlePrice * 100), MAX_AMOUNT_CENTS);

/** 2^28 − 1: leaves 24 bits for the document beside it in one exact number. */
export const MAX_AMOUNT_CENTS = 268_435_455;

/** What the default order looks at. */
export type OrderedBy = Pick<SearchDocument, 'inventoryStatus' | 'slot' | 'popularity' | 'name' | 'objectID'>;

const isOut = (document: OrderedBy): boolean => document.inventoryStatus === 'SOLD_OUT';

const slotOf = (document: OrderedBy): number => document.slot ?? Number.POSITIVE_INFINITY;

/** Compares two documents of an unsorted list; never 0 for two different offers. */
export const compareDefault = (a: OrderedBy, b: OrderedBy): number => {
  if (isOut(a) !== isOut(b)) return isOut(a) ? 1 : -1;
  const slotA = slotOf(a);
  const slotB = slotOf(b);
  if (slotA !== slotB) return slotA < slotB ? -1 : 1;
  if (a.popularity !== b.popularity) return b.popularity - a.popularity;
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  return a.objectID < b.objectID ? -1 : a.objectID > b.objectID ? 1 : 0;
};

/** Compares two documents of a list in the given order. */
export const compareBy = (sort: Sort, a: SearchDocument, b: SearchDocument): number => {
  const cents = sort === 'default' ? 0 : sortCents(a) - sortCents(b);
  return (sort === 'price_desc' ? -cents : cents) || compareDefault(a, b);
};

/** Takes documents in any order and puts them in the default one; columns, because a million of them at once are sorted so. */
export class OrderBuilder {
  readonly #isOut = new GrowableArray((length) => new Uint8Array(length));
  readonly #slots = new GrowableArray((length) => new Float64Array(length));
  readonly #popularity = new GrowableArray((length) => new Float64Array(length));
  readonly #names: string[] = [];
  readonly #ids: string[] = [];

  add(document: OrderedBy): void {
    this.#isOut.push(isOut(document) ? 1 : 0);
    this.#slots.push(slotOf(document));
    this.#popularity.push(document.popularity);
    this.#names.push(document.name);
    this.#ids.push(document.objectID);
  }

  /** Out: which of the documents added stands at each place, the last one of each objectID. */
  finish(): Uint32Array {
    const [isOuts, slots, popularity] = [this.#isOut.view(), this.#slots.view(), this.#popularity.view()];
    const [names, ids] = [this.#names, this.#ids];
    const less = <T>(column: ArrayLike<T>, a: number, b: number): number =>
      (column[a] as T) < (column[b] as T) ? -1 : (column[a] as T) > (column[b] as T) ? 1 : 0;
    const last = new Map<string, number>();
    for (let added = 0; added < ids.length; added++) last.set(ids[added] as string, added);
    return Uint32Array.from(last.values()).sort(
      (a, b) => less(isOuts, a, b) || less(slots, a, b) || less(popularity, b, a) || less(names, a, b) || less(ids, a, b),
    );
  }
}
