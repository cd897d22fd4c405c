/** The shopper's favourites on this page, as an external store. `favourites-store.ts`, which is loaded later, fills it. */
import { useSyncExternalStore } from 'react';
import { createStore } from '#ui/create-store.ts';
import { afterEvent, type FavouritesEvent, type FavouritesState, isFavourite, NO_FAVOURITES } from '../model/state.ts';

export function createFavouritesList() {
  const { set, ...store } = createStore(NO_FAVOURITES);
  return { ...store, dispatch: (event: FavouritesEvent): void => set(afterEvent(store.current(), event)) };
}
export type FavouritesList = ReturnType<typeof createFavouritesList>;

/** The list that all components of the page share. */
export const favouritesList = createFavouritesList();

/** Returns the shopper's favourites. */
export const useFavourites = (): FavouritesState =>
  useSyncExternalStore(favouritesList.subscribe, favouritesList.current, favouritesList.onServer);

/** Returns true if an offer is a favourite. Renders the component again only if that changes. */
export const useIsFavourite = (offerId: string): boolean =>
  useSyncExternalStore(
    favouritesList.subscribe,
    () => isFavourite(favouritesList.current(), offerId),
    () => false,
  );
