/** Local storage key of a guest's `user_id` [FAV-5]. */
export const GUEST_KEY = 'favouriteUserId';
