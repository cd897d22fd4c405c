/** What a delivery costs: one case, and its way to the member by the rules of every order (SPEC.md §9). */

import { shippingOf } from '#domains/selling/shipping/model/fees.ts';
import { taxContained, toDecimal } from '#lib/money.ts';
import { type Market, marketFacts } from '#markets/market.ts';

export interface Charge {
  readonly priceCents: number;
  readonly shippingCents: number;
  readonly isFreeShipping: boolean;
  readonly totalCents: number;
  /** Tax contained in the total. */
  readonly taxCents: number;
}

/** In: the price of the case in cents and the state code that it goes to, empty where it is not known. */
export function chargeFor(market: Market, priceCents: number, state: string): Charge {
  const shipping = shippingOf({
    market,
    region: state || null,
    cases: 1,
    orderCents: priceCents,
    isGiftCardOnly: false,
    grantedFree: false,
  });
  const totalCents = priceCents + shipping.cents;
  return {
    priceCents,
    shippingCents: shipping.cents,
    isFreeShipping: shipping.isFree,
    totalCents,
    taxCents: taxContained(totalCents, marketFacts(market).taxPercent),
  };
}

/** The same in decimals, as calls answer it. */
export const viewCharge = ({ priceCents, shippingCents, isFreeShipping, totalCents, taxCents }: Charge) => ({
  price: toDecimal(priceCents),
  shippingTotal: toDecimal(shippingCents),
  isFreeShipping,
  total: toDecimal(totalCents),
  taxTotal: toDecimal(taxCents),
});
