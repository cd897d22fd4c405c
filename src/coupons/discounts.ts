/**
 * What promotions take off an amount. Automatic ones come first, by id, then coupons in the order they were added; each
 * works on what the ones before have left, so the sum never passes the amount (SPEC.md §3 discountAmount). Cents.
 */
import type { Promotion } from './promotion.ts';

export interface AppliedPromotion {
  readonly promotion: Promotion;
  readonly discountedCents: number;
  readonly freeShipping: boolean;
}

const taken = (promotion: Promotion, leftCents: number): number => {
  let left = leftCents;
  for (const action of promotion.actions) {
    if (action.kind === 'amount') left -= Math.min(left, action.cents);
    if (action.kind === 'percentage') left -= Math.round((left * action.percent) / 100);
  }
  return leftCents - left;
};

/** Apply promotions, in the order given, to an amount; one whose minimum is not left when its turn comes gives nothing. */
export function applyPromotions(promotions: readonly Promotion[], amountCents: number): AppliedPromotion[] {
  let left = amountCents;
  return promotions.map((promotion) => {
    if (left < promotion.minimumCents) return { promotion, discountedCents: 0, freeShipping: false };
    const discountedCents = taken(promotion, left);
    left -= discountedCents;
    return { promotion, discountedCents, freeShipping: promotion.actions.some((action) => action.kind === 'free_shipping') };
  });
}

/** The coupons a cart has after one more is added: one that does not stack replaces the others that do not. */
export function withCoupon(coupons: readonly Promotion[], added: Promotion): Promotion[] {
  const others = coupons.filter((coupon) => coupon.id !== added.id && (added.stackable || coupon.stackable));
  return [...others, added];
}
