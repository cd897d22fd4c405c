/** Name and logo of the shop for components. */
import { createContext, useContext } from 'react';
import { SHOP_NAME, type ShopIdentity } from '#lib/shop-identity.ts';

interface ShownIdentity extends ShopIdentity {
  /** True on a page that is dark for everybody. */
  readonly isDark?: boolean;
}

export const ShopIdentityContext = createContext<ShownIdentity>({});

/** Returns the name of the shop. */
export const useShopName = (): string => useContext(ShopIdentityContext).name ?? SHOP_NAME;
