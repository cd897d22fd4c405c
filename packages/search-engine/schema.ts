/** Describes the documents of an index: which texts to search, which values to count, filter and sort by. */
import type { SynonymTable } from './synonyms.ts';

/** Minimum content of a document. All other values are read through the schema. */
export interface IndexedDocument {
  /** Unique in an index. */
  readonly objectID: string;
}

/** The value of a facet attribute. Null and empty texts count as no value. */
export type FacetValue = string | number | boolean | null | readonly string[];

/** A group of texts that queries search together. */
export interface TextField<D extends IndexedDocument> {
  readonly name: string;
  /** Rank penalty of a match in this field. 0 is best. */
  readonly cost: number;
  /** True if matched words count towards naming the whole document. */
  readonly title: boolean;
  read(document: D): readonly string[];
}

/** One key of the default order. Smaller values come first unless it is descending. */
export type OrderKey<D extends IndexedDocument> =
  | { readonly kind: 'number'; readonly descending?: boolean; read(document: D): number }
  | { readonly kind: 'text'; read(document: D): string };

/** A named order of lists. Equal documents keep the default order. */
export interface SortOrder<D extends IndexedDocument> {
  readonly descending: boolean;
  /** A whole number from 0 to `MAX_SORT_KEY`; larger ones count as the largest. */
  read(document: D): number;
}

/**
 * Decides which documents a search may return, whatever its request says. Created on the server, never from a request.
 */
export interface Eligibility {
  /** Equal for equal predicates: an index caches the eligible documents by this number. */
  readonly key: number;
  /** @param accessBits what `accessBits` of the schema returned for a document */
  allows(accessBits: number): boolean;
}

/** Functions and keys by which an index reads its documents. */
export interface IndexSchema<D extends IndexedDocument> {
  /** At most eight. */
  readonly textFields: readonly TextField<D>[];
  /** All keys that `textFields` read. Documents with the same values of these keys have the same words. */
  readonly textKeys: readonly (keyof D & string)[];
  /** Attributes whose values can be counted and filtered by. */
  readonly facets: Readonly<Record<string, (document: D) => FacetValue>>;
  /** Facet attributes that are numbers. Responses have their minimum, maximum, mean and sum. */
  readonly statistics: readonly string[];
  /** Attributes that can be compared as numbers. NaN means no number. */
  readonly numbers: Readonly<Record<string, (document: D) => number>>;
  /** Keys with few distinct values. Packed documents share these values. */
  readonly sharedKeys: readonly (keyof D & string)[];
  /** Order of unsorted lists. The last key is always the `objectID`. */
  readonly order: readonly OrderKey<D>[];
  /** Other orders by name. */
  readonly sorts: Readonly<Record<string, SortOrder<D>>>;
  readonly synonyms?: SynonymTable;
  /** 16 bits for `Eligibility.allows`. */
  accessBits(document: D): number;
}

/** Name of the order of unsorted lists. */
export const DEFAULT_SORT = 'default';

/** 2^28 − 1: leaves 24 bits for a document number in the same exact number. */
export const MAX_SORT_KEY = 268_435_455;

/** Returns a document's key in a sort order, as ranks compare it: smaller comes first. */
export function sortKey<D extends IndexedDocument>(order: SortOrder<D>, document: D): number {
  const key = Math.min(order.read(document), MAX_SORT_KEY);
  return order.descending ? MAX_SORT_KEY - key : key;
}

/** Returns the bits of the text fields with these names. */
export const fieldBits = (fields: readonly { readonly name: string }[], names: readonly string[]): number =>
  fields.reduce((bits, { name }, field) => (names.includes(name) ? bits | (1 << field) : bits), 0);

/** Bits of every text field. */
export const allFields = (fields: readonly unknown[]): number => (1 << fields.length) - 1;
