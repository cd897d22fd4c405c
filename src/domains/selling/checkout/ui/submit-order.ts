/** Submits the order with one idempotency key until the shop responds [CHK-3], and sorts its errors by where they are shown. */

import { LOCALITY_ERRORS } from '#domains/selling/checkout/messages/errors.ts';
import type { Client } from '#lib/client.ts';
import type { checkoutContract } from '../contract.ts';

export type PlaceInput = Parameters<Client<typeof checkoutContract>['placeOrder']>[0];

/** Outcome of a submission. `leave` navigates to `nextUrl`; `ended` means that the checkout has expired. */
export type SubmitResult =
  | { readonly kind: 'leave'; readonly nextUrl: string }
  | { readonly kind: 'ended' }
  /** Errors at fields. `place` is shown below suburb, state and postcode. */
  | { readonly kind: 'field_error'; readonly at: 'dateOfBirth' | 'place' | 'postcode'; readonly message: string }
  /** Error above the button. `isCart`: can only be fixed in the cart. `isStale`: the page is out of date. */
  | { readonly kind: 'notice'; readonly message: string; readonly isCart: boolean; readonly isStale: boolean };

const notice = (message: string, isCart: boolean, isStale: boolean): SubmitResult => ({ kind: 'notice', message, isCart, isStale });

/** Creates the submission of one checkout. */
export function createOrderSubmission(placeOrder: Client<typeof checkoutContract>['placeOrder'], newKey: () => string) {
  let unanswered: { readonly body: string; readonly key: string } | null = null;
  return async (input: PlaceInput): Promise<SubmitResult> => {
    const body = JSON.stringify(input);
    if (unanswered?.body !== body) unanswered = { body, key: newKey() };
    const result = await placeOrder(input, { idempotencyKey: unanswered.key }).catch(() => null);
    if (result === null) return notice(LOCALITY_ERRORS.payment_unavailable.title, false, false);
    unanswered = null;
    if (result.ok) return { kind: 'leave', nextUrl: result.value.data.nextUrl };
    const { code, title } = result;
    switch (code) {
      case 'checkout_expired':
        return { kind: 'ended' };
      case 'under_age':
        return { kind: 'field_error', at: 'dateOfBirth', message: title };
      case 'address_mismatch':
        return { kind: 'field_error', at: 'place', message: title };
      case 'no_delivery':
        return { kind: 'field_error', at: 'postcode', message: title };
      case 'total_changed':
      case 'promotion_used_up':
      case 'charge_changed':
      case 'card_not_found':
      case 'token_missing':
      case 'token_invalid':
        return notice(title, false, true);
      case 'gift_card_in_cart':
      case 'cart_not_found':
      case 'not_enough_stock':
      case 'offer_not_eligible':
      case 'order_in_progress':
        return notice(title, true, true);
      default:
        return notice(title, false, false);
    }
  };
}
