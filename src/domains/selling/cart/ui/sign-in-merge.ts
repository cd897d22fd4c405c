/**
 * Merges the guest cart into the customer's on sign-in [CART-44], and the shopper's cart into one that is opened by its id
 * [CART-49]. The server merges in one transaction and idempotently, so a page that was left in between is completed by the next
 * one: local storage is cleared only after the response [CART-45].
 */
import { cartStoreMessages } from '../messages/store.ts';
import type { CartOwner } from './cart-identity.ts';
import type { CartStoreContext } from './cart-store-types.ts';

const isId = (id: string | null): id is string => id !== null && id !== '';

/** `away`: no cart is left, or it is another customer's. `failed`: the browser keeps the ids for the next try. */
type Outcome = 'merged' | 'away' | 'failed';

/** Merges carts and shows the result. */
async function mergeCarts(context: CartStoreContext, ids: readonly string[], into: string | null): Promise<Outcome> {
  const shown = context.confirmed();
  context.dispatch({ type: 'merge.started', changeCart: shown !== null && into !== null && shown.id !== into });
  const cartIds = JSON.stringify([...new Set(ids)]);
  const merged = await context.sendWithRetry((idempotencyKey) =>
    context.calls.merge(into === null ? { cartIds } : { cartIds, cartId: into }, { idempotencyKey }),
  );
  if (merged.ok) {
    const { data, notices } = merged.value;
    // The shopper signed out during the call: the result is no longer theirs.
    if (data && data.customerId !== context.customerId()) {
      context.dispatch({ type: 'merge.completed', cart: shown });
      return 'failed';
    }
    context.dispatch({ type: 'merge.completed', cart: context.confirm(data, null) });
    if (!data) context.show({ notices });
    return 'merged';
  }
  context.dispatch({ type: 'merge.completed', cart: shown });
  if (merged.status === 404) return 'away';
  context.dispatch({ type: 'error', message: merged.title });
  if (merged.code === 'token_missing') context.show({ offersLogin: true });
  return merged.code === 'not_yours' ? 'away' : 'failed';
}

/**
 * Opens the cart of a customer who has signed in and merges the guest cart into it.
 * @returns `merged` if the cart on screen is the customer's, `open` if it is to be read, `failed` if nothing changed
 */
export function openCustomerCart(context: CartStoreContext, owner: CartOwner, customerId: number): Promise<'merged' | 'open' | 'failed'> {
  const { storage, tabs } = context.deps;
  return tabs.alone(async () => {
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

/** Opens a cart by its id, after the shopper has confirmed [CART-50]. A guest's cart is merged into it, and it into a customer's. */
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
