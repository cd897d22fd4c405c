/** Errors of coupons [PROMO-14]. `<code>` is the code as typed, trimmed. */
import type { ErrorSpec } from '#lib/define-contract.ts';
import type { EarlierOrder } from './model/eligibility.ts';

export const COUPON_ERRORS = {
  /** [PROMO-15] */
  coupon_invalid: { status: 422, title: 'The coupon <code> is not valid.' },
  /** [PROMO-16] */
  coupon_expired: { status: 422, title: 'The coupon code you entered has expired.' },
  /** [PROMO-17] */
  coupon_not_eligible: { status: 422, title: "You're not eligible for this promotion." },
  /** [PROMO-20] */
  coupon_needs_login: { status: 422, title: 'Hmmm. You need to be signed-in to try this coupon. Why not join/login and try again?' },
  /** [PROMO-18] */
  coupon_minimum: { status: 422, title: "This coupon code can't be used with some of the wines in your cart." },
  /** [PROMO-19] */
  coupon_with_gift_card: { status: 422, title: 'Cannot purchase a gift card using a gift card or a coupon code' },
  /** [PROMO-21] */
  coupon_own_referral: { status: 422, title: 'You cannot refer yourself.' },
} as const satisfies Record<string, ErrorSpec>;

export type CouponErrorCode = keyof typeof COUPON_ERRORS;

const NOT_FIRST_ORDER: Readonly<Record<EarlierOrder, string>> = {
  same_buyer: 'It is for a first order, and this is not your first.',
  same_card_and_address: 'It is for a first order, and an earlier order to this address was paid with the same card.',
};

/** Sentences about coupons that a change of the cart removed. */
export const couponRemovalMessages = {
  removed: (code: string, reason: string) => `${code} was removed. ${reason}`,
  notFirstOrder: NOT_FIRST_ORDER,
} as const;
