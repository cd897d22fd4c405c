/**
 * Whose cart it is, and where its id is kept: a guest's in local storage, a customer's with the account (SPEC.md §3 "Cart
 * storage"). The server writes a customer's when it makes or merges a cart, in the same transaction; what is left to the
 * browser is to say that a cart has ended.
 */

import { identityContract } from '#domains/customers/identity/contract.ts';
import { cartKeyOf } from '#domains/customers/identity/model/claims.ts';
import { client } from '#lib/client.ts';
import type { CartStoreDeps } from './cart-store-types.ts';
import type { RequestRetrier } from './request-retrier.ts';

export type AccountCartResult = { readonly ok: true; readonly cartId: string | null } | { readonly ok: false; readonly title: string };

export interface CartOwner {
  /** 0 is a guest, null is not known yet. */
  customerId(): number | null;
  cartId(): string | null;
  saveCartId(id: string): void;
  /** Forget the cart's id and the guest's e-mail. */
  clearCart(): void;
  /** The cart id that the account of whoever is signed in holds. */
  fetchAccountCart(): Promise<AccountCartResult>;
  /** From now on the cart is a customer's; `accountId` is what their account holds. */
  setCustomer(customerId: number, accountId: string | null): void;
  setGuest(): void;
  /** True while the account holds the id of a cart that has ended. */
  needsSync(): boolean;
  /** Tell the account that the cart has ended. Resolves with true where another device's cart took its place. */
  tell(): Promise<boolean>;
}

export function cartOwner(ports: CartStoreDeps, deliver: RequestRetrier['deliver']): CartOwner {
  const { storage } = ports;
  const account = client(identityContract, ports.transport);
  const key = cartKeyOf(ports.market);
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
      const answered = await deliver(() => account.userWithMetadata({}));
      if (!answered.ok) return { ok: false, title: answered.title };
      const kept = answered.value.data.app_metadata[key];
      return { ok: true, cartId: typeof kept === 'string' && kept !== '' ? kept : null };
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
    async tell() {
      const ended = syncedCartId;
      // Another device may have begun a cart since: that one stays.
      const asked = await owner.fetchAccountCart();
      id = asked.ok && asked.cartId !== ended ? asked.cartId : null;
      syncedCartId = id;
      if (!asked.ok || asked.cartId !== ended) return id !== null;
      const app_metadata = JSON.stringify({ [key]: null });
      await deliver((idempotencyKey) => account.updateMetadata({ app_metadata }, { idempotencyKey }));
      return false;
    },
  };
  return owner;
}
