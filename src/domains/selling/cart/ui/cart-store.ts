/**
 * The browser's cart: the last cart that the server confirmed, the shopper's intents beyond it, and the actions of components.
 * Responses apply in the order of their calls and never over a newer cart, so a removed line cannot come back. The state is in
 * `model/cart-reducer.ts`, the effects in `cart-sync.ts`.
 */
import type { CatalogueHit } from '#domains/catalogue/contract.ts';
import type { GiftDetails } from '#domains/selling/gift-cards/model/gift-details.ts';
import { NetworkError } from '#lib/browser/fetch-transport.ts';
import { client } from '#lib/client.ts';
import { retry } from '#lib/retry.ts';
import { cartContract, type LineItem } from '../contract.ts';
import { cartStoreMessages } from '../messages/store.ts';
import { type ClientCartEvent, canAddCoupon, clientCartReducer, INITIAL_CLIENT_STATE, toCartView } from '../model/cart-reducer.ts';
import { type CartFeedback, type CartView, INITIAL_CART_VIEW } from '../model/cart-view.ts';
import { type Intents, newKeyOf, withAddIntent, withSetIntent } from '../model/line-intents.ts';
import { keyOf, lineKeyOf } from '../model/line-key.ts';
import { lineAgain, lineOfHit } from '../model/optimistic-cart.ts';
import { trackCartChanges, trackCartOpened } from './cart-events.ts';
import { createCartOwner } from './cart-owner.ts';
import type { CartBroadcast, CartStoreContext, CartStoreDeps, RequestRetrier } from './cart-store-types.ts';
import { createCartSync } from './cart-sync.ts';
import { redirectToCheckout } from './redirect-to-checkout.ts';
import { createCouponSync } from './sync-coupons.ts';

/** Pause between tries while the shop cannot be reached, milliseconds. */
const RETRY_MS = 10_000;

function createRequestRetrier(deps: {
  readonly newKey: () => string;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly onReach: (reachable: boolean) => void;
}): RequestRetrier {
  let wake: (() => void) | null = null;
  return {
    async sendWithRetry(send) {
      const key = deps.newKey();
      const response = await retry(() => send(key), {
        shouldRetry: (error) => error instanceof NetworkError,
        pause() {
          deps.onReach(false);
          return Promise.race([deps.wait(RETRY_MS), new Promise<void>((done) => (wake = done))]);
        },
      });
      deps.onReach(true);
      return response;
    },
    retryNow: () => wake?.(),
  };
}

export type CartStore = ReturnType<typeof createCartStore>;

/** Creates the cart store of a market. Nothing happens before `start`. */
export function createCartStore(deps: CartStoreDeps) {
  const listeners = new Set<() => void>();
  let state = INITIAL_CLIENT_STATE;
  let view: CartView = INITIAL_CART_VIEW;

  /** Returns true while the cart belongs to a customer who has signed out. It is hidden from the next shopper. */
  const isLeaving = (): boolean => {
    const customerId = owner.customerId();
    return customerId !== null && customerId !== 0 && deps.shopper() !== null && deps.shopper() !== customerId;
  };
  const publish = (): void => {
    view = toCartView(state, deps.market, deps.terms(), isLeaving());
    for (const listener of listeners) listener();
  };
  const update = (event: ClientCartEvent): void => {
    const before = state.flags;
    state = clientCartReducer(state, event);
    trackCartOpened(before, state.flags);
  };
  const dispatch = (event: ClientCartEvent): void => {
    update(event);
    publish();
  };
  const show = (change: Partial<CartFeedback>): void => dispatch({ type: 'feedback', change });
  const markStale = (): void => update({ type: 'stale', isStale: true });

  const { sendWithRetry, retryNow } = createRequestRetrier({
    newKey: deps.newKey,
    wait: deps.wait,
    onReach: (isReachable) => {
      if (view.isOffline === isReachable) show({ isOffline: !isReachable });
    },
  });
  const owner = createCartOwner(deps, sendWithRetry);

  const confirm: CartStoreContext['confirm'] = (cart, sentTo) => {
    const before = state.flags.cart;
    const storedId = owner.cartId();
    if (sentTo !== null && storedId !== null && storedId !== sentTo) {
      // The shopper has another cart by now; this response is about the previous one.
      markStale();
      return before?.id === sentTo ? null : before;
    }
    if (!cart) {
      owner.clearCart();
      deps.cache.save(null);
      if (storedId !== null) deps.tabs.post({ id: storedId, cart: null });
      if (state.flags.email !== null) dispatch({ type: 'email', email: null });
      return null;
    }
    if (before && before.id === cart.id && before.version > cart.version) {
      update({ type: 'loaded', isLoaded: true });
      return before;
    }
    if (storedId !== cart.id) owner.saveCartId(cart.id);
    deps.cache.save(cart);
    trackCartChanges(cart, deps.storage);
    deps.tabs.post({ id: cart.id, cart });
    const { feedback } = state;
    update({ type: 'confirmed', cart });
    if (state.feedback !== feedback) publish();
    return cart;
  };

  const context: CartStoreContext = {
    deps,
    calls: client(cartContract, deps.transport),
    sendWithRetry,
    confirmed: () => state.flags.cart,
    customerId: () => owner.customerId() ?? 0,
    cartId: owner.cartId,
    saveCartId: owner.saveCartId,
    view: () => view,
    dispatch,
    show,
    confirm,
    refreshSoon: markStale,
    whenSynced: () => sync.whenSynced(),
  };
  const coupons = createCouponSync(context);
  const sync = createCartSync({ context, owner, coupons, state: () => state, update, dispatch, isLeaving });
  const want = (intents: Intents, change: Partial<CartFeedback>, restoring?: string): void => {
    dispatch({ type: 'intents', intents, change, ...(restoring !== undefined && { restoring }) });
    sync.work();
  };
  const refetch = (): void => {
    markStale();
    sync.work();
  };

  /** Applies a change or deletion of the cart by another tab of the same shopper. */
  function handleBroadcast({ id, cart }: CartBroadcast): void {
    const own = state.flags.cart;
    if (!cart) {
      // A tab that is still reading the cart may get a response from before the deletion, so it reads the cart again.
      if (own === null || own.id === id) markStale();
      sync.work();
      return;
    }
    const isNewer = own?.id !== cart.id || own.version < cart.version;
    const isOwnCart = context.customerId() === 0 ? id === owner.cartId() : cart.customerId === context.customerId();
    if (!isNewer || !isOwnCart) return;
    dispatch({ type: 'cart.heard', cart });
    if (owner.cartId() === id) return;
    owner.saveCartId(id);
    refetch();
  }

  return {
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    current: (): CartView => view,
    onServer: (): CartView => INITIAL_CART_VIEW,

    /** Reads the cart and listens to other tabs. Returns a function that stops listening. */
    start(): () => void {
      dispatch({ type: 'region', region: deps.storage.region() });
      sync.work();
      const stops = [
        deps.tabs.onMessage(handleBroadcast),
        deps.storage.watch({
          cartId: (id) => {
            if (context.customerId() === 0 && id !== (state.flags.cart?.id ?? null)) refetch();
          },
          email: (email) => {
            if (context.customerId() === 0) dispatch({ type: 'email', email });
          },
        }),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },

    /** Handles a sign-in or sign-out, here or in another tab. */
    shopperChanged(): void {
      publish();
      sync.work();
    },
    /** Reads the cart again, for example when the page returns from the browser's history. */
    refresh(): void {
      if (state.flags.isRedirecting) dispatch({ type: 'redirect.completed' });
      if (state.flags.error !== null) dispatch({ type: 'error.dismissed' });
      refetch();
    },
    retryNow,
    /** Adds cases of an offer. They are queued until the cart is ready [CART-33]. */
    add: (hit: CatalogueHit, cases = 1, gift?: GiftDetails) =>
      want(withAddIntent(state.intents, lineOfHit(hit, gift), cases), { removed: null }),
    /** Sets the quantity of a line by its key; 0 removes it. */
    setQuantity(key: string, quantity: number): void {
      const item = lineKeyOf(view.cart, key);
      if (!item || item.quantity === quantity) return;
      const change =
        quantity > 0
          ? {}
          : {
              // A removed gift is listed among the declined gifts. Restoring it by an addition would buy it.
              removed: item.addedByPromotion ? null : { line: state.intents.get(key)?.line ?? lineAgain(item), quantity: item.quantity },
              announcement: cartStoreMessages.lineRemoved(item.name),
            };
      want(withSetIntent(state.flags.cart, state.intents, key, quantity), change);
    },
    /** Takes back a gift that was declined. */
    takeGift: (item: LineItem): void =>
      want(withSetIntent(state.flags.cart, state.intents, keyOf(item), item.quantity), {
        announcement: cartStoreMessages.lineRestored(item.name),
      }),
    /** Restores the line that was removed last. */
    restoreLine(): void {
      const { removed } = view;
      if (!removed) return;
      const announcement = cartStoreMessages.lineRestored(removed.line.offer.name);
      want(withAddIntent(state.intents, removed.line, removed.quantity), { removed: null, announcement }, newKeyOf(removed.line));
    },

    addCoupon(text: string): void {
      const code = text.trim();
      if (canAddCoupon(state, code)) sync.enqueue({ kind: 'add-coupon', code });
    },
    removeCoupon: (code: string): void => sync.enqueue({ kind: 'remove-coupon', code }),
    /** Saves a coupon code of the URL; it is applied silently as soon as there is a cart [PROMO-11] [PROMO-12]. */
    saveCoupon(code: string): void {
      deps.storage.saveCoupon(code);
      coupons.retryStoredCode();
      sync.work();
    },
    clearRefusedCoupon: (): void => show({ refusedCoupon: null }),

    /** Saves the region that the shopper entered in place of the one that was looked up. */
    setRegion(region: string): void {
      deps.storage.saveRegion(region);
      dispatch({ type: 'region', region: deps.storage.region() });
    },
    /** Saves the guest's email on this device [CART-17] [CART-19]; it is sent to the cart before checkout. */
    setEmail(email: string): void {
      deps.storage.saveEmail(email);
      dispatch({ type: 'email', email });
    },
    /** Saves an email of the URL unless there is one. */
    suggestEmail(email: string): void {
      if (state.flags.email === null) this.setEmail(email);
    },
    /** Opens a cart by its id and merges the shopper's own cart into it [CART-49]. */
    openCart: (cartId: string): void => sync.enqueue({ kind: 'open-cart', cartId }),
    checkout: (): Promise<void> => redirectToCheckout(context, refetch),

    setOpen(open: boolean): void {
      if (open !== state.flags.isCartOpen) dispatch({ type: 'open', open });
    },
    dismissError(): void {
      show({ offersLogin: false });
      dispatch({ type: 'error.dismissed' });
    },
    logIn: (): void => deps.logIn(),
    dismissNotices: (): void => dispatch({ type: 'notices.dismissed' }),
  };
}
