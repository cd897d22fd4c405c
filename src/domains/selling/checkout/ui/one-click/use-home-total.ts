import { useAuth } from '#domains/customers/identity/ui/auth-context.ts';
import type { Cart } from '#domains/selling/cart/contract.ts';
import { cartInRegion } from '#domains/selling/checkout/model/price-summary.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';

/**
 * What a cart costs sent to the customer's default address, which is where one-click sends it: the cart itself may have been
 * priced for wherever the shopper is. Decimal.
 */
export function useHomeTotal(): (cart: Cart) => number {
  const { user } = useAuth();
  const { market } = useMarketConfig();
  const state = user?.addresses?.find(({ isDefault }) => isDefault)?.state ?? '';
  return (cart) => cartInRegion(market, cart, state).cartTotal;
}
