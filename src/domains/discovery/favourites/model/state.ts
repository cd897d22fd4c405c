/** The shopper's favourites in the browser [FAV-7]. */
import type { Favourite } from '../contract.ts';

export interface FavouritesState {
  readonly fetchingFavourites: boolean;
  /** The oldest first. */
  readonly favourites: readonly Favourite[];
  /** False until the list has been read. */
  readonly isLoaded: boolean;
  /** Message of the last failed call. */
  readonly error: string | null;
}

export const NO_FAVOURITES: FavouritesState = { fetchingFavourites: false, favourites: [], isLoaded: false, error: null };

export type FavouritesEvent =
  | { readonly kind: 'fetching' }
  | { readonly kind: 'fetched'; readonly favourites: readonly Favourite[] }
  | { readonly kind: 'added'; readonly favourite: Favourite }
  | { readonly kind: 'removed'; readonly offerId: string }
  | { readonly kind: 'failed'; readonly error: string };

/** Applies an event [FAV-8] [FAV-9]. An offer is listed once: the server's favourite replaces the optimistic one. */
export function afterEvent(state: FavouritesState, event: FavouritesEvent): FavouritesState {
  switch (event.kind) {
    case 'fetching':
      return { ...state, fetchingFavourites: true };
    case 'fetched':
      return { fetchingFavourites: false, favourites: event.favourites, isLoaded: true, error: null };
    case 'added': {
      const { favourite } = event;
      const exists = state.favourites.some(({ offer_id }) => offer_id === favourite.offer_id);
      const favourites = exists
        ? state.favourites.map((other) => (other.offer_id === favourite.offer_id ? favourite : other))
        : [...state.favourites, favourite];
      return { ...state, favourites, error: null };
    }
    case 'removed':
      return { ...state, favourites: state.favourites.filter(({ offer_id }) => offer_id !== event.offerId), error: null };
    case 'failed':
      return { fetchingFavourites: false, favourites: [], isLoaded: true, error: event.error };
  }
}

/** Returns true if an offer is in the list. */
export const isFavourite = ({ favourites }: FavouritesState, offerId: string): boolean =>
  favourites.some(({ offer_id }) => offer_id === offerId);
