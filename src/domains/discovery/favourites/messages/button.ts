/** Text of the button on every card, apart from the rest because the first load has it. */
export const favouriteButtonMessages = { save: 'Save to favourites' } as const;
