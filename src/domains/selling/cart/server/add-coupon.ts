/** Adds and removes coupons. A coupon that excludes others replaces them only if the shopper pays less [PROMO-8]. */
import type { Shopper } from '#domains/customers/identity/model/shopper.ts';
import type { CouponErrorCode } from '#domains/selling/promotions/messages.ts';
import { hasEffect, withCoupon } from '#domains/selling/promotions/model/discounts.ts';
import { couponKey, type Promotion } from '#domains/selling/promotions/model/promotion.ts';
import type { Database, Transaction } from '#lib/db/pool.ts';
import type { CallContext } from '#lib/http/request-context.ts';
import { type Failure, fail } from '#lib/result.ts';
import { couponNotices } from '../messages/notices.ts';
import { totalsOf } from '../model/totals.ts';
import { type CartReader, type RecalculatedCart, recalculateCart } from './cart-state.ts';
import { type Changed, type LockedCart, mutateCart, termsReader } from './mutate-cart.ts';

/** Returns what a cart costs the shopper, less the value of its gifts, cents. */
const costOf = ({ state, applied }: RecalculatedCart): number =>
  totalsOf(state, applied).totalCents -
  state.lines.reduce((sum, line) => sum + (line.addedByPromotion ? line.listCents * line.quantity : 0), 0);

const codesOf = (coupons: readonly Promotion[]): string => coupons.map(({ code }) => code).join(' and ');

type CouponFailure = Failure<CouponErrorCode, { readonly code: string }>;

/** Decides what adding a coupon changes. If the shopper would not gain, the coupons stay and a notice says so. */
async function applyCoupon(
  transaction: Transaction,
  reader: CartReader,
  { row, contents, lines }: LockedCart,
  addedCoupon: Promotion,
  couponCode: string,
): Promise<Changed<CouponFailure>> {
  const coupons = withCoupon(contents.coupons, addedCoupon);
  const change: Changed<CouponFailure> = { coupons, addedCoupon, rejectCoupon: (reason) => fail(reason, { code: couponCode }) };
  if (contents.coupons.every((coupon) => coupons.includes(coupon)) && !addedCoupon.exclusive) return change;
  const now = Date.now();
  const recalculate = (candidates: readonly Promotion[]) =>
    recalculateCart(transaction, reader, { row, contents, lines, coupons: candidates }, now);
  const [before, after] = [await recalculate(contents.coupons), await recalculate(coupons)];
  // commitCart rejects a coupon that is not valid for this cart, with the reason.
  if (!after.state.coupons.includes(addedCoupon)) return change;
  const replaced = before.state.coupons.filter((coupon) => coupon.id !== addedCoupon.id && !coupons.includes(coupon));
  const replacesOffers = addedCoupon.exclusive && before.applied.some((entry) => entry.promotion.code === null && hasEffect(entry));
  if (replaced.length === 0 && !replacesOffers) return change;
  const others = codesOf(replaced) || couponNotices.automaticOffers;
  const added = addedCoupon.code ?? couponCode;
  if (costOf(after) >= costOf(before)) return { notices: [couponNotices.existingIsBetter(added, others)] };
  return { ...change, notices: [couponNotices.replaced(added, others)] };
}

/** Adds a coupon to a cart [PROMO-13]. */
export function addCoupon(
  database: Database,
  context: CallContext,
  shopper: Shopper,
  { cartId, couponCode }: { readonly cartId: string; readonly couponCode: string },
) {
  const requestedCoupon = couponKey(couponCode);
  const mutation = { context, shopper, call: 'add-coupon', input: { cartId, couponCode }, cartId, requestedCoupon };
  return mutateCart(database, mutation, async (transaction, cart) =>
    cart.coupon
      ? applyCoupon(transaction, { ...termsReader(context), shopper }, cart, cart.coupon, couponCode)
      : fail('coupon_invalid', { code: couponCode }),
  );
}

/** Removes a coupon from a cart. Returns null if the cart is empty. */
export function removeCoupon(
  database: Database,
  context: CallContext,
  shopper: Shopper,
  { cartId, couponCode }: { readonly cartId: string; readonly couponCode: string },
) {
  const mutation = { context, shopper, call: 'remove-coupon', input: { cartId, couponCode }, cartId };
  return mutateCart(
    database,
    mutation,
    async (_, { contents }): Promise<Changed> => ({
      coupons: contents.coupons.filter(({ code }) => couponKey(code ?? '') !== couponKey(couponCode)),
    }),
  );
}
