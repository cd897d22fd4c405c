/** Errors of gift cards. A gift card is never bought with a coupon or a gift card [GIFT-6]. */
import type { ErrorSpec } from '#lib/define-contract.ts';

/** Errors of gift card details. */
export const GIFT_DETAIL_ERRORS = {
  gift_day: { status: 422, title: 'Choose a day from today to a year from now.' },
} as const satisfies Record<string, ErrorSpec>;

export const GIFT_CARD_ERRORS = {
  gift_card_unknown: { status: 404, title: "We don't recognise that gift card code. Check it and try again." },
  gift_card_expired: { status: 422, title: 'This gift card has expired.' },
  gift_card_empty: { status: 422, title: 'This gift card has no balance left.' },
  gift_card_in_cart: { status: 422, title: 'Cannot purchase a gift card using a gift card or a coupon code' },
} as const satisfies Record<string, ErrorSpec>;
