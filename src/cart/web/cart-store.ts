/**
 * The browser's cart: what the server last confirmed, what the shopper wants beyond it, and one worker that brings the
 * two together, one call at a time (SPEC.md §4 "Cart events"). An answer is only ever
 * applied in the order its call was made, and never over a newer one, so nothing that was removed can come back. Whose cart
 * it is stands in cart-owner.ts, what is held of it in held-cart.ts, the worker in cart-worker.ts.
 */
import type { CatalogueHit } from '../../catalogue/contract.ts';
import type { GiftDetails } from '../../gift-card/gift-details.ts';
import { client } from '../../platform/client.ts';
import { cartCalls, type LineItem } from '../contract.ts';
import { type Intents, newKeyOf, wantMore, wantQuantity } from '../line-intents.ts';
import { itemOf, keyOf } from '../own-item.ts';
import { lineAgain, lineOfHit } from '../projection.ts';
import { tellChanges } from './cart-events.ts';
import { cartOwner } from './cart-owner.ts';
import { type CartStorePorts, type CartView, type StoreCore, type TabNews, UNKNOWN_CART } from './cart-view.ts';
import { cartWorker } from './cart-worker.ts';
import { couponSteps } from './coupon-steps.ts';
import { delivery } from './delivery.ts';
import { HeldCart } from './held-cart.ts';
import { holdingLines } from './held-lines.ts';
import { regionReading } from './readings.ts';
import { redirectToCheckout } from './redirect-to-checkout.ts';
import { openForeignCart } from './sign-in-merge.ts';

export type CartStore = ReturnType<typeof createCartStore>;

/** Make the cart of one market. Nothing happens before `start`. */
export function createCartStore(ports: CartStorePorts) {
  /** A customer's cart is no sight for whoever comes after them. */
  const isLeaving = (): boolean => {
    const left = owner.customerId();
    return left !== null && left !== 0 && ports.shopper() !== null && ports.shopper() !== left;
  };
  const held = new HeldCart(ports.market, isLeaving);
  const { dispatch, show } = held;

  const { deliver, retryNow } = delivery({
    newKey: ports.newKey,
    wait: ports.wait,
    onReach: (reachable) => {
      if (held.view.isUnreachable === reachable) show({ isUnreachable: !reachable });
    },
  });
  const owner = cartOwner(ports, deliver);

  const confirm: StoreCore['confirm'] = (cart, sentTo) => {
    const before = held.state.cart;
    const kept = owner.cartId();
    if (sentTo !== null && kept !== null && kept !== sentTo) {
      // Meanwhile the shopper has another cart; what this answer says is about the old one.
      held.isStale = true;
      return before?.id === sentTo ? null : before;
    }
    if (!cart) {
      owner.forgetCart();
      if (kept !== null) ports.tabs.tell({ id: kept, cart: null });
      if (held.state.email !== null) dispatch({ type: 'email', email: null });
      return null;
    }
    held.isKnown = true;
    if (before && before.id === cart.id && before.version > cart.version) return before;
    if (kept !== cart.id) owner.keepCartId(cart.id);
    held.isStockDue = true;
    tellChanges(cart, ports.storage);
    ports.tabs.tell({ id: cart.id, cart });
    held.dismissed = held.dismissed.filter((notice) => cart.notices.includes(notice));
    const news = cart.notices.filter((notice) => !held.view.notices.includes(notice) && !held.dismissed.includes(notice));
    if (news.length > 0) show({ notices: [...held.view.notices, ...news] });
    return cart;
  };

  const core: StoreCore = {
    ports,
    calls: client(cartCalls, holdingLines(ports.transport)),
    deliver,
    confirmed: () => held.state.cart,
    customerId: () => owner.customerId() ?? 0,
    cartId: owner.cartId,
    keepCartId: owner.keepCartId,
    view: () => held.view,
    dispatch,
    show,
    confirm,
    refreshSoon: () => {
      held.isStale = true;
    },
    whenSettled: () => worker.whenSettled(),
  };
  const coupons = couponSteps(core);
  const worker = cartWorker(held, core, owner, { coupons, region: regionReading(core), isLeaving });
  const { work, later } = worker;
  const want = (next: Intents, change: Partial<CartView>): void => {
    held.intents = next;
    show({ ...change, problems: [] });
    work();
  };

  /** Another tab of the same shopper has changed the cart, or ended it. */
  function heard({ id, cart }: TabNews): void {
    const own = held.state.cart;
    if (!cart) {
      held.isStale ||= own?.id === id;
      work();
      return;
    }
    const isNews = own?.id !== cart.id || own.version < cart.version;
    const isOurs = core.customerId() === 0 ? id === owner.cartId() : cart.customerId === core.customerId();
    if (!isNews || !isOurs) return;
    dispatch({ type: 'cart.heard', cart });
    if (owner.cartId() === id) return;
    owner.keepCartId(id);
    held.isStale = true;
    work();
  }

  return {
    subscribe: held.subscribe,
    current: (): CartView => held.view,
    onServer: (): CartView => UNKNOWN_CART,

    /** Read the cart, listen to the other tabs. Returns how to stop listening. */
    start(): () => void {
      dispatch({ type: 'region', region: ports.storage.region() });
      work();
      const stops = [
        ports.tabs.hear(heard),
        ports.storage.watch({
          cartId: (id) => {
            if (core.customerId() !== 0 || id === (held.state.cart?.id ?? null)) return;
            held.isStale = true;
            work();
          },
          email: (email) => {
            if (core.customerId() === 0) dispatch({ type: 'email', email });
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
    add: (hit: CatalogueHit, cases = 1, gift?: GiftDetails) => want(wantMore(held.intents, lineOfHit(hit, gift), cases), { removed: null }),
    /** Set how many cases of a line are wanted, by its key (own-item.ts), which is an offer's id mostly; 0 takes it out. */
    setQuantity(key: string, quantity: number): void {
      const item = itemOf(held.view.cart, key);
      if (!item || item.quantity === quantity) return;
      const change =
        quantity > 0
          ? {}
          : {
              // A gift is not put back by an add, which would be a purchase: it stands among the declined ones.
              removed: item.addedByPromotion ? null : { line: held.intents.get(key)?.line ?? lineAgain(item), quantity: item.quantity },
              announcement: `${item.name} taken out of your cart.`,
            };
      want(wantQuantity(held.state.cart, held.intents, key, quantity), change);
    },
    /** Take back a gift that was declined. */
    takeGift: (item: LineItem): void =>
      want(wantQuantity(held.state.cart, held.intents, keyOf(item), item.quantity), { announcement: `${item.name} is back in your cart.` }),
    /** Put back what was taken out last. */
    putBack(): void {
      const { removed } = held.view;
      if (!removed) return;
      held.returning.add(newKeyOf(removed.line));
      const announcement = `${removed.line.offer.name} is back in your cart.`;
      want(wantMore(held.intents, removed.line, removed.quantity), { removed: null, announcement });
    },

    addCoupon: (code: string): void => {
      const job = coupons.add(code.trim());
      if (job) later(job);
    },
    removeCoupon: (code: string): void => later(() => coupons.remove(code)),
    /** Keep a coupon code from the address; it is applied silently as soon as there is a cart. */
    keepCoupon(code: string): void {
      ports.storage.keepCoupon(code);
      coupons.tryAgain();
      work();
    },
    forgetRefusedCoupon: (): void => show({ refusedCoupon: null }),

    /** Delivery goes to this state, as far as the shopper says: in place of where they seem to be. */
    setRegion(state: string): void {
      ports.storage.keepRegion(state);
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
    openCart: (id: string): void => later(() => openForeignCart(core, owner, id)),
    checkout: (): Promise<void> =>
      redirectToCheckout(core, () => {
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
