/** Analytics events of the cart. */

import type { EventProduct } from '#domains/outbound/analytics/model/events.ts';
import { track } from '#domains/outbound/analytics/ui/track.ts';
import { isJsonObject, type JsonObject, parseJsonObject } from '#lib/json.ts';
import type { Cart, LineItem } from '../contract.ts';
import type { CartStoreState } from '../model/cart-view.ts';
import type { NewLine } from '../model/line-intents.ts';
import type { CartStorage } from './cart-storage.ts';
import type { CartStoreContext } from './cart-store-types.ts';

const positionOf = (cart: Cart | null, offerId: string): number =>
  Math.max(0, cart?.lineItems.findIndex((item) => item.offerId === offerId) ?? 0);

/** Converts a line to an event's product. Each case is a separate event, so the quantity is always 1. */
export const productOfItem = (item: LineItem, cart: Cart | null) => ({
  product_id: String(item.productId),
  offer_id: item.offerId,
  sku: item.sku,
  name: item.name,
  brand: item.brand,
  category: item.category,
  price: item.salePrice,
  quantity: 1 as const,
  position: positionOf(cart, item.offerId),
  url: item.slug,
});

/** Converts the lines of a cart to an event's products. */
export const productsOf = (cart: Cart): EventProduct[] =>
  cart.lineItems.map((item, position) => {
    const { product_id, sku, name, brand, price, quantity } = productOfItem(item, cart);
    return { product_id, sku, name, brand, price, quantity, position };
  });

const ownItems = (cart: Cart | null): LineItem[] => cart?.lineItems.filter((item) => !item.addedByPromotion) ?? [];

/** Tracks each line that is new or has a higher quantity than before. */
export function trackAddedLines(before: Cart | null, after: Cart): void {
  for (const item of ownItems(after)) {
    const had = ownItems(before).find(({ id }) => id === item.id)?.quantity ?? 0;
    if (item.quantity <= had) continue;
    track(had === 0 ? 'Product Added' : 'Product Quantity Increased', { cart_id: after.id, ...productOfItem(item, after) });
  }
}

interface RejectedLine extends Pick<NewLine, 'productId' | 'offerId' | 'listCents'> {
  readonly offer: Pick<NewLine['offer'], 'sku' | 'name' | 'brand' | 'category' | 'url'>;
}

/** Tracks an addition that was rejected [CART-66]. */
export function trackIneligibleAdd(
  context: Pick<CartStoreContext, 'cartId' | 'confirmed'>,
  { line }: { readonly line: RejectedLine },
  reason: string,
): void {
  const { productId, offerId, listCents, offer } = line;
  const { sku, name, brand, category, url } = offer;
  track('Product Added - Ineligible', {
    cart_id: context.cartId() ?? undefined,
    product_id: String(productId),
    offer_id: offerId,
    sku,
    name,
    brand,
    category,
    price: listCents / 100,
    quantity: 1,
    position: positionOf(context.confirmed(), offerId),
    url,
    reason,
  });
}

const AUTO = { added: 'Cart Line Auto Added', updated: 'Cart Line Auto Updated', removed: 'Cart Line Auto Removed' } as const;

interface TrackedChanges {
  readonly cart: string;
  /** The last tracked change by line and reason. */
  readonly last: JsonObject;
}

function parseTrackedChanges(cart: string, stored: string | null): JsonObject {
  const tracked = parseJsonObject(stored);
  return tracked?.cart === cart && isJsonObject(tracked.last) ? tracked.last : {};
}

/** Tracks line changes that the shopper did not request. Responses repeat a change until the next mutation; it is tracked once. */
export function trackCartChanges(
  { id, changes }: Pick<Cart, 'id' | 'changes'>,
  storage: Pick<CartStorage, 'trackedChanges' | 'saveTrackedChanges'>,
): void {
  if (changes.length === 0) return;
  const before = parseTrackedChanges(id, storage.trackedChanges());
  const now = changes.map((change) => ({ line: `${change.offerId} ${change.reason}`, text: JSON.stringify(change), change }));
  storage.saveTrackedChanges(
    JSON.stringify({
      cart: id,
      last: { ...before, ...Object.fromEntries(now.map(({ line, text }) => [line, text])) },
    } satisfies TrackedChanges),
  );
  for (const { line, text, change } of now) {
    if (before[line] === text) continue;
    const { kind, reason, productId, name, previousQuantity, quantity } = change;
    track(AUTO[kind], {
      cart_id: id,
      product_id: String(productId),
      name,
      reason,
      previous_quantity: previousQuantity,
      new_quantity: quantity,
    });
  }
}

/** Tracks that the dropdown was opened. */
export function trackCartOpened(before: CartStoreState, after: CartStoreState): void {
  if (before.isCartOpen || !after.isCartOpen) return;
  track('Cart Dropdown Viewed', { cart_id: after.cart?.id, products: after.cart ? productsOf(after.cart) : [] });
}
