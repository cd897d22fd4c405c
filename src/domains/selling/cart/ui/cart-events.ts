/** What the cart tells analytics (SPEC.md §7): its lines as the table of events has them. */
import type { EventProduct } from '#domains/outbound/analytics/model/events.ts';
import { track } from '#domains/outbound/analytics/ui/track.ts';
import type { Cart, LineItem } from '../contract.ts';
import type { CartStoreState } from '../model/cart-store-state.ts';
import type { NewLine } from '../model/line-intents.ts';
import type { CartStorage } from './cart-storage.ts';
import type { CartStoreContext } from './cart-store-types.ts';

const placeOf = (cart: Cart | null, offerId: string): number =>
  Math.max(0, cart?.lineItems.findIndex((item) => item.offerId === offerId) ?? 0);

/** A line of a cart; cases are counted by events, so its quantity is always 1. */
export const productOfItem = (item: LineItem, cart: Cart | null) => ({
  product_id: String(item.productId),
  offer_id: item.offerId,
  sku: item.sku,
  name: item.name,
  brand: item.brand,
  category: item.category,
  price: item.salePrice,
  quantity: 1 as const,
  position: placeOf(cart, item.offerId),
  url: item.slug,
});

export const productsOf = (cart: Cart): EventProduct[] =>
  cart.lineItems.map((item, position) => {
    const { product_id, sku, name, brand, price, quantity } = productOfItem(item, cart);
    return { product_id, sku, name, brand, price, quantity, position };
  });

const ownItems = (cart: Cart | null): LineItem[] => cart?.lineItems.filter((item) => !item.addedByPromotion) ?? [];

/** In: the cart before and after a step of the shopper's. Tells of each line that is new or holds more. */
export function trackAddedLines(before: Cart | null, after: Cart): void {
  for (const item of ownItems(after)) {
    const had = ownItems(before).find(({ id }) => id === item.id)?.quantity ?? 0;
    if (item.quantity <= had) continue;
    track(had === 0 ? 'Product Added' : 'Product Quantity Increased', { cart_id: after.id, ...productOfItem(item, after) });
  }
}

/** A case that could not go into the cart. */
export function trackIneligibleAdd(
  context: Pick<CartStoreContext, 'cartId' | 'confirmed'>,
  { line }: { readonly line: NewLine },
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
    position: placeOf(context.confirmed(), offerId),
    url,
    reason,
  });
}

const AUTO = { added: 'Cart Line Auto Added', updated: 'Cart Line Auto Updated', removed: 'Cart Line Auto Removed' } as const;

interface TrackedChanges {
  readonly cart: string;
  /** The latest change by the line and the reason of it. */
  readonly last: Readonly<Record<string, string>>;
}

function parseTrackedChanges(cart: string, kept: string | null): TrackedChanges['last'] {
  try {
    const told = JSON.parse(kept ?? 'null') as TrackedChanges | null;
    return told?.cart === cart ? told.last : {};
  } catch {
    return {};
  }
}

/** What the shop changed by itself. Each reading says it until the cart is changed; it is told once. */
export function trackCartChanges({ id, changes }: Cart, storage: Pick<CartStorage, 'trackedChanges' | 'keepToldChanges'>): void {
  if (changes.length === 0) return;
  const before = parseTrackedChanges(id, storage.trackedChanges());
  const now = changes.map((change) => ({ line: `${change.offerId} ${change.reason}`, said: JSON.stringify(change), change }));
  storage.keepToldChanges(
    JSON.stringify({
      cart: id,
      last: { ...before, ...Object.fromEntries(now.map(({ line, said }) => [line, said])) },
    } satisfies TrackedChanges),
  );
  for (const { line, said, change } of now) {
    if (before[line] === said) continue;
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

/** The dropdown slid in. */
export function trackCartOpened(before: CartStoreState, after: CartStoreState): void {
  if (before.isCartOpen || !after.isCartOpen) return;
  track('Cart Dropdown Viewed', { cart_id: after.cart?.id, products: after.cart ? productsOf(after.cart) : [] });
}
