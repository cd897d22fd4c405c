/**
 * Brings what the shopper wants and what the server has together, one call at a time (SPEC.md §4 "Cart events"). Signing in
 * and out are steps like any other.
 */

import { cartStoreMessages, TOASTS } from '../messages.ts';
import { cartReducer } from '../model/cart-reducer.ts';
import { applyStep, NO_INTENTS, nextStep, revertIntent, type Step } from '../model/line-intents.ts';
import { trackCartOpened } from './cart-events.ts';
import type { CartOwner } from './cart-identity.ts';
import { STORAGE_WAIT } from './cart-storage.ts';
import type { CartStoreContext } from './cart-store-types.ts';
import type { ClientCartState } from './client-cart-state.ts';
import { fetchStockLevels, type RegionReading } from './lookups.ts';
import { openCustomerCart } from './sign-in-merge.ts';
import type { CouponSteps } from './sync-coupons.ts';
import { syncLine } from './sync-line.ts';

/** What it does when no line is wanted otherwise. */
export interface WorkerSteps {
  readonly coupons: CouponSteps;
  readonly region: RegionReading;
  /** True where the cart is a customer's who has gone. */
  readonly isLeaving: () => boolean;
}

export interface CartSync {
  /** Go on until nothing is left to do. */
  work(): void;
  /** Do a job after what is wanted of lines. */
  later(job: () => Promise<void>): void;
  /** Resolves once nothing is under way, with false where it could not be found out whose cart it is. */
  whenSynced(): Promise<boolean>;
}

export function createCartSync(state: ClientCartState, context: CartStoreContext, owner: CartOwner, steps: WorkerSteps): CartSync {
  const { ports } = context;
  let working: Promise<void> | null = null;
  let isWoken = false;

  /** True where the customer's account names another cart by now, which is then the one to read. */
  async function hasMoved(id: string | null): Promise<boolean> {
    const customerId = context.customerId();
    const account = customerId === 0 ? null : await owner.fetchAccountCart();
    if (!account?.ok || account.cartId === null || account.cartId === id) return false;
    owner.setCustomer(customerId, account.cartId);
    state.isStale = true;
    return true;
  }

  async function fetchCart(): Promise<void> {
    state.isStale = false;
    const id = owner.cartId() ?? state.state.cart?.id ?? null;
    state.dispatch({ type: 'fetch.started' });
    const result =
      id === null ? null : await context.deliver(() => context.calls.initialize({ cartId: id, customerId: context.customerId() }));
    const gone = result === null || (!result.ok && [401, 403, 404].includes(result.status));
    if (result && gone && (await hasMoved(id))) return state.dispatch({ type: 'fetch.completed', cart: null });
    const cart = result?.ok ? result.value.data : gone ? null : state.state.cart;
    const kept = result === null ? null : gone || result.ok ? context.confirm(cart, id) : cart;
    state.isKnown ||= result === null || result.ok || gone;
    state.dispatch({ type: 'fetch.completed', cart: kept });
    if (result && !result.ok && !gone) state.dispatch({ type: 'error', message: result.title });
  }

  async function waitForShopper(): Promise<boolean> {
    for (let tries = 0; tries < STORAGE_WAIT.tries; tries += 1) {
      if (ports.shopper() !== null) return true;
      await ports.wait(STORAGE_WAIT.pause);
    }
    return ports.shopper() !== null;
  }

  function cancelPayment(): void {
    state.dropWishes();
    ports.say({ ...TOASTS.storage, tone: 'bad' });
    state.dispatch({ type: 'error', message: TOASTS.storage.text });
  }

  /** Sends a create-cart call of an earlier page again that was left before its answer came, and keeps the id of its cart. */
  async function recoverCart(): Promise<void> {
    const call = ports.storage.unansweredCreate();
    if (call && owner.cartId() === null) {
      const { key: idempotencyKey, offerId, productId } = call;
      const input = { offer: { offerId }, productId, customerId: 0 };
      const result = await context.deliver(() => context.calls.create(input, { idempotencyKey }));
      if (result.ok) context.saveCartId(result.value.data.id);
    }
    if (call) ports.storage.keepUnansweredCreate(null);
  }

  /** Open the cart of whoever is shopping now. False where that is not known, or could not be done. */
  async function changeOwner(): Promise<boolean> {
    if (ports.shopper() === null && (state.intents.size > 0 || state.jobs.length > 0) && !(await waitForShopper())) cancelPayment();
    const next = ports.shopper();
    if (next === null) return false;
    if (steps.isLeaving()) {
      state.dropWishes();
      state.extra = {};
    }
    const isFirst = owner.customerId() === null;
    if (next !== 0) {
      if (steps.isLeaving()) state.state = { ...state.state, cart: null };
      const opened = await openCustomerCart(context, owner, next);
      if (opened === 'open') state.isKnown = false;
      return opened !== 'failed';
    }
    owner.setGuest();
    await recoverCart();
    state.isKnown = false;
    if (!isFirst) state.state = { ...state.state, cart: null, soldOutProducts: [] };
    state.dispatch({ type: 'email', email: ports.storage.email() });
    return true;
  }

  async function lineStep(step: Step): Promise<void> {
    if (step.kind === 'nothing') {
      state.intents = applyStep(state.intents, step, state.state.cart);
      return state.publish();
    }
    const { accepted, event } = await syncLine(context, step);
    // What is put back leaves the cart as open as it was.
    const isReturn = state.returning.delete(step.key) && accepted && 'cart' in event;
    const before = state.state;
    state.state = cartReducer(state.state, isReturn ? { type: 'update.completed', cart: event.cart } : event);
    trackCartOpened(before, state.state);
    state.intents = accepted ? applyStep(state.intents, step, state.state.cart) : revertIntent(state.intents, step);
    state.publish();
  }

  async function workThrough(): Promise<void> {
    let isRead = false;
    for (;;) {
      const step = state.isKnown || isRead ? nextStep(state.state.cart, state.intents) : null;
      // What a guest has begun comes to its end before their cart is merged.
      const isSynced = ports.shopper() !== null && ports.shopper() === owner.customerId();
      if (!isSynced && (!step || steps.isLeaving())) {
        if (!(await changeOwner())) return;
        isRead = false;
        continue;
      }
      if (!state.isKnown && !isRead) {
        isRead = true;
        await fetchCart();
        continue;
      }
      const job = step ? null : state.jobs.shift();
      if (step) await lineStep(step);
      else if (job) await job();
      else if (owner.needsSync()) state.isStale = (await owner.tell()) || state.isStale;
      else if (state.isStale) await fetchCart();
      else if (state.isStockDue) {
        state.isStockDue = false;
        await fetchStockLevels(context);
      } else if (steps.coupons.isSilentOneDue()) await steps.coupons.addSilently();
      else if (steps.region.isDue()) await steps.region.read();
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
        state.intents = NO_INTENTS;
        state.dispatch({ type: 'error', message: cartStoreMessages.failed });
      })
      .finally(() => {
        working = null;
        if (isWoken) work();
      });
  }

  function later(job: () => Promise<void>): void {
    state.jobs.push(job);
    work();
  }

  return {
    work,
    later,
    async whenSynced() {
      const isReady = await waitForShopper();
      work();
      while (working) await working;
      return isReady;
    },
  };
}
