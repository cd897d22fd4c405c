/** The name of the shop on pages before the sign-in: the server writes it into the page. */
import { SHOP_NAME } from '#lib/shop-identity.ts';

export const readShopName = (): string => document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? SHOP_NAME;
