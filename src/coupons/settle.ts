/** Which coupons stay on a cart after it changed; the others are taken off, and the shopper is told why. */
import { fillTitle } from '../platform/contract.ts';
import { applyPromotions } from './discounts.ts';
import { type CouponCart, type CouponShopper, couponRefusal } from './eligibility.ts';
import { COUPON_REFUSALS } from './messages.ts';
import type { Promotion } from './promotion.ts';

export interface SettledCoupons {
  readonly kept: readonly Promotion[];
  /** One sentence a coupon that was taken off. */
  readonly notices: readonly string[];
}

/**
 * Check coupons in the order they were added, each against what the ones before it have left.
 * @param cart its amount is that of the lines before any discount
 */
export function settleCoupons(
  coupons: readonly Promotion[],
  cart: CouponCart,
  automatic: readonly Promotion[],
  shopper: CouponShopper,
  now: number,
): SettledCoupons {
  const kept: Promotion[] = [];
  const notices: string[] = [];
  for (const coupon of coupons) {
    const taken = applyPromotions([...automatic, ...kept], cart.amountCents).reduce((sum, { discountedCents }) => sum + discountedCents, 0);
    const refusal = couponRefusal(coupon, { ...cart, amountCents: cart.amountCents - taken }, shopper, now);
    if (refusal === null) kept.push(coupon);
    else notices.push(`${coupon.code} was taken off. ${fillTitle(COUPON_REFUSALS[refusal].title, { code: coupon.code ?? '' })}`);
  }
  return { kept, notices };
}
