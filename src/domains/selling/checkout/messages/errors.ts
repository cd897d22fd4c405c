/** Statuses and messages of the checkout's errors [CHK-18]. */

import { OWNERSHIP_ERRORS } from '#domains/customers/identity/model/errors.ts';
import { GIFT_CARD_ERRORS } from '#domains/selling/gift-cards/messages.ts';
import type { ErrorSpec } from '#lib/define-contract.ts';
import { plural } from '#lib/plural.ts';

export const ADDRESS_MISMATCH = 'Something wrong with the address, please check suburb, postcode or state if they are matching';

export const CHECKOUT_ERRORS = {
  checkout_expired: { status: 410, title: 'This checkout has expired. Your cart is saved, so you can start again from there.' },
} as const satisfies Record<string, ErrorSpec>;

export const DETAILS_ERRORS = {
  details_invalid: { status: 422, title: '<reason>' },
  address_mismatch: { status: 422, title: ADDRESS_MISMATCH },
  no_delivery: { status: 422, title: '<reason>' },
  under_age: { status: 422, title: 'You must be 18 or over to buy alcohol.' },
} as const satisfies Record<string, ErrorSpec>;

export const LOCALITY_ERRORS = {
  order_in_progress: {
    status: 409,
    title: 'This cart is being ordered in another window or on another device. Please wait a moment and look at your cart.',
  },
  ...CHECKOUT_ERRORS,
  ...DETAILS_ERRORS,
  cart_not_found: { status: 404, title: 'Your cart is empty.' },
  total_changed: { status: 409, title: '<reason>The total has changed to <total>. Check your order before you place it.' },
  charge_changed: {
    status: 409,
    title:
      "The amount covered by your gift card or credit has changed. We'll charge <charge> to your card. Check your order before you place it.",
  },
  gift_card_in_cart: GIFT_CARD_ERRORS.gift_card_in_cart,
  card_not_found: { status: 422, title: 'That card is no longer saved. Choose another one.' },
  ...OWNERSHIP_ERRORS,
  promotion_used_up: { status: 409, title: '<promotion> has just run out. Check your order before you place it.' },
  not_enough_stock: { status: 422, title: "We don't have enough <offer> left. Go back to your cart to change it." },
  offer_not_eligible: { status: 422, title: '<offer> is no longer available to you. Go back to your cart to remove it.' },
  payment_unavailable: { status: 503, title: "We can't reach the payment page. You haven't been charged. Please try again in a moment." },
} as const satisfies Record<string, ErrorSpec>;

/** Why a line cannot be ordered. Part of the message of an error. */
export const lineProblemMessages = {
  notEligible: (offer: string) => `${offer} is no longer available to you.`,
  soldOut: (offer: string) => `${offer} has sold out.`,
  stockLeft: (count: number, offer: string) => `Only ${plural(count, 'case')} of ${offer} ${count === 1 ? 'is' : 'are'} left.`,
  limit: (count: number, offer: string) => `You can buy up to ${plural(count, 'case')} of ${offer}.`,
} as const;

/** Why an order cannot be collected. */
export const collectionErrorMessages = {
  unknownPlace: (places: readonly string[]) =>
    places.length === 0
      ? 'Orders can’t be collected at the moment. Choose delivery.'
      : `You can’t collect there. Choose delivery or one of: ${places.join(', ')}.`,
} as const;
