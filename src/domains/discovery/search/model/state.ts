/**
 * The part of the search state [SRCH-23] that is in the URL, and its changes. `originalQuery` and `hasResult` are in the history entry of a
 * pre-search without hits (SearchBox.tsx) [SRCH-30], `searching` in the router, `carryOverFilter` in the page, the tier filter on the
 * server.
 */

import type { RangeAttribute } from './facets.ts';
import type { Sort } from './search-attributes.ts';

export interface Range {
  /** Bounds are included; null is open. */
  readonly low: number | null;
  readonly high: number | null;
}

export interface RefinedSearch {
  readonly query: string;
  /** From 1. */
  readonly page: number;
  readonly sortBy: Sort;
  /** Attributes of filter-only facets that are on. */
  readonly toggle: readonly string[];
  /** Values by attribute. Lists are not empty and have no duplicates. */
  readonly refinementList: Readonly<Record<string, readonly string[]>>;
  readonly multiRange: Readonly<Partial<Record<RangeAttribute, Range>>>;
}

/** Time in ms after which a running search is stalled [SRCH-24]. */
export const STALLED_AFTER_MS = 500;

export const EMPTY_SEARCH: RefinedSearch = { query: '', page: 1, sortBy: 'default', toggle: [], refinementList: {}, multiRange: {} };

const without = <V>(record: Readonly<Record<string, V>>, key: string): Record<string, V> => {
  const { [key]: _, ...others } = record;
  return others;
};

/** Adds a value of an attribute, or removes it if it is chosen. */
export const refined = <S extends RefinedSearch>(state: S, attribute: string, value: string): S => {
  const chosen = state.refinementList[attribute] ?? [];
  const values = chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value];
  const others = without(state.refinementList, attribute);
  return { ...state, page: 1, refinementList: values.length === 0 ? others : { ...others, [attribute]: values } };
};

/** Sets a range, or removes it if both sides are open. */
export const bounded = <S extends RefinedSearch>(state: S, attribute: RangeAttribute, range: Range): S => {
  const others = without(state.multiRange, attribute);
  return { ...state, page: 1, multiRange: range.low === null && range.high === null ? others : { ...others, [attribute]: range } };
};

/** Turns a filter-only facet on or off. */
export const toggled = <S extends RefinedSearch>(state: S, attribute: string): S => ({
  ...state,
  page: 1,
  toggle: state.toggle.includes(attribute) ? state.toggle.filter((each) => each !== attribute) : [...state.toggle, attribute],
});

/** Selects a sort order and returns to the first page. */
export const sorted = <S extends RefinedSearch>(state: S, sortBy: Sort): S => ({ ...state, page: 1, sortBy });

/** Selects a page. Numbers below 1 select the first page. */
export const turnedTo = <S extends RefinedSearch>(state: S, page: number): S => ({ ...state, page: Math.max(1, Math.trunc(page)) });

/** Removes every filter. Query and order stay. */
export const cleared = <S extends RefinedSearch>(state: S): S => ({ ...state, page: 1, toggle: [], refinementList: {}, multiRange: {} });

/** Returns a search for a query alone. */
export const searchFor = (query: string): RefinedSearch => ({ ...EMPTY_SEARCH, query });
