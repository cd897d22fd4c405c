import type { Cart, LineItem } from '../contract.ts';

/** What begins the id of a line that is shown before the server has made it; its key follows. */
export const PENDING_LINE_PREFIX = 'wanted-';

/**
 * What a shopper's wishes for a line go by: the offer; of a gift card with a recipient, which may be one of several, the line. A
 * promotion's gift has a key of its own, whichever cart it is in: the same offer may be bought beside it.
 */
export function keyOf(item: Pick<LineItem, 'id' | 'offerId' | 'gift' | 'addedByPromotion'>): string {
  if (item.addedByPromotion) return `${item.offerId} for free`;
  if (item.id.startsWith(PENDING_LINE_PREFIX)) return item.id.slice(PENDING_LINE_PREFIX.length);
  return item.gift ? item.id : item.offerId;
}

/** The line of a key. */
export const lineKeyOf = (cart: Cart | null, key: string): LineItem | undefined => cart?.lineItems.find((item) => keyOf(item) === key);

/** The gift of a key that the shopper has declined. */
export const declinedItemOf = (cart: Cart | null, key: string): LineItem | undefined =>
  cart?.declinedGifts?.find((item) => keyOf(item) === key);
