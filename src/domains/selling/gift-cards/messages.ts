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

/** Text of the e-mail with the code [GIFT-2]. */
export const giftCardEmailMessages = {
  subject: (worth: string) => `A ${worth} Cellardoor gift card for you`,
  /** Without a sender's name if it is not safe to pass on. */
  given: (senderName: string, worth: string) =>
    senderName === ''
      ? `You’ve been sent a ${worth} Cellardoor gift card.`
      : `${senderName} has given you a ${worth} Cellardoor gift card.`,
  message: (message: string) => `“${message}”`,
  use: (expiry: string) => `Enter this code at checkout. It’s valid until ${expiry}, for one order or several.`,
  shop: 'Find a wine',
  checkBalance: 'Check the balance',
  closing: 'Anyone with the code can use it, so keep it safe.',
} as const;
