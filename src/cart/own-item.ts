import type { Cart, LineItem } from './contract.ts';

/** What begins the id of a line that is shown before the server has made it; its key follows. */
export const WANTED = 'wanted-';

/** What a shopper's wishes for a line go by: the offer; of a gift card with a recipient, which may be one of several, the line. */
export const keyOf = (item: Pick<LineItem, 'id' | 'offerId' | 'gift'>): string =>
  item.id.startsWith(WANTED) ? item.id.slice(WANTED.length) : item.gift ? item.id : item.offerId;

/** The shopper's own line of a key; lines that a promotion added are not theirs to change. */
export const itemOf = (cart: Cart | null, key: string): LineItem | undefined =>
  cart?.lineItems.find((item) => !item.addedByPromotion && keyOf(item) === key);
