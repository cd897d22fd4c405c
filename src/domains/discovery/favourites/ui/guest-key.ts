/** Name in local storage of the id by which a guest's favourites are kept (SPEC.md §6). */
export const GUEST_KEY = 'favouriteUserId';
