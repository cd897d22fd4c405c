/** What delivery would cost to where the shopper seems to be (SPEC.md §9), until an address says where it goes. */
import type { Market } from '../market/market.ts';
import { marketFacts } from '../market/market.ts';
import { taxContained, toCents, toDecimal } from '../platform/money.ts';
import { SHIPPING } from '../shipping/fees.ts';
import type { Cart } from './contract.ts';

/**
 * The cart with the fee of a region. The same cart where it has a region of its own, pays no delivery, or the region costs
 * what the others cost.
 * @param region state code, null where it is not known
 */
export function deliveredTo(cart: Cart | null, market: Market, region: string | null): Cart | null {
  const { regions } = SHIPPING[market];
  if (!cart || region === null || cart.region !== null || cart.shippingTotal === 0 || !Object.hasOwn(regions, region)) return cart;
  const feeCents = regions[region] ?? 0;
  const totalCents = toCents(cart.cartTotal) - toCents(cart.shippingTotal) + feeCents;
  return {
    ...cart,
    region,
    shippingTotal: toDecimal(feeCents),
    cartTotal: toDecimal(totalCents),
    taxTotal: toDecimal(taxContained(totalCents, marketFacts(market).taxPercent)),
  };
}
