/** Text of search: errors of the API, and what shoppers read. Labels of facets are data in `model/facets.ts`. */
import type { ErrorSpec } from '#lib/define-contract.ts';

export const SEARCH_ERRORS = {
  /** The client replaces the title by the reason. */
  filter_invalid: { status: 400, title: '<reason>' },
  landing_not_found: { status: 404, title: 'Page not found.' },
  index_not_found: { status: 404, title: "We couldn't find that index." },
} as const satisfies Record<string, ErrorSpec>;

export const searchMessages = {
  suggestions: 'Suggestions',
  suggestionCount: (count: number) => `${count === 1 ? '1 suggestion' : `${count} suggestions`}. Use the arrow keys to choose.`,
  groups: {
    categories: 'Categories',
    varietals: 'Varietals',
    regions: 'Regions',
    recent: 'Recent searches',
    offers: { wine: 'Wines', spirits: 'Spirits' },
  },
  filters: 'Filters',
  closeFilters: 'Close filters',
  activeFilters: 'Active filters',
  /** Not "Remove filter": only carts have buttons with that word. */
  clearFilter: (filter: string) => `Clear filter: ${filter}`,
  clearAll: 'Clear all',
  searchFacet: (facet: string) => `Search ${facet.toLowerCase()}`,
  noOptions: 'No options.',
  noOptionsFor: (query: string) => `No results for “${query}”.`,
  showAll: (count: number) => `Show all ${count}`,
  showFewer: 'Show fewer',
  exclude: 'Exclude',
  apply: 'Apply filters',
  minimumSlider: 'Minimum bottle price',
  maximumSlider: 'Maximum bottle price',
  minimumField: 'Minimum price per bottle, in dollars',
  maximumField: 'Maximum price per bottle, in dollars',
  to: 'to',
  singleBottle: 'Single bottle',
  caseOf: (bottles: string) => `Case of ${bottles}`,
  nonVintage: 'Non-vintage',
  priceRange: (low: string, high: string) => `${low} to ${high}`,
  priceFrom: (low: string) => `From ${low}`,
  priceUpTo: (high: string) => `Up to ${high}`,
} as const;
