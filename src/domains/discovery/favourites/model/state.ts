/** The favourites of the shopper in the browser (SPEC.md §3 "Auth/customer state", §4 "Favourites"). */
import type { Favourite } from '../contract.ts';

export interface FavouritesState {
  readonly fetchingFavourites: boolean;
  /** The oldest first. */
  readonly favourites: readonly Favourite[];
  /** False until it is known what the shopper keeps. */
  readonly isKnown: boolean;
  /** A sentence where the last call failed. */
  readonly error: string | null;
}

export const NO_FAVOURITES: FavouritesState = { fetchingFavourites: false, favourites: [], isKnown: false, error: null };

export type FavouritesEvent =
  | { readonly kind: 'fetching' }
  | { readonly kind: 'fetched'; readonly favourites: readonly Favourite[] }
  | { readonly kind: 'added'; readonly favourite: Favourite }
  | { readonly kind: 'removed'; readonly offerId: string }
  | { readonly kind: 'failed'; readonly error: string };

/** Set on fetch, appended on add, filtered on remove, emptied on error. An offer stands once: what the server made of it takes its place. */
export function afterEvent(state: FavouritesState, event: FavouritesEvent): FavouritesState {
  switch (event.kind) {
    case 'fetching':
      return { ...state, fetchingFavourites: true };
    case 'fetched':
      return { fetchingFavourites: false, favourites: event.favourites, isKnown: true, error: null };
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
      return { fetchingFavourites: false, favourites: [], isKnown: true, error: event.error };
  }
}

/** Whether an offer is kept. */
export const isFavourite = ({ favourites }: FavouritesState, offerId: string): boolean =>
  favourites.some(({ offer_id }) => offer_id === offerId);
