/** Name and logo of the shop for components. */
import { createContext, useContext } from 'react';
import { SHOP_NAME, type ShopIdentity } from '#lib/shop-identity.ts';

export const ShopIdentityContext = createContext<ShopIdentity>({});

/** Returns the name of the shop. */
export const useShopName = (): string => useContext(ShopIdentityContext).name ?? SHOP_NAME;
