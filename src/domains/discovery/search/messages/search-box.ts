/** Text of the search box, apart from the rest because the first load has it. */
export const searchBoxMessages = { search: 'Search' } as const;
