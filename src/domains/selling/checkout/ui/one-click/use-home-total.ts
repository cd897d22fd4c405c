import { useAuth } from '#domains/customers/identity/ui/auth-context.ts';
import type { Cart } from '#domains/selling/cart/contract.ts';
import { cartInRegion } from '#domains/selling/checkout/model/price-summary.ts';
import { useSellingTerms } from '#markets/ui/market-context.tsx';

/**
 * Returns the total of a cart for the customer's default address, to which one-click checkout delivers. Decimal; null until the address is
 * known. The cart itself may be priced for another region.
 */
export function useHomeTotal(): (cart: Cart) => number | null {
  const { user } = useAuth();
  const terms = useSellingTerms();
  const home = user?.addresses?.find(({ isDefault }) => isDefault);
  return (cart) => (home ? cartInRegion(terms, cart, home.state).cartTotal : null);
}
