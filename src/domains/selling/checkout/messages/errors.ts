/** Statuses and messages of the checkout's errors [CHK-18]. */

import { OWNERSHIP_ERRORS } from '#domains/customers/identity/model/errors.ts';
import { GIFT_CARD_ERRORS } from '#domains/selling/gift-cards/messages.ts';
import type { ErrorSpec } from '#lib/define-contract.ts';

export const ADDRESS_MISMATCH = 'Something wrong with the address, please check suburb, postcode or state if they are matching';

export const CHECKOUT_ERRORS = {
  checkout_expired: { status: 410, title: 'This checkout has ended. Your cart is still there, so you can start again from it.' },
} as const satisfies Record<string, ErrorSpec>;

export const DETAILS_ERRORS = {
  details_invalid: { status: 422, title: '<reason>' },
  address_mismatch: { status: 422, title: ADDRESS_MISMATCH },
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
  total_changed: { status: 409, title: '<reason>The total has changed to <total>. Please look at your order again before you place it.' },
  charge_changed: {
    status: 409,
    title: 'What your gift card or credit pays has changed: <charge> is left for your card. Please look again before you place the order.',
  },
  gift_card_in_cart: GIFT_CARD_ERRORS.gift_card_in_cart,
  card_not_found: { status: 422, title: 'This card is no longer stored. Please choose another one.' },
  ...OWNERSHIP_ERRORS,
  promotion_used_up: { status: 409, title: '<promotion> has just been used up. Please look at your order again before you place it.' },
  not_enough_stock: { status: 422, title: '<offer> has sold out or run short. Please go back to your cart and change it.' },
  offer_not_eligible: { status: 422, title: '<offer> is no longer available to you. Please go back to your cart and take it out.' },
  payment_unavailable: { status: 503, title: 'The payment page cannot be reached. Nothing was charged. Please try again in a moment.' },
} as const satisfies Record<string, ErrorSpec>;
