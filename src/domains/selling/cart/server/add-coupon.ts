/** A coupon that is added to a cart: one that cannot be combined replaces others only where the shopper gains (DECISIONS.md "Carts and orders"). */
import { hasEffect, withCoupon } from '#domains/selling/promotions/model/discounts.ts';
import type { Promotion } from '#domains/selling/promotions/model/promotion.ts';
import type { Transaction } from '#lib/db/pool.ts';
import { totalsOf } from '../model/totals.ts';
import { type CartReader, recalculateCart, type SettledCart } from './cart-state.ts';
import type { Changed, LockedCart } from './mutate-cart.ts';

/** What a settled cart costs the shopper, less what its gifts are worth. Cents. */
const costOf = ({ state, applied }: SettledCart): number =>
  totalsOf(state, applied).totalCents -
  state.lines.reduce((sum, line) => sum + (line.addedByPromotion ? line.listCents * line.quantity : 0), 0);

const codesOf = (coupons: readonly Promotion[]): string => coupons.map(({ code }) => code).join(' and ');

/** The change of a cart that a coupon makes. A weaker one leaves the cart as it is, with a notice. */
export async function addedCoupon(
  transaction: Transaction,
  reader: CartReader,
  { row, contents, lines }: LockedCart,
  wantedCoupon: Promotion,
  couponCode: string,
): Promise<Changed> {
  const coupons = withCoupon(contents.coupons, wantedCoupon);
  const change: Changed = { coupons, wantedCoupon, couponCode };
  if (contents.coupons.every((coupon) => coupons.includes(coupon)) && !wantedCoupon.exclusive) return change;
  const now = Date.now();
  const settle = (wanted: readonly Promotion[]) => recalculateCart(transaction, reader, { row, contents, lines, coupons: wanted }, now);
  const [before, after] = [await settle(contents.coupons), await settle(coupons)];
  // One that does not fit is refused for that.
  if (!after.state.coupons.includes(wantedCoupon)) return change;
  const replaced = before.state.coupons.filter((coupon) => coupon.id !== wantedCoupon.id && !coupons.includes(coupon));
  const displacesOffers = wantedCoupon.exclusive && before.applied.some((entry) => entry.promotion.code === null && hasEffect(entry));
  if (replaced.length === 0 && !displacesOffers) return change;
  const kept = codesOf(replaced) || 'the offers that are already in your cart';
  if (costOf(after) >= costOf(before))
    return { notices: [`${wantedCoupon.code} wouldn't save you more than ${kept}, so we kept ${kept}.`] };
  return { ...change, notices: [`${wantedCoupon.code} replaced ${kept}, because it saves you more. They can't be used together.`] };
}
