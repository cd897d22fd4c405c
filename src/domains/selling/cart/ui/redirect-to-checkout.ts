/**
 * The way to the checkout (SPEC.md §5 "Checkout", §7 checkout-redirect-url): an e-mail first, then a settled cart, then
 * a last look at the stock, then away. The checkout is a service of its own, so the cart knows only its door.
 */
import { track } from '#domains/outbound/analytics/ui/track.ts';
import type { Cart } from '../contract.ts';
import { cartStoreMessages, TOASTS } from '../messages.ts';
import { lineName } from '../model/line-name.ts';
import { productsOf } from './cart-events.ts';
import type { CartStoreContext } from './cart-store-types.ts';
import { GUEST_ENTRY } from './guest-checkout-path.ts';

const DOOR = { method: 'GET', path: '/api/checkout-redirect-url' } as const;

const CART_PAGE = '/cart/';

/** What keeps a cart from being bought: lines that are sold out or hold more than there is. Lines of one product share its stock. */
export function problemsOf(cart: Cart): string[] {
  return cart.lineItems.flatMap((item) => {
    if (item.isSoldOut) return [cartStoreMessages.soldOut(lineName(item))];
    const state = cart.lineItems.filter((other) => other.productId === item.productId).reduce((sum, other) => sum + other.quantity, 0);
    return state > item.availableStock ? [cartStoreMessages.notEnoughStock(item.availableStock, lineName(item))] : [];
  });
}

function doorOf(body: unknown): string | null {
  const url = (body as { data?: { checkoutUrl?: unknown } } | null)?.data?.checkoutUrl;
  return typeof url === 'string' && /^(https?:\/\/|\/(?!\/))/.test(url) ? url : null;
}

const titleOf = (body: unknown): string => {
  const title = (body as { title?: unknown } | null)?.title;
  return typeof title === 'string' ? title : cartStoreMessages.failed;
};

/**
 * Take the shopper to the checkout, or to where something is missing.
 * @param refresh begins an authoritative read of the cart
 */
export async function redirectToCheckout(context: CartStoreContext, refresh: () => void): Promise<void> {
  const { ports } = context;
  if (context.view().isRedirecting) return;
  if (ports.shopper() === 0 && context.customerId() === 0 && ports.storage.email() === null) return ports.goTo(GUEST_ENTRY);
  context.show({ problems: [] });
  context.dispatch({ type: 'redirect.started' });
  const stop = (path: string, problems: readonly string[] = []): void => {
    context.dispatch({ type: 'redirect.completed' });
    context.show({ problems });
    ports.goTo(path);
  };
  // A merge under way comes first: what goes to the checkout is the cart after it.
  refresh();
  if (!(await context.whenSynced())) {
    ports.say({ ...TOASTS.storage, tone: 'bad' });
    return context.dispatch({ type: 'error', message: TOASTS.storage.text });
  }
  const isGuest = context.customerId() === 0;
  const { cart, email } = context.view();
  if (isGuest && email === null) return stop(GUEST_ENTRY);
  if (!cart) return stop(CART_PAGE);

  if (isGuest && email !== null) {
    const saved = await context.deliver((idempotencyKey) => context.calls.updateGuestEmail({ cartId: cart.id, email }, { idempotencyKey }));
    if (!saved.ok && saved.status === 400) return stop(GUEST_ENTRY);
  }
  const problems = problemsOf(cart);
  if (problems.length > 0) return stop(CART_PAGE, problems);

  const asked = isGuest ? { cartId: cart.id, email } : { cartId: cart.id };
  const { status, body } = await context.deliver((idempotencyKey) => ports.transport(DOOR, asked, { idempotencyKey }));
  const door = status < 300 ? doorOf(body) : null;
  if (door !== null) {
    track('Checkout Started', { cart_id: cart.id, value: cart.cartTotal, products: productsOf(cart) });
    return ports.redirectTo(door);
  }
  context.dispatch({ type: 'error', message: titleOf(body) });
  context.show({ offersLogin: isGuest && status === 401 });
  ports.goTo(CART_PAGE);
}
