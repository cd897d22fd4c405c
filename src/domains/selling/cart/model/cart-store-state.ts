/** What the browser's cart knows and does, apart from its reducer, because the first paint needs the initial state only. */
import type { Cart } from '../contract.ts';

export interface CartStoreState {
  readonly isMerging: boolean;
  /** The merge under way will put another cart in place of the one on screen. */
  readonly changeCartOnMerge: boolean;
  readonly isLoading: boolean;
  readonly fetchingCart: boolean;
  readonly isRedirecting: boolean;
  readonly isCartOpen: boolean;
  readonly geoLocRegion: string | null;
  readonly isSilentProcessing: boolean;
  /** Ids of products of the cart that have no stock. */
  readonly soldOutProducts: readonly number[];
  /** The sentence a shopper is shown, null where nothing went wrong. */
  readonly error: string | null;
  /** As the server last confirmed it; null where there is none. */
  readonly cart: Cart | null;
  readonly email: string | null;
}

export const INITIAL_STATE: CartStoreState = {
  isMerging: false,
  changeCartOnMerge: false,
  isLoading: false,
  fetchingCart: false,
  isRedirecting: false,
  isCartOpen: false,
  geoLocRegion: null,
  isSilentProcessing: false,
  soldOutProducts: [],
  error: null,
  cart: null,
  email: null,
};
