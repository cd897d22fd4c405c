/**
 * Runs the effects that synchronize the server's cart with the shopper's intents, one call at a time. Signing in and out are effects
 * like any other. `nextEffect` decides which effect is due; this file runs it.
 */
import { shippingContract } from '#domains/selling/shipping/contract.ts';
import { client } from '#lib/client.ts';
import { cartStoreMessages, TOASTS } from '../messages/store.ts';
import { type CartJob, type ClientCartEvent, type ClientCartState, nextEffect } from '../model/cart-reducer.ts';
import type { Step } from '../model/line-intents.ts';
import { type CartOwner, openCustomerCart, openSharedCart } from './cart-owner.ts';
import { STORAGE_WAIT } from './cart-storage.ts';
import type { CartStoreContext } from './cart-store-types.ts';
import type { CouponSync } from './sync-coupons.ts';
import { syncLine } from './sync-line.ts';

export interface CartSyncDeps {
  readonly context: CartStoreContext;
  readonly owner: CartOwner;
  readonly coupons: CouponSync;
  readonly state: () => ClientCartState;
  /** Changes the state without publishing the view. */
  readonly update: (event: ClientCartEvent) => void;
  /** Changes the state and publishes the view. */
  readonly dispatch: (event: ClientCartEvent) => void;
  /** Returns true while the cart belongs to a customer who has signed out. */
  readonly isLeaving: () => boolean;
}

export interface CartSync {
  /** Runs effects until none is due. */
  work(): void;
  /** Queues a job that runs after the lines are in sync. */
  enqueue(job: CartJob): void;
  /** Resolves when every effect has run: false if the shopper could not be identified. */
  whenSynced(): Promise<boolean>;
}

/** Flags lines without stock [CART-38]. A failed request leaves the cart unchanged [CART-39]. */
async function fetchStockLevels(context: CartStoreContext): Promise<void> {
  const ids = [...new Set(context.confirmed()?.lineItems.map((item) => item.productId))];
  if (ids.length === 0) return context.dispatch({ type: 'sold-out', productIds: [] });
  const levels = await context.calls.inventoryLevels({ ids: ids.join(',') }).catch(() => null);
  if (!levels?.ok) return;
  const productIds = levels.value.filter(({ inventory_level }) => inventory_level === 0).map(({ id }) => id);
  if (productIds.join() !== context.view().soldOutProducts.join()) context.dispatch({ type: 'sold-out', productIds });
}

/** Looks up the shopper's region, once per browser and only in markets where delivery fees depend on it. */
function createRegionLookup(context: CartStoreContext) {
  const { terms, storage, transport } = context.deps;
  const feesDiffer = (): boolean => Object.keys(terms().shipping.regions).length > 0;
  let isRequested = false;
  return {
    isDue: (): boolean => context.confirmed() !== null && feesDiffer() && !isRequested && !storage.hasGeolocation(),
    async read(): Promise<void> {
      isRequested = true;
      const found = await client(shippingContract, transport)
        .geolocation({})
        .catch(() => null);
      // The shopper may have entered a region since.
      if (!found?.ok || storage.hasGeolocation()) return;
      storage.saveRegion(found.value.geo.subdivision.code);
      context.dispatch({ type: 'region', region: storage.region() });
    },
  };
}

/** Creates the synchronization of a cart store. */
export function createCartSync({ context, owner, coupons, state, update, dispatch, isLeaving }: CartSyncDeps): CartSync {
  const { deps } = context;
  const region = createRegionLookup(context);
  let running: Promise<void> | null = null;
  let isRequested = false;

  /** Returns true if the customer's account has another cart by now, which is to be read instead. */
  async function hasMoved(id: string | null): Promise<boolean> {
    const customerId = context.customerId();
    const account = customerId === 0 ? null : await owner.fetchAccountCart();
    if (!account?.ok || account.cartId === null || account.cartId === id) return false;
    owner.setCustomer(customerId, account.cartId);
    update({ type: 'stale', isStale: true });
    return true;
  }

  /** Reads the cart [CART-61] [CART-62]. */
  async function fetchCart(): Promise<void> {
    update({ type: 'stale', isStale: false });
    const id = owner.cartId() ?? context.confirmed()?.id ?? null;
    dispatch({ type: 'fetch.started' });
    const result =
      id === null ? null : await context.sendWithRetry(() => context.calls.initialize({ cartId: id, customerId: context.customerId() }));
    const isGone = result === null || (!result.ok && [401, 403, 404].includes(result.status));
    if (result && isGone && (await hasMoved(id))) return dispatch({ type: 'fetch.completed', cart: null });
    const cart = result?.ok ? result.value.data : isGone ? null : context.confirmed();
    const confirmed = result === null ? null : isGone || result.ok ? context.confirm(cart, id) : cart;
    if (isGone || result?.ok) update({ type: 'loaded', isLoaded: true });
    dispatch({ type: 'fetch.completed', cart: confirmed });
    if (result && !result.ok && !isGone) dispatch({ type: 'error', message: result.title });
  }

  /** Shows the shopper's cached cart until the server has responded. */
  async function showCachedCart(customerId: number): Promise<void> {
    deps.cache.deleteOthers(customerId);
    const cart = await deps.cache.read(customerId, deps.storage.cartId());
    const isDue = !state().isLoaded && context.confirmed() === null && deps.shopper() === customerId;
    if (cart && isDue) dispatch({ type: 'cart.heard', cart });
  }

  /** Waits until the shopper is known, which decides where the cart id is stored [CART-35]. */
  async function waitForShopper(): Promise<boolean> {
    for (let attempts = 0; attempts < STORAGE_WAIT.tries; attempts += 1) {
      if (deps.shopper() !== null) return true;
      await deps.wait(STORAGE_WAIT.pause);
    }
    return deps.shopper() !== null;
  }

  function failWithoutStorage(): void {
    update({ type: 'intents.dropped' });
    deps.showToast({ ...TOASTS.storage, tone: 'bad' });
    dispatch({ type: 'error', message: TOASTS.storage.text });
  }

  /** Repeats a create-cart call of an earlier page that was left before the response, and saves the id of its cart. */
  async function recoverCart(): Promise<void> {
    const call = deps.storage.unansweredCreate();
    if (call && owner.cartId() === null) {
      const { key: idempotencyKey, offerId, productId } = call;
      const input = { offer: { offerId }, productId, customerId: 0 };
      const result = await context.sendWithRetry(() => context.calls.create(input, { idempotencyKey }));
      if (result.ok) context.saveCartId(result.value.data.id);
    }
    if (call) deps.storage.saveUnansweredCreate(null);
  }

  /** Opens the cart of the current shopper. Returns false if they are unknown or the cart could not be opened. */
  async function changeOwner(): Promise<boolean> {
    const hasWork = state().intents.size > 0 || state().jobs.length > 0;
    if (deps.shopper() === null && hasWork && !(await waitForShopper())) failWithoutStorage();
    const next = deps.shopper();
    if (next === null) return false;
    if (isLeaving()) update({ type: 'owner.left' });
    const isFirst = owner.customerId() === null;
    // Storage that cannot be read is reported by the effect that needs it [CART-20].
    showCachedCart(next).catch(() => undefined);
    if (next !== 0) {
      if (isLeaving()) update({ type: 'cart.cleared' });
      const opened = await openCustomerCart(context, owner, next);
      if (opened === 'open') update({ type: 'loaded', isLoaded: false });
      return opened !== 'failed';
    }
    owner.setGuest();
    await recoverCart();
    update({ type: 'loaded', isLoaded: false });
    if (!isFirst) update({ type: 'cart.cleared' });
    dispatch({ type: 'email', email: deps.storage.email() });
    return true;
  }

  async function runStep(step: Step): Promise<void> {
    if (step.kind === 'nothing') return dispatch({ type: 'step.answered', step, accepted: true, event: null });
    const { accepted, event } = await syncLine(context, step);
    dispatch({ type: 'step.answered', step, accepted, event });
  }

  async function runJob(): Promise<void> {
    update({ type: 'job.started' });
    const job = state().runningJob;
    try {
      if (job?.kind === 'add-coupon') await coupons.add(job.code);
      else if (job?.kind === 'remove-coupon') await coupons.remove(job.code);
      else if (job) await openSharedCart(context, owner, job.cartId);
    } finally {
      update({ type: 'job.finished' });
    }
  }

  async function runEffects(): Promise<void> {
    let wasRead = false;
    for (;;) {
      const effect = nextEffect(state(), {
        isOwnCart: deps.shopper() !== null && deps.shopper() === owner.customerId(),
        isLeaving: isLeaving(),
        wasRead,
        isAccountStale: owner.needsSync(),
        isStoredCouponDue: coupons.isStoredCodeDue(),
        isRegionDue: region.isDue(),
      });
      switch (effect?.kind) {
        case undefined:
          return;
        case 'change-owner':
          if (!(await changeOwner())) return;
          wasRead = false;
          break;
        case 'fetch':
          wasRead = true;
          await fetchCart();
          break;
        case 'line':
          await runStep(effect.step);
          break;
        case 'job':
          await runJob();
          break;
        case 'sync-account':
          if (await owner.syncCartId()) update({ type: 'stale', isStale: true });
          break;
        case 'stock':
          update({ type: 'stock.checked' });
          await fetchStockLevels(context);
          break;
        case 'stored-coupon':
          await coupons.addStoredCode();
          break;
        case 'region':
          await region.read();
          break;
      }
    }
  }

  function work(): void {
    isRequested = true;
    running ??= (async () => {
      // Repeats if work was requested while the last effect ended.
      while (isRequested) {
        isRequested = false;
        await runEffects();
      }
    })()
      .catch((failure: unknown) => {
        // Also reached if the cart storage cannot be read [CART-20].
        console.error(failure);
        update({ type: 'intents.failed' });
        dispatch({ type: 'error', message: cartStoreMessages.failed });
      })
      .finally(() => {
        running = null;
        if (isRequested) work();
      });
  }

  return {
    work,
    enqueue(job) {
      update({ type: 'job.queued', job });
      work();
    },
    async whenSynced() {
      const isReady = await waitForShopper();
      work();
      while (running) await running;
      return isReady;
    },
  };
}
