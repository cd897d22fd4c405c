/** Text of the search box. Separate, because it is part of the first load. */
export const searchBoxMessages = { search: 'Search' } as const;
