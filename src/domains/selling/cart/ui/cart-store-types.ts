/** Dependencies of the cart store, and what its parts share. */

import type { TabChannel } from '#lib/browser/tab-channel.ts';
import type { Client, Transport } from '#lib/client.ts';
import type { SellingTerms } from '#markets/definition.ts';
import type { Market } from '#markets/market.ts';
import type { Cart, cartContract } from '../contract.ts';
import type { CartEvent } from '../model/cart-reducer.ts';
import type { CartFeedback, CartView } from '../model/cart-view.ts';
import type { CartCache } from './cart-cache.ts';
import type { CartStorage } from './cart-storage.ts';

/** A toast. */
export interface ToastMessage {
  readonly title: string;
  readonly text: string;
  readonly tone: 'good' | 'bad';
  /** URL of a picture. */
  readonly picture?: string;
  /** Label and handler of its button. */
  readonly action?: { readonly label: string; readonly run: () => void };
}

/** A message between tabs: the last confirmed cart, null if it was deleted. */
export interface CartBroadcast {
  readonly id: string;
  readonly cart: Cart | null;
}

/** External dependencies of the cart store. */
export interface CartStoreDeps {
  readonly market: Market;
  /** Returns the market's current terms, which change while a page is open. */
  readonly terms: () => SellingTerms;
  readonly transport: Transport;
  readonly storage: CartStorage;
  readonly cache: CartCache;
  /** Broadcasts confirmed carts to other tabs, and lets one tab at a time create a cart. */
  readonly tabs: TabChannel<CartBroadcast>;
  /** Customer id of the shopper, 0 for a guest; null until it is known. The transport adds the token. */
  readonly shopper: () => number | null;
  readonly isOnline: () => boolean;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly newKey: () => string;
  readonly showToast: (message: ToastMessage) => void;
  /** Redirects to the sign-in, which returns to this page. */
  readonly logIn: () => void;
  /** Navigates to a page of the shop. */
  readonly navigateTo: (path: string) => void;
  /** Redirects to an absolute URL. */
  readonly redirectTo: (url: string) => void;
}

/** Repeats a request with the same idempotency key until it has a response, so that no later request can overtake it [API-18]. */
export interface RequestRetrier {
  /** Sends until there is a response. `key` is the same in every try. */
  sendWithRetry<Value>(send: (key: string) => Promise<Value>): Promise<Value>;
  /** Retries now instead of after the pause. */
  retryNow(): void;
}

/** What the parts of the store share. */
export interface CartStoreContext {
  readonly deps: CartStoreDeps;
  readonly calls: Client<typeof cartContract>;
  readonly sendWithRetry: RequestRetrier['sendWithRetry'];
  /** Customer id of the cart's owner, 0 for a guest. */
  customerId(): number;
  /** Id of the shopper's cart. */
  cartId(): string | null;
  saveCartId(id: string): void;
  view(): CartView;
  /** The last cart that the server confirmed. */
  confirmed(): Cart | null;
  dispatch(event: CartEvent): void;
  show(change: Partial<CartFeedback>): void;
  /**
   * Accepts a response: saves the cart's id and broadcasts the cart. Returns the cart to show, which is the confirmed one if the
   * response is older.
   * @param sentTo id of the cart that the call was about, null if it created one
   */
  confirm(cart: Cart | null, sentTo: string | null): Cart | null;
  /** Reads the cart again after the current effect. */
  refreshSoon(): void;
  /** Resolves when every effect has run: false if the shopper could not be identified. */
  whenSynced(): Promise<boolean>;
}
