/** Coupon calls: codes that a shopper enters [CART-63] [CART-64], and the stored code of a URL [PROMO-12]. */
import { track } from '#domains/outbound/analytics/ui/track.ts';
import type { Cart } from '../contract.ts';
import { cartStoreMessages } from '../messages/store.ts';
import type { CartStoreContext } from './cart-store-types.ts';

type CouponSource = 'shopper' | 'address';

/** Returns true if the cart has the coupon. */
const has = (cart: Cart, code: string): boolean => cart.coupons.some((coupon) => same(coupon.code, code));

const same = (one: string, other: string): boolean => one.trim().toUpperCase() === other.trim().toUpperCase();

export type CouponSync = ReturnType<typeof createCouponSync>;

/** Creates the coupon calls of a cart store. */
export function createCouponSync(context: CartStoreContext) {
  const { storage } = context.deps;
  /** The cart with which the stored code was tried; it is tried again when the cart differs. */
  let tried: string | null = null;

  const send = (cart: Cart, couponCode: string) =>
    context.sendWithRetry((key) => context.calls.addCoupon({ cartId: cart.id, couponCode }, { idempotencyKey: key }));
  const fingerprintOf = ({ id, baseAmount, withGiftCard }: Cart): string => `${id} ${baseAmount} ${withGiftCard}`;

  /** Tracks an applied or denied coupon. */
  const trackCoupon = (source: CouponSource, cartId: string, code: string, result: Awaited<ReturnType<typeof send>>): void => {
    const coupon = { cart_id: cartId, coupon_id: code.toUpperCase(), source };
    if (!result.ok) {
      track('Coupon Denied', { ...coupon, reason: result.code });
      return;
    }
    const applied = result.value.data.coupons.find((each) => same(each.code, code));
    if (applied) track('Coupon Applied', { ...coupon, discount: applied.discountedAmount });
    else track('Coupon Denied', { ...coupon, reason: 'coupon_weaker' });
  };

  async function enter(code: string): Promise<void> {
    const cart = context.confirmed();
    if (!cart) return;
    context.show({ refusedCoupon: null });
    context.dispatch({ type: 'coupon.add.started' });
    const result = await send(cart, code);
    trackCoupon('shopper', cart.id, code, result);
    if (result.ok) {
      const after = result.value.data;
      const stored = storage.coupon();
      // A stored code that the shopper's own coupon has replaced is not tried again.
      if (stored !== null && has(cart, stored) && !has(after, stored)) storage.clearCoupon();
      context.dispatch({ type: 'coupon.add.completed', cart: context.confirm(after, cart.id) });
      return context.show({
        announcement: has(after, code) ? cartStoreMessages.couponApplied(code.toUpperCase()) : after.notices.join(' '),
      });
    }
    if (result.status === 404) context.refreshSoon();
    context.dispatch({ type: 'error', message: result.title });
    context.show({ refusedCoupon: { code, message: result.title, needsLogin: result.code === 'coupon_needs_login' } });
  }

  return {
    /** Adds the code that the shopper entered. */
    add: enter,

    /** Removes a coupon. */
    async remove(code: string): Promise<void> {
      const cart = context.confirmed();
      if (!cart) return;
      if (same(storage.coupon() ?? '', code)) storage.clearCoupon();
      context.dispatch({ type: 'coupon.remove.started' });
      const result = await context.sendWithRetry((key) =>
        context.calls.removeCoupon({ cartId: cart.id, couponCode: code }, { idempotencyKey: key }),
      );
      if (result.ok || result.status === 404) {
        const after = result.ok && result.value ? result.value.data : null;
        context.dispatch({ type: 'coupon.remove.completed', cart: context.confirm(after, cart.id) });
        context.show({ announcement: cartStoreMessages.couponRemoved(code) });
      } else {
        context.refreshSoon();
        context.dispatch({ type: 'error', message: result.title });
      }
    },

    /** True if there is a stored code that was not tried with this cart. */
    isStoredCodeDue(): boolean {
      const cart = context.confirmed();
      const code = storage.coupon();
      return code !== null && cart !== null && !has(cart, code) && tried !== fingerprintOf(cart);
    },

    /** Adds the stored code silently [CART-25]. */
    async addStoredCode(): Promise<void> {
      const cart = context.confirmed();
      const code = storage.coupon();
      if (!cart || code === null) return;
      tried = fingerprintOf(cart);
      context.dispatch({ type: 'coupon.add.started', silent: true });
      const result = await send(cart, code);
      trackCoupon('address', cart.id, code, result);
      const retryable = ['coupon_minimum', 'coupon_with_gift_card', 'coupon_needs_login', 'rate_limited'];
      const isWeaker = result.ok && !has(result.value.data, code);
      if (isWeaker || (!result.ok && result.status === 422 && !retryable.includes(result.code))) storage.clearCoupon();
      if (!result.ok && result.status === 404) context.refreshSoon();
      context.dispatch({ type: 'coupon.add.completed', cart: result.ok ? context.confirm(result.value.data, cart.id) : cart });
    },

    /** Lets the stored code be tried again with the same cart. */
    retryStoredCode(): void {
      tried = null;
    },
  };
}
