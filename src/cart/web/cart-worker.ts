/**
 * Brings what the shopper wants and what the server has together, one call at a time (SPEC.md §4 "Cart events"). Signing in
 * and out are steps like any other.
 */
import { afterRefusal, afterStep, NOTHING_WANTED, nextStep, type Step } from '../line-intents.ts';
import { TOASTS } from '../messages.ts';
import { afterEvent } from '../store-state.ts';
import { tellOpened } from './cart-events.ts';
import type { CartOwner } from './cart-owner.ts';
import { STORAGE_WAIT } from './cart-storage.ts';
import type { StoreCore } from './cart-view.ts';
import type { CouponSteps } from './coupon-steps.ts';
import type { HeldCart } from './held-cart.ts';
import { takeLineStep } from './line-step.ts';
import { type RegionReading, readLevels } from './readings.ts';
import { openCustomerCart } from './sign-in-merge.ts';

/** What it does when no line is wanted otherwise. */
export interface WorkerSteps {
  readonly coupons: CouponSteps;
  readonly region: RegionReading;
  /** True where the cart is a customer's who has gone. */
  readonly isLeaving: () => boolean;
}

export interface CartWorker {
  /** Go on until nothing is left to do. */
  work(): void;
  /** Do a job after what is wanted of lines. */
  later(job: () => Promise<void>): void;
  /** Resolves once nothing is under way, with false where it could not be found out whose cart it is. */
  whenSettled(): Promise<boolean>;
}

export function cartWorker(held: HeldCart, core: StoreCore, owner: CartOwner, steps: WorkerSteps): CartWorker {
  const { ports } = core;
  let working: Promise<void> | null = null;
  let isWoken = false;

  /** True where the customer's account names another cart by now, which is then the one to read. */
  async function hasMoved(id: string | null): Promise<boolean> {
    const customerId = core.customerId();
    const account = customerId === 0 ? null : await owner.askAccount();
    if (!account?.ok || account.cartId === null || account.cartId === id) return false;
    owner.becomeCustomer(customerId, account.cartId);
    held.isStale = true;
    return true;
  }

  async function fetchCart(): Promise<void> {
    held.isStale = false;
    const id = owner.cartId() ?? held.state.cart?.id ?? null;
    held.dispatch({ type: 'fetch.started' });
    const result = id === null ? null : await core.deliver(() => core.calls.initialize({ cartId: id, customerId: core.customerId() }));
    const gone = result === null || (!result.ok && [401, 403, 404].includes(result.status));
    if (result && gone && (await hasMoved(id))) return held.dispatch({ type: 'fetch.completed', cart: null });
    const cart = result?.ok ? result.value.data : gone ? null : held.state.cart;
    const kept = result === null ? null : gone || result.ok ? core.confirm(cart, id) : cart;
    held.isKnown ||= result === null || result.ok || gone;
    held.dispatch({ type: 'fetch.completed', cart: kept });
    if (result && !result.ok && !gone) held.dispatch({ type: 'error', message: result.title });
  }

  async function shopperKnown(): Promise<boolean> {
    for (let tries = 0; tries < STORAGE_WAIT.tries; tries += 1) {
      if (ports.shopper() !== null) return true;
      await ports.wait(STORAGE_WAIT.pause);
    }
    return ports.shopper() !== null;
  }

  function giveUp(): void {
    held.dropWishes();
    ports.say({ ...TOASTS.storage, tone: 'bad' });
    held.dispatch({ type: 'error', message: TOASTS.storage.text });
  }

  /** Sends a create-cart call of an earlier page again that was left before its answer came, and keeps the id of its cart. */
  async function recoverCart(): Promise<void> {
    const call = ports.storage.unansweredCreate();
    if (call && owner.cartId() === null) {
      const { key: idempotencyKey, offerId, productId } = call;
      const input = { offer: { offerId }, productId, customerId: 0 };
      const result = await core.deliver(() => core.calls.create(input, { idempotencyKey }));
      if (result.ok) core.keepCartId(result.value.data.id);
    }
    if (call) ports.storage.keepUnansweredCreate(null);
  }

  /** Open the cart of whoever is shopping now. False where that is not known, or could not be done. */
  async function changeOwner(): Promise<boolean> {
    if (ports.shopper() === null && (held.intents.size > 0 || held.jobs.length > 0) && !(await shopperKnown())) giveUp();
    const next = ports.shopper();
    if (next === null) return false;
    if (steps.isLeaving()) {
      held.dropWishes();
      held.extra = {};
    }
    const isFirst = owner.customerId() === null;
    if (next !== 0) {
      if (steps.isLeaving()) held.state = { ...held.state, cart: null };
      const opened = await openCustomerCart(core, owner, next);
      if (opened === 'open') held.isKnown = false;
      return opened !== 'failed';
    }
    owner.becomeGuest();
    await recoverCart();
    held.isKnown = false;
    if (!isFirst) held.state = { ...held.state, cart: null, soldOutProducts: [] };
    held.dispatch({ type: 'email', email: ports.storage.email() });
    return true;
  }

  async function lineStep(step: Step): Promise<void> {
    if (step.kind === 'nothing') {
      held.intents = afterStep(held.intents, step, held.state.cart);
      return held.publish();
    }
    const { accepted, event } = await takeLineStep(core, step);
    // What is put back leaves the cart as open as it was.
    const isReturn = held.returning.delete(step.key) && accepted && 'cart' in event;
    const before = held.state;
    held.state = afterEvent(held.state, isReturn ? { type: 'update.completed', cart: event.cart } : event);
    tellOpened(before, held.state);
    held.intents = accepted ? afterStep(held.intents, step, held.state.cart) : afterRefusal(held.intents, step);
    held.publish();
  }

  async function workThrough(): Promise<void> {
    let isRead = false;
    for (;;) {
      const step = held.isKnown || isRead ? nextStep(held.state.cart, held.intents) : null;
      // What a guest has begun comes to its end before their cart is merged.
      const isSettled = ports.shopper() !== null && ports.shopper() === owner.customerId();
      if (!isSettled && (!step || steps.isLeaving())) {
        if (!(await changeOwner())) return;
        isRead = false;
        continue;
      }
      if (!held.isKnown && !isRead) {
        isRead = true;
        await fetchCart();
        continue;
      }
      const job = step ? null : held.jobs.shift();
      if (step) await lineStep(step);
      else if (job) await job();
      else if (owner.isUntold()) held.isStale = (await owner.tell()) || held.isStale;
      else if (held.isStale) await fetchCart();
      else if (held.isStockDue) {
        held.isStockDue = false;
        await readLevels(core);
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
        held.intents = NOTHING_WANTED;
        held.dispatch({ type: 'error', message: 'Sorry, something went wrong!' });
      })
      .finally(() => {
        working = null;
        if (isWoken) work();
      });
  }

  function later(job: () => Promise<void>): void {
    held.jobs.push(job);
    work();
  }

  return {
    work,
    later,
    async whenSettled() {
      const isReady = await shopperKnown();
      work();
      while (working) await working;
      return isReady;
    },
  };
}
