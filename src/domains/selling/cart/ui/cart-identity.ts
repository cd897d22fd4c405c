/**
 * Owner and id of the cart. A guest's id is in local storage, a customer's with the account [CART-18]. The server saves a
 * customer's id when it creates or merges a cart; the browser only reports that a cart was deleted.
 */
import { identityContract } from '#domains/customers/identity/contract.ts';
import { cartKeyOf } from '#domains/customers/identity/model/claims.ts';
import { client } from '#lib/client.ts';
import type { CartStoreDeps } from './cart-store-types.ts';
import type { RequestRetrier } from './request-retrier.ts';

export type AccountCartResult = { readonly ok: true; readonly cartId: string | null } | { readonly ok: false; readonly title: string };

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
  /** True while the account has the id of a deleted cart. */
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
      // A cart that another device has created since stays.
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
