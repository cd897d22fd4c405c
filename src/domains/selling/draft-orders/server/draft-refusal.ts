/** Says to staff why the storefront's cart or checkout refused something. */
import { ADD_ERRORS, UPDATE_ERRORS } from '#domains/selling/cart/messages/errors.ts';
import { LOCALITY_ERRORS } from '#domains/selling/checkout/messages/errors.ts';
import { GIFT_DETAIL_ERRORS } from '#domains/selling/gift-cards/messages.ts';
import { COUPON_ERRORS } from '#domains/selling/promotions/messages.ts';
import { type ErrorSpec, fillTitle } from '#lib/define-contract.ts';
import { type Failure, fail } from '#lib/result.ts';
import { cartRefusals } from '../messages/errors.ts';

export const refused = (reason: string) => fail('action_refused', { reason });

const KNOWN: Readonly<Record<string, ErrorSpec>> = {
  ...GIFT_DETAIL_ERRORS,
  ...LOCALITY_ERRORS,
  ...UPDATE_ERRORS,
  ...ADD_ERRORS,
  ...COUPON_ERRORS,
};

type Refusal = ReturnType<typeof refused> | Failure<'delivery_invalid', { readonly reason: string }>;

/** Converts a failure of the cart or the checkout. Only the address has an error of its own, which its form shows. */
export function toRefusal({ code, values }: Failure): Refusal {
  const { reason } = values;
  if (code === 'action_refused') return refused(String(reason));
  if (code === 'delivery_invalid' || code === 'details_invalid' || code === 'no_delivery')
    return fail('delivery_invalid', { reason: String(reason) });
  if (code === 'address_mismatch') return fail('delivery_invalid', { reason: LOCALITY_ERRORS.address_mismatch.title });
  if (code === 'not_enough_stock' && values.offer !== undefined) return refused(fillTitle(cartRefusals.shortOf ?? '', values));
  const title = cartRefusals[code] ?? KNOWN[code]?.title;
  if (title === undefined) throw new Error(`a draft was refused with ${code}`);
  return refused(fillTitle(title, values));
}
