/**
 * Owner and id of the cart, and what happens when they change. A guest's cart id is stored in the browser, a customer's with the
 * account [CART-18]. The server saves a customer's id when it creates or merges a cart; the browser only reports a deleted cart.
 *
 * Signing in merges the guest cart into the customer's [CART-44]; opening a cart by its id merges the shopper's cart into it
 * [CART-49]. The merge is one idempotent transaction on the server, so the next page completes a merge that was interrupted: local
 * storage is cleared only after the response [CART-45].
 */
import { identityContract } from '#domains/customers/identity/contract.ts';
import { cartKeyOf } from '#domains/customers/identity/model/claims.ts';
import { client } from '#lib/client.ts';
import { cartStoreMessages } from '../messages/store.ts';
import type { CartStoreContext, CartStoreDeps, RequestRetrier } from './cart-store-types.ts';

export type AccountCartResult = { readonly ok: true; readonly cartId: string | null } | { readonly ok: false; readonly title: string };

/** Reads and changes the owner and the id of the cart. */
export interface CartOwner {
  /** 0 for a guest, null until it is known. */
  customerId(): number | null;
  cartId(): string | null;
  saveCartId(id: string): void;
  /** Clears the cart's id and the guest's email [CART-32]. */
  clearCart(): void;
  /** Fetches the cart id of the signed-in customer's account. */
  fetchAccountCart(): Promise<AccountCartResult>;
  /** Sets the owner to a customer. @param accountId the cart id of their account */
  setCustomer(customerId: number, accountId: string | null): void;
  setGuest(): void;
  /** Returns true while the account has the id of a deleted cart. */
  needsSync(): boolean;
  /** Clears the id of the deleted cart in the account. Resolves with true if another device has created a cart since. */
  syncCartId(): Promise<boolean>;
}

export function createCartOwner(deps: CartStoreDeps, sendWithRetry: RequestRetrier['sendWithRetry']): CartOwner {
  const { storage } = deps;
  const account = client(identityContract, deps.transport);
  const key = cartKeyOf(deps.market);
  let customerId: number | null = null;
  let id: string | null = null;
  let syncedCartId: string | null = null;
  const isCustomers = (): boolean => customerId !== null && customerId !== 0;

  const owner: CartOwner = {
    customerId: () => customerId,
    cartId: () => (isCustomers() ? id : storage.cartId()),
    saveCartId(next) {
      if (!isCustomers()) return storage.saveCartId(next);
      id = next;
      syncedCartId = next;
    },
    clearCart() {
      id = null;
      if (!isCustomers()) storage.clearCart();
    },
    async fetchAccountCart() {
      const result = await sendWithRetry(() => account.userWithMetadata({}));
      if (!result.ok) return { ok: false, title: result.title };
      const cartId = result.value.data.app_metadata[key];
      return { ok: true, cartId: typeof cartId === 'string' && cartId !== '' ? cartId : null };
    },
    setCustomer(next, accountId) {
      customerId = next;
      id = accountId;
      syncedCartId = accountId;
    },
    setGuest() {
      customerId = 0;
      id = null;
      syncedCartId = null;
    },
    needsSync: () => isCustomers() && id === null && syncedCartId !== null,
    async syncCartId() {
      const deleted = syncedCartId;
      // Another device may have created a cart since. The account keeps its id.
      const current = await owner.fetchAccountCart();
      id = current.ok && current.cartId !== deleted ? current.cartId : null;
      syncedCartId = id;
      if (!current.ok || current.cartId !== deleted) return id !== null;
      const app_metadata = JSON.stringify({ [key]: null });
      await sendWithRetry((idempotencyKey) => account.updateMetadata({ app_metadata }, { idempotencyKey }));
      return false;
    },
  };
  return owner;
}

const isId = (id: string | null): id is string => id !== null && id !== '';

/** `away`: no cart is left, or it is another customer's. `failed`: the ids stay saved for the next attempt. */
type Outcome = 'merged' | 'away' | 'failed';

/** Merges carts and shows the result. */
async function mergeCarts(context: CartStoreContext, ids: readonly string[], into: string | null): Promise<Outcome> {
  const cart = context.confirmed();
  context.dispatch({ type: 'merge.started', changeCart: cart !== null && into !== null && cart.id !== into });
  const cartIds = JSON.stringify([...new Set(ids)]);
  const merged = await context.sendWithRetry((idempotencyKey) =>
    context.calls.merge(into === null ? { cartIds } : { cartIds, cartId: into }, { idempotencyKey }),
  );
  if (merged.ok) {
    const { data, notices } = merged.value;
    // The shopper signed out during the call, so the merged cart is not shown.
    if (data && data.customerId !== context.customerId()) {
      context.dispatch({ type: 'merge.completed', cart: cart });
      return 'failed';
    }
    context.dispatch({ type: 'merge.completed', cart: context.confirm(data, null) });
    if (!data) context.show({ notices });
    return 'merged';
  }
  context.dispatch({ type: 'merge.completed', cart: cart });
  if (merged.status === 404) return 'away';
  context.dispatch({ type: 'error', message: merged.title });
  if (merged.code === 'token_missing') context.show({ offersLogin: true });
  return merged.code === 'not_yours' ? 'away' : 'failed';
}

/**
 * Opens the cart of a customer who has signed in and merges the guest cart into it.
 * @returns `merged` if the customer's cart is on screen, `open` if it must be read, `failed` if the account could not be read
 */
export function openCustomerCart(context: CartStoreContext, owner: CartOwner, customerId: number): Promise<'merged' | 'open' | 'failed'> {
  const { storage, tabs } = context.deps;
  return tabs.runExclusive(async () => {
    const account = await owner.fetchAccountCart();
    if (!account.ok) {
      context.dispatch({ type: 'error', message: account.title });
      return 'failed';
    }
    const guest = storage.cartId();
    const isNew = isId(guest) && guest !== account.cartId;
    owner.setCustomer(customerId, account.cartId);
    const outcome = isNew ? await mergeCarts(context, [guest, account.cartId].filter(isId), account.cartId) : 'away';
    if (outcome !== 'failed') {
      storage.clearCart();
      context.dispatch({ type: 'email', email: null });
    }
    return outcome === 'merged' ? 'merged' : 'open';
  });
}

/**
 * Opens a cart by its id, after the shopper has confirmed [CART-50]. Merges a guest's own cart into it. For a customer, merges it into
 * their own cart.
 */
export async function openSharedCart(context: CartStoreContext, owner: CartOwner, id: string): Promise<void> {
  const checked = await context.sendWithRetry(() => context.calls.check({ cartId: id }));
  if (!checked.ok) {
    const message = checked.status === 404 ? cartStoreMessages.linkedCartGone : checked.title;
    return context.dispatch({ type: 'error', message });
  }
  const own = owner.cartId();
  const isGuest = owner.customerId() === 0;
  if (isGuest && own === null) {
    owner.saveCartId(id);
    return context.refreshSoon();
  }
  await mergeCarts(context, [own, id].filter(isId), isGuest ? id : own);
}
