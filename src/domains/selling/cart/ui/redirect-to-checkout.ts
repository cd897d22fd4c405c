/**
 * Redirects to the checkout once there is an email, the cart is in sync and its lines are in stock. The checkout is a separate service.
 * The cart only calls the endpoint that returns its URL.
 */
import { track } from '#domains/outbound/analytics/ui/track.ts';
import type { Cart } from '../contract.ts';
import { cartStoreMessages, TOASTS } from '../messages/store.ts';
import { lineName } from '../model/format-line.ts';
import { productsOf } from './cart-events.ts';
import type { CartStoreContext } from './cart-store-types.ts';
import { GUEST_ENTRY } from './guest-checkout.ts';

const REDIRECT_CALL = { method: 'GET', path: '/api/checkout-redirect-url' } as const;

const CART_PAGE = '/cart/';

/**
 * Returns the problems that prevent checkout: lines that are sold out or exceed the stock. Lines of one product share its stock
 * [CART-40].
 */
export function problemsOf(cart: Cart): string[] {
  return cart.lineItems.flatMap((item) => {
    if (item.isSoldOut) return [cartStoreMessages.soldOut(lineName(item))];
    const quantity = cart.lineItems.filter((other) => other.productId === item.productId).reduce((sum, other) => sum + other.quantity, 0);
    return quantity > item.availableStock ? [cartStoreMessages.notEnoughStock(item.availableStock, lineName(item))] : [];
  });
}

function checkoutUrlOf(body: unknown): string | null {
  const url = (body as { data?: { checkoutUrl?: unknown } } | null)?.data?.checkoutUrl;
  return typeof url === 'string' && /^(https?:\/\/|\/(?!\/))/.test(url) ? url : null;
}

const titleOf = (body: unknown): string => {
  const title = (body as { title?: unknown } | null)?.title;
  return typeof title === 'string' ? title : cartStoreMessages.failed;
};

/**
 * Redirects to the checkout, or navigates to the page where something is missing.
 * @param refresh refetches the cart
 */
export async function redirectToCheckout(context: CartStoreContext, refresh: () => void): Promise<void> {
  const { deps } = context;
  if (context.view().isRedirecting) return;
  if (deps.shopper() === 0 && context.customerId() === 0 && deps.storage.email() === null) return deps.navigateTo(GUEST_ENTRY);
  context.show({ problems: [] });
  context.dispatch({ type: 'redirect.started' });
  const stop = (path: string, problems: readonly string[] = []): void => {
    context.dispatch({ type: 'redirect.completed' });
    context.show({ problems });
    deps.navigateTo(path);
  };
  // A merge in progress completes first [CART-45].
  refresh();
  if (!(await context.whenSynced())) {
    deps.showToast({ ...TOASTS.storage, tone: 'bad' });
    return context.dispatch({ type: 'error', message: TOASTS.storage.text });
  }
  const isGuest = context.customerId() === 0;
  const { cart, email, isLoaded } = context.view();
  if (isGuest && email === null) return stop(GUEST_ENTRY);
  if (!cart || !isLoaded) return stop(CART_PAGE);

  // The e-mail address is saved to the cart before checkout [CHK-8].
  if (isGuest && email !== null) {
    const saved = await context.sendWithRetry((idempotencyKey) =>
      context.calls.updateGuestEmail({ cartId: cart.id, email }, { idempotencyKey }),
    );
    if (!saved.ok && saved.status === 400) return stop(GUEST_ENTRY);
  }
  const problems = problemsOf(cart);
  // Lines that are sold out or short of stock are fixed on the cart page [CHK-9].
  if (problems.length > 0) return stop(CART_PAGE, problems);

  const query = isGuest ? { cartId: cart.id, email } : { cartId: cart.id };
  const { status, body } = await context.sendWithRetry((idempotencyKey) => deps.transport(REDIRECT_CALL, query, { idempotencyKey }));
  const checkoutUrl = status < 300 ? checkoutUrlOf(body) : null;
  if (checkoutUrl !== null) {
    track('Checkout Started', { cart_id: cart.id, value: cart.cartTotal, products: productsOf(cart) });
    return deps.redirectTo(checkoutUrl);
  }
  context.dispatch({ type: 'error', message: titleOf(body) });
  context.show({ offersLogin: isGuest && status === 401 });
  deps.navigateTo(CART_PAGE);
}
