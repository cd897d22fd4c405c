/**
 * What a page knows of the cart: what the server last confirmed, what the shopper wants beyond it, what is still due; and the
 * view that is shown of all that.
 */
import type { Market } from '#markets/market.ts';
import type { Cart } from '../contract.ts';
import { type CartEvent, cartReducer } from '../model/cart-reducer.ts';
import { type CartStoreState, INITIAL_STATE } from '../model/cart-store-state.ts';
import { type Intents, NO_INTENTS } from '../model/line-intents.ts';
import { markSoldOut, projectCart } from '../model/optimistic-cart.ts';
import { deliveredTo } from '../model/region-estimate.ts';
import { trackCartOpened } from './cart-events.ts';
import { type CartView, INITIAL_CART_VIEW } from './cart-store-types.ts';

export class ClientCartState {
  state: CartStoreState = INITIAL_STATE;
  intents: Intents = NO_INTENTS;
  extra: Partial<CartView> = {};
  view: CartView = INITIAL_CART_VIEW;
  /** True once the cart has been read. */
  isKnown = false;
  /** It is to be read again. */
  isStale = false;
  /** Its stock is to be looked up. */
  isStockDue = false;
  /** What is to be done besides what is wanted of lines, in order. */
  jobs: (() => Promise<void>)[] = [];
  /** Notices that the shopper has put away, for as long as the cart still tells them. */
  dismissed: readonly string[] = [];
  /** Keys of lines that are being put back. */
  readonly returning = new Set<string>();
  readonly #listeners = new Set<() => void>();
  readonly #market: Market;
  readonly #isHidden: () => boolean;

  /** @param isHidden true while the cart is another's than the one who looks */
  constructor(market: Market, isHidden: () => boolean) {
    this.#market = market;
    this.#isHidden = isHidden;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  publish(): void {
    const isHidden = this.#isHidden();
    const cart = isHidden ? null : this.#shown();
    const isPending = this.intents.size > 0;
    this.view = { ...INITIAL_CART_VIEW, ...this.extra, ...this.state, cart, isKnown: this.isKnown && !isHidden, isPending };
    for (const listener of this.#listeners) listener();
  }

  readonly dispatch = (event: CartEvent): void => {
    const before = this.state;
    this.state = cartReducer(before, event);
    trackCartOpened(before, this.state);
    this.publish();
  };

  readonly show = (change: Partial<CartView>): void => {
    this.extra = { ...this.extra, ...change };
    this.publish();
  };

  /** Nothing is wanted or to be done any more. */
  dropWishes(): void {
    this.intents = NO_INTENTS;
    this.jobs = [];
  }

  #shown(): Cart | null {
    const { cart, geoLocRegion, soldOutProducts } = this.state;
    const projected = deliveredTo(projectCart(this.#market, cart, this.intents), this.#market, geoLocRegion);
    return markSoldOut(projected, soldOutProducts);
  }
}
