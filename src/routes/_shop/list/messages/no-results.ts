/** Text of lists without results, which load on demand. */
export const noResultsMessages = {
  noResultsFor: (query: string) => `No results for “${query}”`,
  everythingElse: 'Here’s everything else.',
  didYouMean: 'Did you mean {query}?',
  didYouMeanQuoted: (query: string) => `Did you mean “${query}”?`,
  pastTheEnd: 'The shelf ends before this page',
  backToFirstPage: 'Back to the first page',
  wasLonger: 'It may have been longer when the link was made.',
  noMatchForFilters: 'Nothing matches all those filters',
  emptyCategory: 'Nothing on this shelf yet',
  showWithoutFilters: (count: number) => `Show ${count} without filters`,
  seeAll: { wine: 'See all wines', spirits: 'See all spirits' },
  removeFilter: 'Remove a filter or start again.',
  checkBackSoon: 'Please check back soon.',
  checkSpelling: 'Check the spelling, or try a grape, place or producer.',
  elsewhere: {
    wine: (count: number) => `See ${count === 1 ? '1 result' : `${count} results`} in the wine shop`,
    spirits: (count: number) => `See ${count === 1 ? '1 result' : `${count} results`} in the whisky room`,
  },
  closest: 'The closest we have',
  youMightAlsoLike: 'You might also like',
} as const;
