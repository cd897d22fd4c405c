/**
 * What happens to a guest's cart when a customer signs in, and to one's own when another's is opened by its id
 * (SPEC.md §4 "Sign-in merge", DECISIONS.md "Carts and orders"). The server merges in one transaction and twice is once, so
 * a page that ends in the middle is made good by the next one: what the browser kept is forgotten only after the answer.
 */
import { cartStoreMessages } from '../messages.ts';
import type { CartOwner } from './cart-identity.ts';
import type { CartStoreContext } from './cart-store-types.ts';

const isId = (id: string | null): id is string => id !== null && id !== '';

/** `away`: nothing is left of them, or they are another customer's. `failed`: the browser keeps what it had for the next try. */
type Outcome = 'merged' | 'away' | 'failed';

/** Merge carts and show the one that is left. */
async function mergeCarts(context: CartStoreContext, ids: readonly string[], into: string | null): Promise<Outcome> {
  const shown = context.confirmed();
  context.dispatch({ type: 'merge.started', changeCart: shown !== null && into !== null && shown.id !== into });
  const cartIds = JSON.stringify([...new Set(ids)]);
  const merged = await context.deliver((idempotencyKey) =>
    context.calls.merge(into === null ? { cartIds } : { cartIds, cartId: into }, { idempotencyKey }),
  );
  if (merged.ok) {
    const { data, notices } = merged.value;
    // Signed out while the call was on its way: nothing of it is a customer's.
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
 * Open the cart of a customer who has signed in, with what the guest had in it.
 * @returns `merged` where the cart on screen is the customer's already, `open` where it is to be read, `failed` where nothing changed
 */
export function openCustomerCart(context: CartStoreContext, owner: CartOwner, customerId: number): Promise<'merged' | 'open' | 'failed'> {
  const { storage, tabs } = context.ports;
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

/** Open a cart of which the shopper holds the id, after they have agreed: what they had goes into it, or it into a customer's. */
export async function openSharedCart(context: CartStoreContext, owner: CartOwner, id: string): Promise<void> {
  const checked = await context.deliver(() => context.calls.check({ cartId: id }));
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
