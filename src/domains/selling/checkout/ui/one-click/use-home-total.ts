import { useAuth } from '#domains/customers/identity/ui/auth-context.ts';
import type { Cart } from '#domains/selling/cart/contract.ts';
import { cartInRegion } from '#domains/selling/checkout/model/price-summary.ts';
import { useSellingTerms } from '#markets/ui/market-context.tsx';

/**
 * Returns the total of a cart for the customer's default address, to which one-click checkout delivers. Decimal. The cart itself may be
 * priced for another region.
 */
export function useHomeTotal(): (cart: Cart) => number {
  const { user } = useAuth();
  const terms = useSellingTerms();
  const state = user?.addresses?.find(({ isDefault }) => isDefault)?.state ?? '';
  return (cart) => cartInRegion(terms, cart, state).cartTotal;
}
