import { useEffect, useState } from 'react';
import { useAuth, useAuthStore } from '#domains/customers/identity/ui/auth-context.ts';
import type { Cart } from '#domains/selling/cart/contract.ts';
import { cartInRegion } from '#domains/selling/checkout/model/cart-in-region.ts';
import { useMarketConfig, useSellingTerms } from '#markets/ui/market-context.tsx';
import type { HomeTotal } from './fetch-home-total.ts';

/**
 * Returns the total of a cart for the customer's default address, to which one-click checkout delivers, or why nothing is delivered there.
 * Decimal. The cart itself may be priced for another region. Null if there is no address, or the shop does not answer. Where postcodes have
 * fees of their own the server is asked: undefined until it has answered.
 */
export function useHomeTotal(cart: Cart | null): HomeTotal | null | undefined {
  const { user } = useAuth();
  const auth = useAuthStore();
  const { market } = useMarketConfig();
  const terms = useSellingTerms();
  const home = user?.addresses?.find(({ isDefault }) => isDefault);
  const customerID = user?.customerId ?? 0;
  const cartId = cart?.id ?? null;
  const subject = `${cartId} ${cart?.version} ${home?.state} ${home?.postcode}`;
  const isAsked = terms.hasZones === true && cartId !== null && home !== undefined;
  const [answer, setAnswer] = useState<{ readonly subject: string; readonly terms: object; readonly found: HomeTotal | null } | null>(null);
  useEffect(() => {
    if (!isAsked || cartId === null) return;
    let isCurrent = true;
    void import('./fetch-home-total.ts')
      .then(({ fetchHomeTotal }) => fetchHomeTotal(auth, { customerID, market, cartId }))
      .catch(() => null)
      .then((found) => {
        if (isCurrent) setAnswer({ subject, terms, found });
      });
    return () => {
      isCurrent = false;
    };
  }, [isAsked, auth, customerID, market, cartId, subject, terms]);
  if (!cart || !home) return null;
  if (!isAsked) return { total: cartInRegion(terms, cart, home.state).cartTotal };
  return answer?.subject === subject && answer.terms === terms ? answer.found : undefined;
}
