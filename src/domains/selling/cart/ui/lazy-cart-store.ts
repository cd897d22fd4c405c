/**
 * Lazy proxy for the cart store. Queues actions until the store's chunk has loaded, because the chunk is large and no first paint
 * needs it.
 */

import { cartKeyOf } from '#domains/customers/identity/model/claims.ts';
import type { Market } from '#markets/market.ts';
import { type CartView, INITIAL_CART_VIEW } from '../model/cart-view.ts';
import type { CartStore } from './cart-store.ts';

/** Storage keys whose values need the store without a click: a guest's cart, or a call that may have created one. */
export const cartKeysOf = (market: Market) => ({ cartId: cartKeyOf(market), unansweredCreate: `cart-unanswered-create-${market}` });

const ACTIONS = [
  'add',
  'setQuantity',
  'takeGift',
  'restoreLine',
  'addCoupon',
  'removeCoupon',
  'saveCoupon',
  'clearRefusedCoupon',
  'setEmail',
  'setRegion',
  'suggestEmail',
  'openCart',
  'checkout',
  'setOpen',
  'logIn',
  'dismissError',
  'dismissNotices',
] as const satisfies readonly (keyof CartStore)[];

/** Events that are dropped before the store has loaded, because it reads everything when it starts. They retry a failed load. */
const SIGNALS = ['shopperChanged', 'refresh', 'retryNow'] as const satisfies readonly (keyof CartStore)[];

type Actions = { readonly [Name in (typeof ACTIONS)[number]]: (...args: Parameters<CartStore[Name]>) => void };
type Signals = { readonly [Name in (typeof SIGNALS)[number]]: () => void };

export interface LazyCartStore extends Actions, Signals {
  subscribe(listener: () => void): () => void;
  current(): CartView;
  onServer(): CartView;
  /** Loads the store now instead of when it is needed. */
  load(): void;
  /** Subscribes the store to other tabs. @returns unsubscribe function */
  start(): () => void;
}

/**
 * Creates the proxy. The next action retries a failed load.
 * @param fetchStore loads and creates the store; the proxy starts it
 */
export function createLazyCartStore(fetchStore: () => Promise<CartStore>): LazyCartStore {
  const listeners = new Set<() => void>();
  let store: CartStore | null = null;
  let isComing = false;
  let isStarted = false;
  let waiting: ((store: CartStore) => void)[] = [];
  let stop: (() => void) | null = null;

  const publish = (): void => {
    for (const listener of listeners) listener();
  };
  const handleLoaded = (made: CartStore): void => {
    store = made;
    made.subscribe(publish);
    if (isStarted) stop = made.start();
    for (const work of waiting) work(made);
    waiting = [];
    publish();
  };
  const load = (): void => {
    if (isComing || store) return;
    isComing = true;
    fetchStore()
      .then(handleLoaded, (failure: unknown) => console.error(failure))
      .finally(() => {
        isComing = false;
      });
  };
  const act = (work: (store: CartStore) => void): void => {
    if (store) {
      work(store);
      return;
    }
    waiting.push(work);
    load();
  };
  const actions = Object.fromEntries(
    ACTIONS.map((name) => [name, (...args: unknown[]) => act((made) => void (made[name] as (...args: unknown[]) => unknown)(...args))]),
  ) as Actions;
  const signal = (name: (typeof SIGNALS)[number]): void => {
    if (store) store[name]();
    else if (waiting.length > 0) load();
  };
  const signals = Object.fromEntries(SIGNALS.map((name) => [name, () => signal(name)])) as Signals;

  return {
    ...actions,
    ...signals,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    current: () => store?.current() ?? INITIAL_CART_VIEW,
    onServer: () => INITIAL_CART_VIEW,
    load,
    start() {
      isStarted = true;
      if (store) stop = store.start();
      return () => {
        isStarted = false;
        stop?.();
        stop = null;
      };
    },
  };
}
