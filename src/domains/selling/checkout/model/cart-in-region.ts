/** Prices a cart for another state in the browser. One-click checkout loads it without the rest of the checkout. */
import type { Cart } from '#domains/selling/cart/contract.ts';
import { taxOfCart } from '#domains/selling/cart/model/contained-tax.ts';
import { deliveryFee } from '#domains/selling/shipping/model/fees.ts';
import { toCents, toDecimal } from '#lib/money.ts';
import type { SellingTerms } from '#markets/definition.ts';

/** Prices a cart for another state by the server's rules, so that the fee changes as soon as a state is chosen. */
export const cartInRegion = (terms: SellingTerms, cart: Cart, state: string): Cart =>
  cart.region === (state || null) ? cart : withFeeOf(terms, cart, state);

/** Returns a cart with the fee of a state. */
export function withFeeOf({ shipping, taxPercent }: SellingTerms, cart: Cart, state: string): Cart {
  const feeCents = deliveryFee(shipping, state);
  const shippingCents = cart.isFreeShipping || cart.isGiftCardOnly ? 0 : feeCents;
  const totalCents = toCents(cart.cartAmount) + shippingCents;
  return {
    ...cart,
    region: state || null,
    shippingTotal: toDecimal(shippingCents),
    shippingDiscounts: cart.shippingDiscounts.map((reason) => ({ ...reason, amount: toDecimal(feeCents) })),
    cartTotal: toDecimal(totalCents),
    taxTotal: taxOfCart(taxPercent, cart, totalCents),
  };
}
