/** Text of facet values and of active filters, which every list shows. */
export const facetValueMessages = {
  activeFilters: 'Active filters',
  /** Not "Remove filter": only carts have buttons with that word. */
  clearFilter: (filter: string) => `Clear filter: ${filter}`,
  clearAll: 'Clear all',
  singleBottle: 'Single bottle',
  caseOf: (bottles: string) => `Case of ${bottles}`,
  nonVintage: 'Non-vintage',
  priceRange: (low: string, high: string) => `${low} to ${high}`,
  priceFrom: (low: string) => `From ${low}`,
  priceUpTo: (high: string) => `Up to ${high}`,
} as const;
