/** What a shopper is told when a coupon is refused (SPEC.md §5, §8); `<code>` is the code as typed and trimmed. */
import type { ErrorSpec } from '#lib/define-contract.ts';

export const COUPON_ERRORS = {
  coupon_invalid: { status: 422, title: 'The coupon <code> is not valid.' },
  coupon_expired: { status: 422, title: 'The coupon code you entered has expired.' },
  coupon_not_eligible: { status: 422, title: "You're not eligible for this promotion." },
  coupon_needs_login: { status: 422, title: 'Hmmm. You need to be signed-in to try this coupon. Why not join/login and try again?' },
  coupon_minimum: { status: 422, title: "This coupon code can't be used with some of the wines in your cart." },
  coupon_with_gift_card: { status: 422, title: 'Cannot purchase a gift card using a gift card or a coupon code' },
  coupon_own_referral: { status: 422, title: 'You cannot refer yourself.' },
} as const satisfies Record<string, ErrorSpec>;

export type CouponRefusal = keyof typeof COUPON_ERRORS;
