/** Which coupons stay on a cart after it changed; the others are taken off, and the shopper is told why. */

import { fillTitle } from '#lib/define-contract.ts';
import type { Market } from '#markets/market.ts';
import { COUPON_ERRORS, type CouponRefusal } from '../messages.ts';
import { applyAutomatic, createPromotionCalculator, type PricedLine } from './discounts.ts';
import { type CouponShopper, couponRefusal, type EarlierOrder, type UsesById } from './eligibility.ts';
import { inOrder, type Promotion } from './promotion.ts';

export interface CouponValidationInput {
  /** In the order they were added. */
  readonly coupons: readonly Promotion[];
  readonly market: Market;
  readonly lines: readonly PricedLine[];
  readonly withGiftCard: boolean;
  /** The automatic promotions that the shopper may have. */
  readonly automatic: readonly Promotion[];
  readonly shopper: CouponShopper;
  readonly uses: UsesById;
  readonly now: number;
}

export interface CouponValidation {
  /** In the order they were added. */
  readonly kept: readonly Promotion[];
  readonly dropped: readonly {
    readonly coupon: Promotion;
    readonly refusal: CouponRefusal;
    /** Where it is refused because of an earlier order: how that is known to be the shopper's. */
    readonly earlier?: EarlierOrder;
  }[];
}

/** Check coupons in their declared order, each against what promotions before it have left of the lines. */
export function revalidateCoupons(given: CouponValidationInput): CouponValidation {
  const { coupons, market, withGiftCard, shopper, uses, now } = given;
  if (coupons.length === 0) return { kept: [], dropped: [] };
  const over = createPromotionCalculator(given.lines);
  const exclusiveCoupon = coupons.find(({ exclusive }) => exclusive);
  if (!exclusiveCoupon) applyAutomatic(over, given.automatic);
  const refusals = new Map<Promotion, CouponRefusal>();
  for (const coupon of inOrder(coupons)) {
    const missing = over.missing(coupon);
    const cart = { market, withGiftCard, amountCents: over.leftCents(), fits: missing.cases === 0 && missing.cents === 0 };
    const refusal = couponRefusal(coupon, cart, shopper, uses, now);
    if (refusal === null) over.apply(coupon, false);
    else refusals.set(coupon, refusal);
  }
  const refusal = exclusiveCoupon && refusals.get(exclusiveCoupon);
  if (exclusiveCoupon && refusal) {
    // What it kept away comes back, and the others are judged beside that.
    const rest = revalidateCoupons({ ...given, coupons: coupons.filter((coupon) => coupon !== exclusiveCoupon) });
    return { kept: rest.kept, dropped: [{ coupon: exclusiveCoupon, refusal }, ...rest.dropped] };
  }
  return {
    kept: coupons.filter((coupon) => !refusals.has(coupon)),
    dropped: [...refusals].map(([coupon, why]) => {
      const earlier = coupon.firstOrderOnly && why === 'coupon_not_eligible' ? uses.get(coupon.id)?.earlier : null;
      return { coupon, refusal: why, ...(earlier ? { earlier } : {}) };
    }),
  };
}

/** Why a first-order coupon no longer applies. */
const NOT_FIRST: Readonly<Record<EarlierOrder, string>> = {
  same_buyer: 'It is for a first order, and this is not your first.',
  same_card_and_address: 'It is for a first order, and an earlier order to this address was paid with the same card.',
};

/** The sentence about a coupon that was taken off. */
export function droppedSentence({ coupon, refusal, earlier }: CouponValidation['dropped'][number]): string {
  const reason = earlier ? NOT_FIRST[earlier] : fillTitle(COUPON_ERRORS[refusal].title, { code: coupon.code ?? '' });
  return `${coupon.code} was taken off. ${reason}`;
}
