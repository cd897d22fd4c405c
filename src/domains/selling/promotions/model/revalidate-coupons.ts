/** Revalidates the coupons of a cart after a change. A gift card in the cart removes them all [PROMO-9]. */
import { fillTitle } from '#lib/define-contract.ts';
import type { Market } from '#markets/market.ts';
import { COUPON_ERRORS, type CouponErrorCode, couponRemovalMessages } from '../messages.ts';
import { applyAutomatic, createPromotionCalculator, type PricedLine } from './discounts.ts';
import { type CouponShopper, type EarlierOrder, findCouponError, type UsesById } from './eligibility.ts';
import { inOrder, type Promotion } from './promotion.ts';

export interface CouponValidationInput {
  /** In the order they were added. */
  readonly coupons: readonly Promotion[];
  readonly market: Market;
  readonly lines: readonly PricedLine[];
  readonly withGiftCard: boolean;
  /** Automatic promotions that the shopper is eligible for. */
  readonly automatic: readonly Promotion[];
  readonly shopper: CouponShopper;
  readonly uses: UsesById;
  readonly now: number;
}

/** Coupons that stay on the cart, and coupons that are removed with the reason. */
export interface CouponValidation {
  /** Coupons that stay on the cart, in the order they were added. */
  readonly valid: readonly Promotion[];
  readonly removed: readonly {
    readonly coupon: Promotion;
    readonly error: CouponErrorCode;
    /** If an earlier order is the reason: how that order was matched to the shopper. */
    readonly earlier?: EarlierOrder;
  }[];
}

/** Validates coupons in their declared order, each against the amounts that earlier promotions left. */
export function revalidateCoupons(input: CouponValidationInput): CouponValidation {
  const { coupons, market, withGiftCard, shopper, uses, now } = input;
  if (coupons.length === 0) return { valid: [], removed: [] };
  const calculator = createPromotionCalculator(input.lines);
  const exclusiveCoupon = coupons.find(({ exclusive }) => exclusive);
  if (!exclusiveCoupon) applyAutomatic(calculator, input.automatic);
  const errors = new Map<Promotion, CouponErrorCode>();
  for (const coupon of inOrder(coupons)) {
    const missing = calculator.missing(coupon);
    const cart = { market, withGiftCard, amountCents: calculator.leftCents(), fits: missing.cases === 0 && missing.cents === 0 };
    const error = findCouponError(coupon, cart, shopper, uses, now);
    if (error === null) calculator.apply(coupon, false);
    else errors.set(coupon, error);
  }
  const error = exclusiveCoupon && errors.get(exclusiveCoupon);
  if (exclusiveCoupon && error) {
    // The promotions that it excluded apply again, and the other coupons are validated together with them.
    const rest = revalidateCoupons({ ...input, coupons: coupons.filter((coupon) => coupon !== exclusiveCoupon) });
    return { valid: rest.valid, removed: [{ coupon: exclusiveCoupon, error }, ...rest.removed] };
  }
  return {
    valid: coupons.filter((coupon) => !errors.has(coupon)),
    removed: [...errors].map(([coupon, error]) => {
      const earlier = coupon.firstOrderOnly && error === 'coupon_not_eligible' ? uses.get(coupon.id)?.earlier : null;
      return { coupon, error, ...(earlier ? { earlier } : {}) };
    }),
  };
}

/** Returns the sentence about a removed coupon. */
export function formatRemovedCoupon({ coupon, error, earlier }: CouponValidation['removed'][number]): string {
  const reason = earlier
    ? couponRemovalMessages.notFirstOrder[earlier]
    : fillTitle(COUPON_ERRORS[error].title, { code: coupon.code ?? '' });
  return couponRemovalMessages.removed(coupon.code ?? '', reason);
}
