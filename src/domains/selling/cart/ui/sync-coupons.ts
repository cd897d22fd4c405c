/** Coupons: those a shopper enters, and the one that came with the address (SPEC.md §4, §5, §8 "Coupon messages"). */
import { track } from '#domains/outbound/analytics/ui/track.ts';
import type { Cart } from '../contract.ts';
import { cartStoreMessages } from '../messages.ts';
import type { CartStoreContext } from './cart-store-types.ts';

/** Where a code came from. */
type CouponSource = 'shopper' | 'address';

/** Whether a coupon is on a cart. */
const has = (cart: Cart, code: string): boolean => cart.coupons.some((coupon) => same(coupon.code, code));

const same = (one: string, other: string): boolean => one.trim().toUpperCase() === other.trim().toUpperCase();

export type CouponSteps = ReturnType<typeof createCouponSync>;

export function createCouponSync(context: CartStoreContext) {
  const { storage } = context.ports;
  let isAdding = false;
  /** The cart for which the kept code was refused, so that it is not tried again before the cart differs. */
  let tried: string | null = null;

  const send = (cart: Cart, couponCode: string) =>
    context.deliver((key) => context.calls.addCoupon({ cartId: cart.id, couponCode }, { idempotencyKey: key }));
  const mark = ({ id, baseAmount, withGiftCard }: Cart): string => `${id} ${baseAmount} ${withGiftCard}`;

  /** Tell analytics of a code that a cart took, or did not (SPEC.md §3 "Coupon"). */
  const told = (source: CouponSource, cartId: string, code: string, result: Awaited<ReturnType<typeof send>>): void => {
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
    told('shopper', cart.id, code, result);
    if (result.ok) {
      const after = result.value.data;
      const stored = storage.coupon();
      // A coupon of the address that the shopper's own one has replaced is not tried again.
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
    /** The job that adds a code; null where it is to be ignored: no cart, none read yet, no code, one on its way. */
    add(code: string): (() => Promise<void>) | null {
      const { cart, isKnown: isLoaded } = context.view();
      if (!cart || !isLoaded || isAdding || code === '') return null;
      isAdding = true;
      return async () => {
        try {
          await enter(code);
        } finally {
          isAdding = false;
        }
      };
    },

    async remove(code: string): Promise<void> {
      const cart = context.confirmed();
      if (!cart) return;
      if (same(storage.coupon() ?? '', code)) storage.clearCoupon();
      context.dispatch({ type: 'coupon.remove.started' });
      const result = await context.deliver((key) =>
        context.calls.removeCoupon({ cartId: cart.id, couponCode: code }, { idempotencyKey: key }),
      );
      if (result.ok || result.status === 404) {
        const left = result.ok && result.value ? result.value.data : null;
        context.dispatch({ type: 'coupon.remove.completed', cart: context.confirm(left, cart.id) });
        context.show({ announcement: cartStoreMessages.couponRemoved(code) });
      } else {
        context.refreshSoon();
        context.dispatch({ type: 'error', message: result.title });
      }
    },

    /** A kept code and a cart it has not been tried with. The shop replaces a coupon only where the shopper gains, and says so. */
    isSilentOneDue(): boolean {
      const cart = context.confirmed();
      const code = storage.coupon();
      return code !== null && cart !== null && !has(cart, code) && tried !== mark(cart);
    },

    async addSilently(): Promise<void> {
      const cart = context.confirmed();
      const code = storage.coupon();
      if (!cart || code === null) return;
      tried = mark(cart);
      context.dispatch({ type: 'coupon.add.started', silent: true });
      const result = await send(cart, code);
      told('address', cart.id, code, result);
      const later = ['coupon_minimum', 'coupon_with_gift_card', 'coupon_needs_login', 'rate_limited'];
      // One that was weaker than what is on the cart has been told of once.
      const isWeaker = result.ok && !has(result.value.data, code);
      if (isWeaker || (!result.ok && result.status === 422 && !later.includes(result.code))) storage.clearCoupon();
      if (!result.ok && result.status === 404) context.refreshSoon();
      context.dispatch({ type: 'coupon.add.completed', cart: result.ok ? context.confirm(result.value.data, cart.id) : cart });
    },

    /** Try the kept code with the cart as it is. */
    tryAgain(): void {
      tried = null;
    },
  };
}
