import type { Cart } from '../../../cart/contract.ts';
import { useAuth } from '../../../identity/web/auth-context.ts';
import { useMarketConfig } from '../../../market/web/market-context.tsx';
import { cartInRegion } from '../../sums.ts';

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
