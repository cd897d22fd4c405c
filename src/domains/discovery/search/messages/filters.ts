/** Text of the filters of a list, which load after it. */
export const filterMessages = {
  filters: 'Filters',
  closeFilters: 'Close filters',
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
} as const;
