/** Text of the search box's suggestions. */
export const suggestionMessages = {
  suggestions: 'Suggestions',
  suggestionCount: (count: number) => `${count === 1 ? '1 suggestion' : `${count} suggestions`}. Use the arrow keys to choose.`,
  groups: {
    categories: 'Categories',
    varietals: 'Varietals',
    regions: 'Regions',
    recent: 'Recent searches',
    offers: { wine: 'Wines', spirits: 'Spirits' },
  },
} as const;
