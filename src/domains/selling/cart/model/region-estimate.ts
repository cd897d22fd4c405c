/** Estimates the delivery fee by the shopper's region until the cart has an address [SHIP-21]. */

import { deliveryFee } from '#domains/selling/shipping/model/fees.ts';
import { toCents, toDecimal } from '#lib/money.ts';
import type { SellingTerms } from '#markets/definition.ts';
import { getMarketConfig, type Market } from '#markets/market.ts';
import type { Cart } from '../contract.ts';
import { taxOfCart } from './contained-tax.ts';

const isState = (market: Market, region: string | null): region is string =>
  region !== null && getMarketConfig(market).states.includes(region);

/**
 * Returns the cart with the delivery fee of a state. Returns it unchanged if the cart has its own region, has nothing to deliver,
 * or the market has no states. With free delivery only the region changes.
 * @param region state code, null if unknown
 */
export function deliveredTo(cart: Cart | null, market: Market, terms: SellingTerms, region: string | null): Cart | null {
  if (!cart || cart.isGiftCardOnly || cart.region !== null || !isState(market, region)) return cart;
  if (cart.isFreeShipping) return { ...cart, region };
  const feeCents = deliveryFee(terms.shipping, region);
  const totalCents = toCents(cart.cartTotal) - toCents(cart.shippingTotal) + feeCents;
  return {
    ...cart,
    region,
    shippingTotal: toDecimal(feeCents),
    cartTotal: toDecimal(totalCents),
    taxTotal: taxOfCart(terms.taxPercent, cart, totalCents),
  };
}
