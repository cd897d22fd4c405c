/** Text of lists. */
export const listMessages = {
  filters: 'Filters',
  results: 'Results',
  filter: 'Filter',
  noMatches: 'No matches',
  show: (counted: string) => `Show ${counted}`,
  count: (total: string, noun: string) => `${total} ${noun}`,
  none: (nouns: string) => `No ${nouns}`,
  nouns: { wine: { one: 'wine', many: 'wines' }, spirits: { one: 'bottle', many: 'bottles' } },
  sortBy: 'Sort by',
  sort: 'Sort',
  sorts: { default: 'Best match', price_asc: 'Price: low to high', price_desc: 'Price: high to low' },
  keepExploring: 'Keep exploring',
} as const;
