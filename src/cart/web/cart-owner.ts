/**
 * Whose cart it is, and where its id is kept: a guest's in local storage, a customer's with the account (SPEC.md §3 "Cart
 * storage"). The server gives a customer one cart a market whatever the account says, so that no line hangs on this.
 */
import { cartKeyOf } from '../../identity/claims.ts';
import { identityCalls } from '../../identity/contract.ts';
import { client } from '../../platform/client.ts';
import type { CartStorePorts } from './cart-view.ts';
import type { Delivery } from './delivery.ts';

export type AccountAnswer = { readonly ok: true; readonly cartId: string | null } | { readonly ok: false; readonly title: string };

export interface CartOwner {
  /** 0 is a guest, null is not known yet. */
  customerId(): number | null;
  cartId(): string | null;
  keepCartId(id: string): void;
  /** Forget the cart's id and the guest's e-mail. */
  forgetCart(): void;
  /** The cart id that the account of whoever is signed in holds. */
  askAccount(): Promise<AccountAnswer>;
  /** From now on the cart is a customer's; `accountId` is what their account holds. */
  becomeCustomer(customerId: number, accountId: string | null): void;
  becomeGuest(): void;
  /** True while the account holds another id than this browser. */
  isUntold(): boolean;
  /** Bring the account's id up to date. Resolves with true where another device's cart took the place of this one. */
  tell(): Promise<boolean>;
}

export function cartOwner(ports: CartStorePorts, deliver: Delivery['deliver']): CartOwner {
  const { storage } = ports;
  const account = client(identityCalls, ports.transport);
  const key = cartKeyOf(ports.market);
  let customerId: number | null = null;
  let id: string | null = null;
  let told: string | null = null;
  const isCustomers = (): boolean => customerId !== null && customerId !== 0;

  const owner: CartOwner = {
    customerId: () => customerId,
    cartId: () => (isCustomers() ? id : storage.cartId()),
    keepCartId(next) {
      if (!isCustomers()) return storage.keepCartId(next);
      id = next;
      // Should the page end before the account knows, the next one merges it.
      if (next !== told) storage.keepOwed(`${customerId} ${next}`);
    },
    forgetCart() {
      id = null;
      if (!isCustomers()) storage.forgetCart();
    },
    async askAccount() {
      const answered = await deliver(() => account.userWithMetadata({}));
      if (!answered.ok) return { ok: false, title: answered.title };
      const kept = answered.value.data.app_metadata[key];
      return { ok: true, cartId: typeof kept === 'string' && kept !== '' ? kept : null };
    },
    becomeCustomer(next, accountId) {
      customerId = next;
      id = accountId;
      told = accountId;
    },
    becomeGuest() {
      customerId = 0;
      id = null;
      told = null;
      storage.forgetOwed();
    },
    isUntold: () => isCustomers() && id !== told,
    async tell() {
      const next = id;
      if (next === null) {
        // Another device may have begun a cart since: that one stays.
        const asked = await owner.askAccount();
        if (asked.ok && asked.cartId !== told) {
          id = asked.cartId;
          told = asked.cartId;
          return true;
        }
      }
      const app_metadata = JSON.stringify({ [key]: next });
      const written = await deliver((idempotencyKey) => account.updateMetadata({ app_metadata }, { idempotencyKey }));
      told = next;
      if (written.ok) storage.forgetOwed();
      return false;
    },
  };
  return owner;
}
