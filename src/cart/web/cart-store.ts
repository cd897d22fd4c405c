/**
 * The browser's cart: what the server last confirmed, what the shopper wants beyond it, and one worker that brings the
 * two together, one call at a time (SPEC.md §4 "Cart events"; ARCHITECTURE.md "Browser cart"). An answer is only ever
 * applied in the order its call was made, and never over a newer one, so nothing that was removed can come back. Whose cart
 * it is stands in cart-owner.ts; signing in and out are steps of the worker like any other.
 */
import type { CatalogueHit } from '../../catalogue/contract.ts';
import type { GiftDetails } from '../../gift-card/gift-details.ts';
import { client } from '../../platform/client.ts';
import { type Cart, cartCalls } from '../contract.ts';
import { afterRefusal, afterStep, type Intents, NOTHING_WANTED, nextStep, type Step, wantMore, wantQuantity } from '../line-intents.ts';
import { TOASTS } from '../messages.ts';
import { itemOf } from '../own-item.ts';
import { lineOfHit, lineOfItem, markSoldOut, projectCart } from '../projection.ts';
import { deliveredTo } from '../region-estimate.ts';
import { afterEvent, type CartEvent, type CartStoreState, INITIAL_STATE } from '../store-state.ts';
import { tellChanges, tellOpened } from './cart-events.ts';
import { cartOwner } from './cart-owner.ts';
import { STORAGE_WAIT } from './cart-storage.ts';
import { type CartStorePorts, type CartView, type StoreCore, type TabNews, UNKNOWN_CART } from './cart-view.ts';
import { couponSteps } from './coupon-steps.ts';
import { delivery } from './delivery.ts';
import { takeLineStep } from './line-step.ts';
import { readLevels, regionReading } from './readings.ts';
import { redirectToCheckout } from './redirect-to-checkout.ts';
import { openCustomerCart, openForeignCart } from './sign-in-merge.ts';

export type CartStore = ReturnType<typeof createCartStore>;

/** Make the cart of one market. Nothing happens before `start`. */
export function createCartStore(ports: CartStorePorts) {
  const calls = client(cartCalls, ports.transport);
  const listeners = new Set<() => void>();
  let state: CartStoreState = INITIAL_STATE;
  let intents: Intents = NOTHING_WANTED;
  let extra: Partial<CartView> = {};
  let view: CartView = UNKNOWN_CART;
  let jobs: (() => Promise<void>)[] = [];
  let stale = false;
  /** Notices that the shopper has put away, for as long as the cart still tells them. */
  let dismissed: readonly string[] = [];
  let levelsWanted = false;
  let working: Promise<void> | null = null;
  let known = false;
  let isWoken = false;
  const returning = new Set<string>();

  /** A customer's cart is no sight for whoever comes after them. */
  const isLeaving = (): boolean => {
    const left = owner.customerId();
    return left !== null && left !== 0 && ports.shopper() !== null && ports.shopper() !== left;
  };
  const shownCart = (): Cart | null => {
    const projected = deliveredTo(projectCart(ports.market, state.cart, intents), ports.market, state.geoLocRegion);
    return markSoldOut(projected, state.soldOutProducts);
  };
  const publish = (): void => {
    const isHidden = isLeaving();
    const cart = isHidden ? null : shownCart();
    view = { ...UNKNOWN_CART, ...extra, ...state, cart, isKnown: known && !isHidden, isPending: intents.size > 0 };
    for (const listener of listeners) listener();
  };
  const dispatch = (event: CartEvent): void => {
    const before = state;
    state = afterEvent(state, event);
    tellOpened(before, state);
    publish();
  };
  const show = (change: Partial<CartView>): void => {
    extra = { ...extra, ...change };
    publish();
  };
  const want = (next: Intents, change: Partial<CartView>): void => {
    intents = next;
    show({ ...change, problems: [] });
    work();
  };

  const { deliver, retryNow } = delivery({
    newKey: ports.newKey,
    wait: ports.wait,
    onReach: (reachable) => {
      if (view.isUnreachable === reachable) show({ isUnreachable: !reachable });
    },
  });

  const owner = cartOwner(ports, deliver);

  const confirm: StoreCore['confirm'] = (cart, sentTo) => {
    const before = state.cart;
    const kept = owner.cartId();
    if (sentTo !== null && kept !== null && kept !== sentTo) {
      // Meanwhile the shopper has another cart; what this answer says is about the old one.
      stale = true;
      return before?.id === sentTo ? null : before;
    }
    if (!cart) {
      owner.forgetCart();
      if (kept !== null) ports.tabs.tell({ id: kept, cart: null });
      if (state.email !== null) dispatch({ type: 'email', email: null });
      return null;
    }
    known = true;
    if (before && before.id === cart.id && before.version > cart.version) return before;
    if (kept !== cart.id) owner.keepCartId(cart.id);
    levelsWanted = true;
    tellChanges(cart);
    ports.tabs.tell({ id: cart.id, cart });
    dismissed = dismissed.filter((notice) => cart.notices.includes(notice));
    const news = cart.notices.filter((notice) => !view.notices.includes(notice) && !dismissed.includes(notice));
    if (news.length > 0) show({ notices: [...view.notices, ...news] });
    return cart;
  };

  const core: StoreCore = {
    ports,
    calls,
    deliver,
    confirmed: () => state.cart,
    customerId: () => owner.customerId() ?? 0,
    cartId: owner.cartId,
    keepCartId: owner.keepCartId,
    view: () => view,
    dispatch,
    show,
    confirm,
    refreshSoon: () => {
      stale = true;
    },
    whenSettled: async () => {
      const isReady = await shopperKnown();
      work();
      while (working) await working;
      return isReady;
    },
  };

  /** True where the customer's account names another cart by now, which is then the one to read. */
  async function hasMoved(id: string | null): Promise<boolean> {
    const customerId = core.customerId();
    const account = customerId === 0 ? null : await owner.askAccount();
    if (!account?.ok || account.cartId === null || account.cartId === id) return false;
    owner.becomeCustomer(customerId, account.cartId);
    stale = true;
    return true;
  }

  async function fetchCart(): Promise<void> {
    stale = false;
    const id = owner.cartId() ?? state.cart?.id ?? null;
    dispatch({ type: 'fetch.started' });
    const result = id === null ? null : await deliver(() => calls.initialize({ cartId: id, customerId: core.customerId() }));
    const gone = result === null || (!result.ok && [401, 403, 404].includes(result.status));
    if (result && gone && (await hasMoved(id))) return dispatch({ type: 'fetch.completed', cart: null });
    const cart = result?.ok ? result.value.data : gone ? null : state.cart;
    const kept = result === null ? null : gone || result.ok ? confirm(cart, id) : cart;
    known ||= result === null || result.ok || gone;
    dispatch({ type: 'fetch.completed', cart: kept });
    if (result && !result.ok && !gone) dispatch({ type: 'error', message: result.title });
  }

  async function shopperKnown(): Promise<boolean> {
    for (let tries = 0; tries < STORAGE_WAIT.tries; tries += 1) {
      if (ports.shopper() !== null) return true;
      await ports.wait(STORAGE_WAIT.pause);
    }
    return ports.shopper() !== null;
  }

  function giveUp(): void {
    intents = NOTHING_WANTED;
    jobs = [];
    ports.say({ ...TOASTS.storage, tone: 'bad' });
    dispatch({ type: 'error', message: TOASTS.storage.text });
  }

  /** Open the cart of whoever is shopping now. False where that is not known, or could not be done. */
  async function changeOwner(): Promise<boolean> {
    if (ports.shopper() === null && (intents.size > 0 || jobs.length > 0) && !(await shopperKnown())) giveUp();
    const next = ports.shopper();
    if (next === null) return false;
    if (isLeaving()) {
      intents = NOTHING_WANTED;
      jobs = [];
      extra = {};
    }
    const isFirst = owner.customerId() === null;
    if (next !== 0) {
      if (isLeaving()) state = { ...state, cart: null };
      const opened = await openCustomerCart(core, owner, next);
      if (opened === 'open') known = false;
      return opened !== 'failed';
    }
    owner.becomeGuest();
    known = false;
    if (!isFirst) state = { ...state, cart: null, soldOutProducts: [] };
    dispatch({ type: 'email', email: ports.storage.email() });
    return true;
  }

  async function lineStep(step: Step): Promise<void> {
    if (step.kind === 'nothing') {
      intents = afterStep(intents, step, state.cart);
      return publish();
    }
    const { accepted, event } = await takeLineStep(core, step);
    // What is put back leaves the cart as open as it was.
    const isReturn = returning.delete(step.offerId) && accepted && 'cart' in event;
    const before = state;
    state = afterEvent(state, isReturn ? { type: 'update.completed', cart: event.cart } : event);
    tellOpened(before, state);
    intents = accepted ? afterStep(intents, step, state.cart) : afterRefusal(intents, step);
    publish();
  }

  const coupons = couponSteps(core);
  const region = regionReading(core);

  async function workThrough(): Promise<void> {
    let isRead = false;
    for (;;) {
      const step = known || isRead ? nextStep(state.cart, intents) : null;
      // What a guest has begun comes to its end before their cart is merged.
      const isSettled = ports.shopper() !== null && ports.shopper() === owner.customerId();
      if (!isSettled && (!step || isLeaving())) {
        if (!(await changeOwner())) return;
        isRead = false;
        continue;
      }
      if (!known && !isRead) {
        isRead = true;
        await fetchCart();
        continue;
      }
      const job = step ? null : jobs.shift();
      if (step) await lineStep(step);
      else if (job) await job();
      else if (owner.isUntold()) stale = (await owner.tell()) || stale;
      else if (stale) await fetchCart();
      else if (levelsWanted) {
        levelsWanted = false;
        await readLevels(core);
      } else if (coupons.isSilentOneDue()) await coupons.addSilently();
      else if (region.isDue()) await region.read();
      else return;
    }
  }

  /** What is asked for while the worker is at its end counts as well: it looks once more. */
  async function workOn(): Promise<void> {
    do {
      isWoken = false;
      await workThrough();
    } while (isWoken);
  }

  function work(): void {
    isWoken = true;
    working ??= workOn()
      .catch((failure: unknown) => {
        console.error(failure);
        intents = NOTHING_WANTED;
        dispatch({ type: 'error', message: 'Sorry, something went wrong!' });
      })
      .finally(() => {
        working = null;
        if (isWoken) work();
      });
  }

  function later(job: () => Promise<void>): void {
    jobs.push(job);
    work();
  }

  /** Another tab of the same shopper has changed the cart, or ended it. */
  function heard({ id, cart }: TabNews): void {
    const own = state.cart;
    if (!cart) {
      stale ||= own?.id === id;
      work();
      return;
    }
    const isNews = own?.id !== cart.id || own.version < cart.version;
    const isOurs = core.customerId() === 0 ? id === owner.cartId() : cart.customerId === core.customerId();
    if (!isNews || !isOurs) return;
    dispatch({ type: 'cart.heard', cart });
    if (owner.cartId() === id) return;
    owner.keepCartId(id);
    stale = true;
    work();
  }

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    current: (): CartView => view,
    onServer: (): CartView => UNKNOWN_CART,

    /** Read the cart, listen to the other tabs. Returns how to stop listening. */
    start(): () => void {
      dispatch({ type: 'region', region: ports.storage.region() });
      work();
      const stops = [
        ports.tabs.hear(heard),
        ports.storage.watch({
          cartId: (id) => {
            if (core.customerId() !== 0 || id === (state.cart?.id ?? null)) return;
            stale = true;
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
      publish();
      work();
    },
    /** Read the cart again, for example when the page comes back from the browser's history. */
    refresh(): void {
      if (state.isRedirecting) dispatch({ type: 'redirect.completed' });
      if (state.error !== null) dispatch({ type: 'error.dismissed' });
      stale = true;
      work();
    },
    retryNow,
    /** Add cases of an offer. */
    add: (hit: CatalogueHit, cases = 1, gift?: GiftDetails) => want(wantMore(intents, lineOfHit(hit, gift), cases), { removed: null }),
    /** Set how many cases of an offer are wanted; 0 takes it out. */
    setQuantity(offerId: string, quantity: number): void {
      const item = itemOf(view.cart, offerId);
      if (!item || item.quantity === quantity) return;
      const { id: _, quantity: __, addedByPromotion: ___, ...line } = lineOfItem(item);
      const change =
        quantity > 0 ? {} : { removed: { line, quantity: item.quantity }, announcement: `${item.name} taken out of your cart.` };
      want(wantQuantity(state.cart, intents, offerId, quantity), change);
    },
    /** Put back what was taken out last. */
    putBack(): void {
      const { removed } = view;
      if (!removed) return;
      returning.add(removed.line.offerId);
      const announcement = `${removed.line.offer.name} is back in your cart.`;
      want(wantMore(intents, removed.line, removed.quantity), { removed: null, announcement });
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

    /** Keep the guest's e-mail on this device; it goes to the cart before checkout. */
    setEmail(email: string): void {
      ports.storage.keepEmail(email);
      dispatch({ type: 'email', email });
    },
    /** Keep an e-mail from the address where there is none yet. */
    suggestEmail(email: string): void {
      if (state.email === null) this.setEmail(email);
    },
    /** Open a cart of which the shopper holds the id; what is in the own one goes into it. */
    openCart: (id: string): void => later(() => openForeignCart(core, owner, id)),
    checkout: (): Promise<void> =>
      redirectToCheckout(core, () => {
        stale = true;
        work();
      }),

    setOpen(open: boolean): void {
      if (open !== state.isCartOpen) dispatch({ type: 'open', open });
    },
    dismissError(): void {
      show({ offersLogin: false });
      dispatch({ type: 'error.dismissed' });
    },
    logIn: (): void => ports.logIn(),
    dismissNotices: (): void => {
      dismissed = view.notices;
      show({ notices: [] });
    },
  };
}
