/** Text of the button on every card. Separate, because it is part of the first load. */
export const favouriteButtonMessages = { save: 'Save to favourites' } as const;
