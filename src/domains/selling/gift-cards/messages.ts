/**
 * Text of gift cards: errors, the tag of a line, and the e-mail to the recipient. A gift card is never bought with a coupon or another
 * gift card [GIFT-6].
 */
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

/** Text under the line of a gift card. */
export const giftTagMessages = {
  sentOn: (recipientName: string, day: string) => `For ${recipientName}, sent on ${day}`,
  sentNow: (recipientName: string) => `For ${recipientName}, sent as soon as you’ve paid`,
} as const;

/** Quotes the buyer's message in the e-mail with the code [GIFT-2]. The other texts of the e-mail are among the settings. */
export const quoteGiftMessage = (message: string): string => `“${message}”`;
