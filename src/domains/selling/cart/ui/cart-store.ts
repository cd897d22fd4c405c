/**
 * The browser's cart: what the server last confirmed, what the shopper wants beyond it, and one worker that brings the
 * two together, one call at a time (SPEC.md §4 "Cart events"). An answer is only ever
 * applied in the order its call was made, and never over a newer one, so nothing that was removed can come back. Whose cart
 * it is stands in cart-owner.ts, what is held of it in held-cart.ts, the worker in cart-worker.ts.
 */
import type { CatalogueHit } from '#domains/catalogue/contract.ts';
import type { GiftDetails } from '#domains/selling/gift-cards/model/gift-details.ts';
import { client } from '#lib/client.ts';
import { cartContract, type LineItem } from '../contract.ts';
import { cartStoreMessages } from '../messages.ts';
import { type Intents, newKeyOf, withAddIntent, withSetIntent } from '../model/line-intents.ts';
import { keyOf, lineKeyOf } from '../model/line-key.ts';
import { lineAgain, lineOfHit } from '../model/optimistic-cart.ts';
import { trackCartChanges } from './cart-events.ts';
import { cartOwner } from './cart-identity.ts';
import { type CartBroadcast, type CartStoreContext, type CartStoreDeps, type CartView, INITIAL_CART_VIEW } from './cart-store-types.ts';
import { createCartSync } from './cart-sync.ts';
import { ClientCartState } from './client-cart-state.ts';
import { createRegionLookup } from './lookups.ts';
import { redirectToCheckout } from './redirect-to-checkout.ts';
import { createRequestRetrier } from './request-retrier.ts';
import { openSharedCart } from './sign-in-merge.ts';
import { createCouponSync } from './sync-coupons.ts';

export type CartStore = ReturnType<typeof createCartStore>;

/** Make the cart of one market. Nothing happens before `start`. */
export function createCartStore(ports: CartStoreDeps) {
  /** A customer's cart is no sight for whoever comes after them. */
  const isLeaving = (): boolean => {
    const left = owner.customerId();
    return left !== null && left !== 0 && ports.shopper() !== null && ports.shopper() !== left;
  };
  const held = new ClientCartState(ports.market, isLeaving);
  const { dispatch, show } = held;

  const { deliver, retryNow } = createRequestRetrier({
    newKey: ports.newKey,
    wait: ports.wait,
    onReach: (reachable) => {
      if (held.view.isOffline === reachable) show({ isOffline: !reachable });
    },
  });
  const owner = cartOwner(ports, deliver);

  const confirm: CartStoreContext['confirm'] = (cart, sentTo) => {
    const before = held.state.cart;
    const kept = owner.cartId();
    if (sentTo !== null && kept !== null && kept !== sentTo) {
      // Meanwhile the shopper has another cart; what this answer says is about the old one.
      held.isStale = true;
      return before?.id === sentTo ? null : before;
    }
    if (!cart) {
      owner.clearCart();
      if (kept !== null) ports.tabs.tell({ id: kept, cart: null });
      if (held.state.email !== null) dispatch({ type: 'email', email: null });
      return null;
    }
    held.isKnown = true;
    if (before && before.id === cart.id && before.version > cart.version) return before;
    if (kept !== cart.id) owner.saveCartId(cart.id);
    held.isStockDue = true;
    trackCartChanges(cart, ports.storage);
    ports.tabs.tell({ id: cart.id, cart });
    held.dismissed = held.dismissed.filter((notice) => cart.notices.includes(notice));
    const newNotices = cart.notices.filter((notice) => !held.view.notices.includes(notice) && !held.dismissed.includes(notice));
    if (newNotices.length > 0) show({ notices: [...held.view.notices, ...newNotices] });
    return cart;
  };

  const context: CartStoreContext = {
    ports,
    calls: client(cartContract, ports.transport),
    deliver,
    confirmed: () => held.state.cart,
    customerId: () => owner.customerId() ?? 0,
    cartId: owner.cartId,
    saveCartId: owner.saveCartId,
    view: () => held.view,
    dispatch,
    show,
    confirm,
    refreshSoon: () => {
      held.isStale = true;
    },
    whenSynced: () => worker.whenSynced(),
  };
  const coupons = createCouponSync(context);
  const worker = createCartSync(held, context, owner, { coupons, region: createRegionLookup(context), isLeaving });
  const { work, later } = worker;
  const want = (next: Intents, change: Partial<CartView>): void => {
    held.intents = next;
    show({ ...change, problems: [] });
    work();
  };

  /** Another tab of the same shopper has changed the cart, or ended it. */
  function heard({ id, cart }: CartBroadcast): void {
    const own = held.state.cart;
    if (!cart) {
      held.isStale ||= own?.id === id;
      work();
      return;
    }
    const isNewer = own?.id !== cart.id || own.version < cart.version;
    const isOwnCart = context.customerId() === 0 ? id === owner.cartId() : cart.customerId === context.customerId();
    if (!isNewer || !isOwnCart) return;
    dispatch({ type: 'cart.heard', cart });
    if (owner.cartId() === id) return;
    owner.saveCartId(id);
    held.isStale = true;
    work();
  }

  return {
    subscribe: held.subscribe,
    current: (): CartView => held.view,
    onServer: (): CartView => INITIAL_CART_VIEW,

    /** Read the cart, listen to the other tabs. Returns how to stop listening. */
    start(): () => void {
      dispatch({ type: 'region', region: ports.storage.region() });
      work();
      const stops = [
        ports.tabs.hear(heard),
        ports.storage.watch({
          cartId: (id) => {
            if (context.customerId() !== 0 || id === (held.state.cart?.id ?? null)) return;
            held.isStale = true;
            work();
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

    /** Somebody has signed in or out, here or in another tab. */
    shopperChanged(): void {
      held.publish();
      work();
    },
    /** Read the cart again, for example when the page comes back from the browser's history. */
    refresh(): void {
      if (held.state.isRedirecting) dispatch({ type: 'redirect.completed' });
      if (held.state.error !== null) dispatch({ type: 'error.dismissed' });
      held.isStale = true;
      work();
    },
    retryNow,
    /** Add cases of an offer. */
    add: (hit: CatalogueHit, cases = 1, gift?: GiftDetails) =>
      want(withAddIntent(held.intents, lineOfHit(hit, gift), cases), { removed: null }),
    /** Set how many cases of a line are wanted, by its key (own-item.ts), which is an offer's id mostly; 0 takes it out. */
    setQuantity(key: string, quantity: number): void {
      const item = lineKeyOf(held.view.cart, key);
      if (!item || item.quantity === quantity) return;
      const change =
        quantity > 0
          ? {}
          : {
              // A gift is not put back by an add, which would be a purchase: it stands among the declined ones.
              removed: item.addedByPromotion ? null : { line: held.intents.get(key)?.line ?? lineAgain(item), quantity: item.quantity },
              announcement: cartStoreMessages.lineRemoved(item.name),
            };
      want(withSetIntent(held.state.cart, held.intents, key, quantity), change);
    },
    /** Take back a gift that was declined. */
    takeGift: (item: LineItem): void =>
      want(withSetIntent(held.state.cart, held.intents, keyOf(item), item.quantity), {
        announcement: cartStoreMessages.lineRestored(item.name),
      }),
    /** Put back what was taken out last. */
    restoreLine(): void {
      const { removed } = held.view;
      if (!removed) return;
      held.returning.add(newKeyOf(removed.line));
      const announcement = cartStoreMessages.lineRestored(removed.line.offer.name);
      want(withAddIntent(held.intents, removed.line, removed.quantity), { removed: null, announcement });
    },

    addCoupon: (code: string): void => {
      const job = coupons.add(code.trim());
      if (job) later(job);
    },
    removeCoupon: (code: string): void => later(() => coupons.remove(code)),
    /** Keep a coupon code from the address; it is applied silently as soon as there is a cart. */
    saveCoupon(code: string): void {
      ports.storage.saveCoupon(code);
      coupons.tryAgain();
      work();
    },
    forgetRefusedCoupon: (): void => show({ refusedCoupon: null }),

    /** Delivery goes to this state, as far as the shopper says: in place of where they seem to be. */
    setRegion(state: string): void {
      ports.storage.saveRegion(state);
      dispatch({ type: 'region', region: ports.storage.region() });
    },
    /** Keep the guest's e-mail on this device; it goes to the cart before checkout. */
    setEmail(email: string): void {
      ports.storage.keepEmail(email);
      dispatch({ type: 'email', email });
    },
    /** Keep an e-mail from the address where there is none yet. */
    suggestEmail(email: string): void {
      if (held.state.email === null) this.setEmail(email);
    },
    /** Open a cart of which the shopper holds the id; what is in the own one goes into it. */
    openCart: (id: string): void => later(() => openSharedCart(context, owner, id)),
    checkout: (): Promise<void> =>
      redirectToCheckout(context, () => {
        held.isStale = true;
        work();
      }),

    setOpen(open: boolean): void {
      if (open !== held.state.isCartOpen) dispatch({ type: 'open', open });
    },
    dismissError(): void {
      show({ offersLogin: false });
      dispatch({ type: 'error.dismissed' });
    },
    logIn: (): void => ports.logIn(),
    dismissNotices: (): void => {
      held.dismissed = held.view.notices;
      show({ notices: [] });
    },
  };
}
