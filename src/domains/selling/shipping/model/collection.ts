/** Orders that the buyer collects in a store. Nothing is charged for it, and the law of the place's state holds. */
import type { SellingTerms } from '#markets/definition.ts';

/** A place where orders are collected. Checkouts and orders name it. */
export interface CollectionPlace {
  readonly name: string;
  /** In one line. */
  readonly address: string;
  /** Code of its state. Empty in markets without states. */
  readonly state: string;
  /** Opening hours in words. */
  readonly hours: string;
  /** What the buyer brings. May be empty. */
  readonly bring: string;
}

/** What an order remembers of its collection: the place as it was, and the code that the buyer shows. */
export interface StoredCollection extends CollectionPlace {
  readonly code: string;
}

/** Finds the place that a buyer chose. @returns null if the order is delivered or the place is not offered */
export const findPlace = (places: readonly CollectionPlace[], name: string | undefined): CollectionPlace | null =>
  places.find((place) => place.name === name) ?? null;

/** Returns the terms of an order that is collected or goes with another one: no fee, no zone, and nothing that would make delivery free. */
export const termsWithoutFee = ({ zones: _, ...terms }: SellingTerms): SellingTerms => ({
  ...terms,
  shipping: { ...terms.shipping, defaultCents: 0, regions: {}, freeFromCases: null, freeFromCents: null },
});

/** Letters and digits of collection codes, without those that look or sound alike. */
export const COLLECTION_CODE_ALPHABET = 'ACDEFHJKLMNPRTUVWXY34679';
export const COLLECTION_CODE_LENGTH = 6;

/** Returns a code as it is compared: `k7m-4pa` becomes `K7M4PA`. */
export const normalizeCollectionCode = (typed: string): string => typed.toUpperCase().replace(/[\s-]/g, '');

/** Formats a code: `K7M4PA` becomes `K7M-4PA`. */
export const formatCollectionCode = (code: string): string => `${code.slice(0, 3)}-${code.slice(3)}`;
