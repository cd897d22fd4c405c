/** Converts a search state to filters of the hosted search and of the engine. The second are parsed from the first, so both agree. */
import type { Filter } from '#packages/search-engine/index.ts';
import { parseFacetFilters, parseNumericFilters } from './array-filters.ts';
import { FILTER_ONLY_FACETS, RANGES, REFINEMENT_KEYS } from './facets.ts';
import type { RefinedSearch } from './state.ts';

export interface HostedFilters {
  readonly facetFilters: readonly (readonly string[])[];
  readonly numericFilters: readonly string[];
}

const facetFilter = (attribute: string, value: string): string => `${attribute}:${value.replace(/^-/, '\\-')}`;

/** Returns `facetFilters` (any value of a facet, all facets) and `numericFilters` of a state. */
export const hostedFilters = ({ refinementList, toggle, multiRange }: RefinedSearch): HostedFilters => ({
  facetFilters: [
    ...Array.from(REFINEMENT_KEYS.keys(), (attribute) =>
      (refinementList[attribute] ?? []).map((value) => facetFilter(attribute, value)),
    ).filter((values) => values.length > 0),
    ...FILTER_ONLY_FACETS.filter(({ attribute }) => toggle.includes(attribute)).map(({ attribute, keeps }) => [
      facetFilter(attribute, keeps),
    ]),
  ],
  numericFilters: RANGES.flatMap(({ attribute }) => {
    const { low = null, high = null } = multiRange[attribute] ?? {};
    return [...(low === null ? [] : [`${attribute}>=${low}`]), ...(high === null ? [] : [`${attribute}<=${high}`])];
  }),
});

/** Facets that are counted as if their own filter were not set: every refinement and every range. */
export const DISJUNCTIVE: readonly string[] = [...REFINEMENT_KEYS.keys(), ...RANGES.map(({ attribute }) => attribute)];

/** Returns the filter of the engine for a state. */
export const engineFilter = (state: RefinedSearch): Filter => {
  const { facetFilters, numericFilters } = hostedFilters(state);
  return [...parseFacetFilters(facetFilters), ...parseNumericFilters(numericFilters)];
};

const quoted = (value: string): string => `"${value.replace(/["\\]/g, '\\$&')}"`;

/** Returns the state's facets and ranges in the grammar of `filters`, for `carryOverFilter`. */
export const carriedFilter = ({ refinementList, toggle, multiRange }: RefinedSearch): string =>
  [
    ...Array.from(REFINEMENT_KEYS.keys(), (attribute) =>
      (refinementList[attribute] ?? []).map((value) => `${attribute}:${quoted(value)}`).join(' OR '),
    ),
    ...FILTER_ONLY_FACETS.filter(({ attribute }) => toggle.includes(attribute)).map(({ attribute, keeps }) => `${attribute}:${keeps}`),
    ...RANGES.flatMap(({ attribute }) => {
      const { low = null, high = null } = multiRange[attribute] ?? {};
      return [low === null ? '' : `${attribute} >= ${low}`, high === null ? '' : `${attribute} <= ${high}`];
    }),
  ]
    .filter((part) => part !== '')
    .map((part) => `(${part})`)
    .join(' AND ');
