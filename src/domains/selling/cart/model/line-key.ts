import type { Cart, LineItem } from '../contract.ts';

/** Prefix of the temporary id of a line that the server has not created yet. The line's key follows the prefix. */
export const PENDING_LINE_PREFIX = 'wanted-';

/**
 * Returns the key of a cart line: its offer id, or the line id of a gift card with a recipient, because there can be several. A
 * promotion's gift has a separate key, because the shopper can buy the same offer too.
 */
export function keyOf(item: Pick<LineItem, 'id' | 'offerId' | 'gift' | 'addedByPromotion'>): string {
  if (item.addedByPromotion) return `${item.offerId} for free`;
  if (item.id.startsWith(PENDING_LINE_PREFIX)) return item.id.slice(PENDING_LINE_PREFIX.length);
  return item.gift ? item.id : item.offerId;
}

/** Returns the line with this key. */
export const lineKeyOf = (cart: Cart | null, key: string): LineItem | undefined => cart?.lineItems.find((item) => keyOf(item) === key);

/** Returns the declined gift with this key. */
export const declinedItemOf = (cart: Cart | null, key: string): LineItem | undefined =>
  cart?.declinedGifts?.find((item) => keyOf(item) === key);
