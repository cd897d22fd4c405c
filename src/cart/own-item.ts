import type { Cart, LineItem } from './contract.ts';

/** The shopper's own line of an offer; lines that a promotion added are not theirs to change. */
export const itemOf = (cart: Cart | null, offerId: string): LineItem | undefined =>
  cart?.lineItems.find((item) => item.offerId === offerId && !item.addedByPromotion);
