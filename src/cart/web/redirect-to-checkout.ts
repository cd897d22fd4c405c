/**
 * The way to the checkout (SPEC.md §5 "Checkout", §7 checkout-redirect-url): an e-mail first, then a settled cart, then
 * a last look at the stock, then away. The checkout is a service of its own, so the cart knows only its door.
 */
import type { CallOptions } from '../../platform/client.ts';
import type { Cart, LineItem } from '../contract.ts';
import { casesLeft } from '../messages.ts';
import type { StoreCore } from './cart-view.ts';

const DOOR = { method: 'GET', path: '/api/checkout-redirect-url' } as const;

/** Where a guest without an e-mail goes (DECISIONS.md "Carts and orders"). */
export const GUEST_ENTRY = '/auth/guest-checkout';
const CART_PAGE = '/cart/';

const nameOf = (item: LineItem): string => [item.name, item.vintage].filter(Boolean).join(' ');

/** What keeps a cart from being bought: lines that are sold out or hold more than there is. Lines of one product share its stock. */
export function problemsOf(cart: Cart): string[] {
  return cart.lineItems.flatMap((item) => {
    if (item.isSoldOut) return [`${nameOf(item)} has sold out. Take it out to go on.`];
    const held = cart.lineItems.filter((other) => other.productId === item.productId).reduce((sum, other) => sum + other.quantity, 0);
    return held > item.availableStock ? [`${casesLeft(item.availableStock)} left of ${nameOf(item)}. Change the quantity to go on.`] : [];
  });
}

function doorOf(body: unknown): string | null {
  const url = (body as { data?: { checkoutUrl?: unknown } } | null)?.data?.checkoutUrl;
  return typeof url === 'string' && /^(https?:\/\/|\/(?!\/))/.test(url) ? url : null;
}

const titleOf = (body: unknown): string => {
  const title = (body as { title?: unknown } | null)?.title;
  return typeof title === 'string' ? title : 'Sorry, something went wrong!';
};

/**
 * Take the shopper to the checkout, or to where something is missing.
 * @param refresh begins an authoritative read of the cart
 */
export async function redirectToCheckout(core: StoreCore, refresh: () => void): Promise<void> {
  const { ports } = core;
  if (core.view().isRedirecting) return;
  const { customerId, bearer } = ports.shopper();
  const email = core.view().email;
  if (customerId === 0 && email === null) return ports.goTo(GUEST_ENTRY);

  core.show({ problems: [] });
  core.dispatch({ type: 'redirect.started' });
  const stop = (problems: readonly string[]): void => {
    core.dispatch({ type: 'redirect.completed' });
    core.show({ problems });
    ports.goTo(CART_PAGE);
  };
  refresh();
  await core.whenSettled();
  const cart = core.view().cart;
  if (!cart) return stop([]);

  const options = (idempotencyKey: string): CallOptions => (bearer === undefined ? { idempotencyKey } : { idempotencyKey, bearer });
  if (customerId === 0 && email !== null) {
    const saved = await core.deliver((key) => core.calls.updateGuestEmail({ cartId: cart.id, email }, options(key)));
    if (!saved.ok && saved.status === 400) {
      core.dispatch({ type: 'redirect.completed' });
      return ports.goTo(GUEST_ENTRY);
    }
  }
  const problems = problemsOf(cart);
  if (problems.length > 0) return stop(problems);

  const asked = customerId === 0 ? { cartId: cart.id, email } : { cartId: cart.id };
  const { status, body } = await core.deliver((key) => ports.transport(DOOR, asked, options(key)));
  const door = status < 300 ? doorOf(body) : null;
  if (door !== null) return ports.leaveFor(door);
  core.dispatch({ type: 'error', message: titleOf(body) });
  ports.goTo(CART_PAGE);
}
