/** The cart store's view for components [CART-22]. Imports no code, because every page loads it before the store's chunk. */
import type { Cart } from '../contract.ts';
import type { NewLine } from './line-intents.ts';

/** Flags of the cart store and the last confirmed cart. */
export interface CartStoreState {
  readonly isMerging: boolean;
  /** True if the current merge replaces the cart on screen with another one. */
  readonly changeCartOnMerge: boolean;
  readonly isLoading: boolean;
  readonly fetchingCart: boolean;
  readonly isRedirecting: boolean;
  readonly isCartOpen: boolean;
  readonly geoLocRegion: string | null;
  readonly isSilentProcessing: boolean;
  /** Ids of sold-out products in the cart. */
  readonly soldOutProducts: readonly number[];
  /** The message for the shopper, or null. */
  readonly error: string | null;
  /** The last cart that the server confirmed; null if there is none. */
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

interface RemovedLine {
  readonly line: NewLine;
  readonly quantity: number;
}

interface RejectedCoupon {
  readonly code: string;
  readonly message: string;
  readonly needsLogin: boolean;
}

/** Messages and results of the shopper's actions. */
export interface CartFeedback {
  readonly isOffline: boolean;
  /** The line that was removed last and can be restored. */
  readonly removed: RemovedLine | null;
  readonly refusedCoupon: RejectedCoupon | null;
  /** True if the rejected action may succeed after signing in. */
  readonly offersLogin: boolean;
  /** Sentences about changes that the shopper did not request. */
  readonly notices: readonly string[];
  /** Problems that prevent checkout. */
  readonly problems: readonly string[];
  /** Result of the shopper's last action, for screen readers. */
  readonly announcement: string;
}

/** The flags, and the cart as it will be once all pending changes are confirmed. */
export interface CartView extends CartStoreState, CartFeedback {
  /** False until the cart was read once; components show a skeleton instead of an empty cart. */
  readonly isLoaded: boolean;
  /** True while a line on screen is not confirmed. */
  readonly isPending: boolean;
}

export const NO_FEEDBACK: CartFeedback = {
  isOffline: false,
  removed: null,
  refusedCoupon: null,
  offersLogin: false,
  notices: [],
  problems: [],
  announcement: '',
};

/** The view before the cart was read: on the server, and for the first render in the browser. */
export const INITIAL_CART_VIEW: CartView = { ...INITIAL_STATE, ...NO_FEEDBACK, isLoaded: false, isPending: false };

/** Returns true if the cart could not be read. Components then show a message instead. */
export const couldNotRead = ({ isLoaded, error, fetchingCart }: CartView): boolean => !isLoaded && error !== null && !fetchingCart;
