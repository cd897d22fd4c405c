/** What the browser's cart shows to components, and what its parts share. */

import type { TabChannel } from '#lib/browser/tab-channel.ts';
import type { Client, Transport } from '#lib/client.ts';
import type { Market } from '#markets/market.ts';
import type { Cart, cartContract } from '../contract.ts';
import type { CartEvent } from '../model/cart-reducer.ts';
import { type CartStoreState, INITIAL_STATE } from '../model/cart-store-state.ts';
import type { NewLine } from '../model/line-intents.ts';
import type { CartStorage } from './cart-storage.ts';
import type { RequestRetrier } from './request-retrier.ts';

/** A toast. */
export interface ToastMessage {
  readonly title: string;
  readonly text: string;
  readonly tone: 'good' | 'bad';
  /** Address of a picture of what it is about. */
  readonly picture?: string;
  /** One thing to do about it. */
  readonly action?: { readonly label: string; readonly run: () => void };
}

/** News of another tab: a cart as it was last confirmed, null where it is gone. */
export interface CartBroadcast {
  readonly id: string;
  readonly cart: Cart | null;
}

/** Everything outside that the store uses. */
export interface CartStoreDeps {
  readonly market: Market;
  readonly transport: Transport;
  readonly storage: CartStorage;
  /** Tells the other tabs a newly confirmed cart, and lets one tab at a time create one. */
  readonly tabs: TabChannel<CartBroadcast>;
  /** Customer id of who is shopping, 0 for a guest; null while that is not known. The transport signs calls by itself. */
  readonly shopper: () => number | null;
  readonly isOnline: () => boolean;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly newKey: () => string;
  readonly say: (message: ToastMessage) => void;
  /** Lead through the sign-in and back here. */
  readonly logIn: () => void;
  /** Go to a page of the shop. */
  readonly goTo: (path: string) => void;
  /** Leave for an absolute address. */
  readonly redirectTo: (url: string) => void;
}

/** A line that was taken out a moment ago. */
interface Removed {
  readonly line: NewLine;
  readonly quantity: number;
}

interface RefusedCoupon {
  readonly code: string;
  readonly message: string;
  readonly needsLogin: boolean;
}

/** Flags of SPEC.md §3, with the cart as it will be once everything pending is confirmed. */
export interface CartView extends CartStoreState {
  /** False until the cart has been read once: show the shape of a cart, not an empty one. */
  readonly isKnown: boolean;
  /** True while a line on screen is not confirmed yet. */
  readonly isPending: boolean;
  readonly isOffline: boolean;
  readonly removed: Removed | null;
  readonly refusedCoupon: RefusedCoupon | null;
  /** True where what was refused may be granted to somebody signed in. */
  readonly offersLogin: boolean;
  /** What the shop changed by itself. */
  readonly notices: readonly string[];
  /** What kept the cart from checkout, in sentences. */
  readonly problems: readonly string[];
  /** For screen readers: what the shopper's last action did. */
  readonly announcement: string;
}

/** The view of a page that has not read a cart: the server's, and the browser's first. */
export const INITIAL_CART_VIEW: CartView = {
  ...INITIAL_STATE,
  isKnown: false,
  isPending: false,
  isOffline: false,
  removed: null,
  refusedCoupon: null,
  offersLogin: false,
  notices: [],
  problems: [],
  announcement: '',
};

/** True where the cart could not be read: there is a message to show in its place, and nothing to wait for. */
export const couldNotRead = ({ isKnown: isLoaded, error, fetchingCart }: CartView): boolean => !isLoaded && error !== null && !fetchingCart;

/** What the parts of the store share. */
export interface CartStoreContext {
  readonly ports: CartStoreDeps;
  readonly calls: Client<typeof cartContract>;
  readonly deliver: RequestRetrier['deliver'];
  /** Customer id of whose cart it is, 0 for a guest. */
  customerId(): number;
  /** Id of the shopper's cart. */
  cartId(): string | null;
  saveCartId(id: string): void;
  view(): CartView;
  /** The cart as the server last confirmed it. */
  confirmed(): Cart | null;
  dispatch(event: CartEvent): void;
  show(change: Partial<CartView>): void;
  /**
   * Judge an answer: keep its id, tell the other tabs. Returns the cart that stands after, which is the one before where
   * the answer is older.
   * @param sentTo id of the cart the call was about, null where it made one
   */
  confirm(cart: Cart | null, sentTo: string | null): Cart | null;
  /** Read the cart again before the worker rests. */
  refreshSoon(): void;
  /** Resolves once nothing is under way, with false where it could not be found out whose cart it is. */
  whenSynced(): Promise<boolean>;
}
