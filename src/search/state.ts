/** The state of a search (SPEC.md §3, "Search state") and what changes it (§4, "Search"). */
import type { Sort } from '../search-engine/default-order.ts';
import type { RangeAttribute } from './facets.ts';

export interface Range {
  /** Included; null is open. */
  readonly low: number | null;
  readonly high: number | null;
}

/** The part of the state that stands in the address. */
export interface RefinedSearch {
  readonly query: string;
  /** From 1. */
  readonly page: number;
  readonly sortBy: Sort;
  /** Attributes of filter-only facets that are on. */
  readonly toggle: readonly string[];
  /** Values by attribute; never an empty list, never a value twice. */
  readonly refinementList: Readonly<Record<string, readonly string[]>>;
  readonly multiRange: Readonly<Partial<Record<RangeAttribute, Range>>>;
}

export interface SearchState extends RefinedSearch {
  /** What was last pre-searched; kept when it found nothing and `query` was cleared. */
  readonly originalQuery: string;
  /** Whether the last pre-search found something; null before one. */
  readonly hasResult: boolean | null;
  readonly searching: boolean;
  /** Conditions in the `filters` grammar that a page brings along. */
  readonly carryOverFilter: string | null;
  /** Conditions in the `filters` grammar for the shopper's tier; the server applies its own whatever this says. */
  readonly tierFilter: string | null;
}

/** SPEC.md §9: a search that takes longer says so. */
export const STALLED_AFTER_MS = 500;

export const EMPTY_SEARCH: RefinedSearch = { query: '', page: 1, sortBy: 'default', toggle: [], refinementList: {}, multiRange: {} };

export const EMPTY_STATE: SearchState = {
  ...EMPTY_SEARCH,
  originalQuery: '',
  hasResult: null,
  searching: false,
  carryOverFilter: null,
  tierFilter: null,
};

/** Whether a typed query has to be pre-searched: it is not empty and differs from the last one that was. */
export const needsPreSearch = (state: SearchState, typed: string): boolean => typed.trim() !== '' && typed !== state.originalQuery;

export const preSearchStarted = (state: SearchState, typed: string): SearchState => ({ ...state, originalQuery: typed, searching: true });

/** In: the query that was pre-searched and its count. A late answer to an earlier query changes nothing. */
export const preSearchAnswered = (state: SearchState, typed: string, count: number): SearchState =>
  typed === state.originalQuery ? { ...state, query: count > 0 ? typed : '', page: 1, hasResult: count > 0, searching: false } : state;

export const pathChanged = (state: SearchState): SearchState => ({
  ...state,
  originalQuery: '',
  hasResult: null,
  searching: false,
  carryOverFilter: null,
});

const without = <V>(record: Readonly<Record<string, V>>, key: string): Record<string, V> => {
  const { [key]: _, ...others } = record;
  return others;
};

/** Chooses a value of an attribute, or takes it back when it is chosen. */
export const refined = <S extends RefinedSearch>(state: S, attribute: string, value: string): S => {
  const chosen = state.refinementList[attribute] ?? [];
  const values = chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value];
  const others = without(state.refinementList, attribute);
  return { ...state, page: 1, refinementList: values.length === 0 ? others : { ...others, [attribute]: values } };
};

/** Sets bounds, or takes them away when both sides are open. */
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

export const sorted = <S extends RefinedSearch>(state: S, sortBy: Sort): S => ({ ...state, page: 1, sortBy });

export const turnedTo = <S extends RefinedSearch>(state: S, page: number): S => ({ ...state, page: Math.max(1, Math.trunc(page)) });

/** Takes every filter away; query and order stay. */
export const cleared = <S extends RefinedSearch>(state: S): S => ({ ...state, page: 1, toggle: [], refinementList: {}, multiRange: {} });

/** A search for words alone. */
export const searchFor = (query: string): RefinedSearch => ({ ...EMPTY_SEARCH, query });
