/** What a coupon's minimum looks at: the cart's amount before that coupon (DECISIONS.md "Carts and orders"). */
import type { CouponCart } from '../coupons/eligibility.ts';
import type { Promotion } from '../coupons/promotion.ts';
import type { Market } from '../market/market.ts';
import { type CartLine, isGiftLine } from './cart.ts';
import { totalsOf } from './totals.ts';

export function couponCart(
  market: Market,
  lines: readonly CartLine[],
  automatic: readonly Promotion[],
  coupons: readonly Promotion[],
): CouponCart {
  const { amountCents } = totalsOf({ market, region: null, lines, automatic, coupons });
  return { market, amountCents, withGiftCard: lines.some(isGiftLine) };
}
