/** What delivery would cost to where the shopper seems to be (SPEC.md §9), until an address says where it goes. */

import { deliveryFee } from '#domains/selling/shipping/model/fees.ts';
import { toCents, toDecimal } from '#lib/money.ts';
import { type Market, marketFacts } from '#markets/market.ts';
import type { Cart } from '../contract.ts';
import { taxOfCart } from './contained-tax.ts';

const isState = (market: Market, region: string | null): region is string => region !== null && marketFacts(market).states.includes(region);

/**
 * The cart with the fee of a state. The same cart where it has a region of its own, delivers nothing, or the market has no
 * states; where delivery is free it only says where it goes.
 * @param region state code, null where it is not known
 */
export function deliveredTo(cart: Cart | null, market: Market, region: string | null): Cart | null {
  if (!cart || cart.isGiftCardOnly || cart.region !== null || !isState(market, region)) return cart;
  if (cart.isFreeShipping) return { ...cart, region };
  const feeCents = deliveryFee(market, region);
  const totalCents = toCents(cart.cartTotal) - toCents(cart.shippingTotal) + feeCents;
  return {
    ...cart,
    region,
    shippingTotal: toDecimal(feeCents),
    cartTotal: toDecimal(totalCents),
    taxTotal: taxOfCart(market, cart, totalCents),
  };
}
