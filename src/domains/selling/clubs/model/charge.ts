/** Calculates the costs of a delivery: one case, and the shipping fee by the rules of every order [SHIP-1]. */

import { shippingOf } from '#domains/selling/shipping/model/fees.ts';
import { taxContained, toDecimal } from '#lib/money.ts';
import type { SellingTerms } from '#markets/definition.ts';

export interface Charge {
  readonly priceCents: number;
  readonly shippingCents: number;
  readonly isFreeShipping: boolean;
  readonly totalCents: number;
  /** Tax included in the total. */
  readonly taxCents: number;
}

/**
 * Returns the costs of a delivery.
 * @param priceCents price of the case
 * @param state state code of the delivery address, empty if it is unknown
 */
export function chargeFor(terms: SellingTerms, priceCents: number, state: string): Charge {
  const shipping = shippingOf(
    { region: state || null, cases: 1, orderCents: priceCents, isGiftCardOnly: false, grantedFree: false },
    terms.shipping,
  );
  const totalCents = priceCents + shipping.cents;
  return {
    priceCents,
    shippingCents: shipping.cents,
    isFreeShipping: shipping.isFree,
    totalCents,
    taxCents: taxContained(totalCents, terms.taxPercent),
  };
}

/** Converts the costs to decimals for responses. */
export const viewCharge = ({ priceCents, shippingCents, isFreeShipping, totalCents, taxCents }: Charge) => ({
  price: toDecimal(priceCents),
  shippingTotal: toDecimal(shippingCents),
  isFreeShipping,
  total: toDecimal(totalCents),
  taxTotal: toDecimal(taxCents),
});

/** Returns true if the member was reminded of a delivery and its day has come. */
export const isOverdue = ({ dueOn, remindedOn }: { readonly dueOn: string; readonly remindedOn: string | null }, today: string): boolean =>
  remindedOn !== null && dueOn <= today;
