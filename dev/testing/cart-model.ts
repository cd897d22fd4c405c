/** What a cart of the cart shop must hold, by rules so simple that nobody doubts them. */

/** What the model knows of the offers: product, cents, stock, limit. */
export const OFFERS = {
  plenty: { productId: 1, cents: 60_00, stock: 500, limit: 0 },
  cheap: { productId: 12, cents: 9_00, stock: 100, limit: 0 },
  'one-each': { productId: 3, cents: 60_00, stock: 100, limit: 1 },
  'two-left': { productId: 5, cents: 60_00, stock: 2, limit: 0 },
  'six-of-five': { productId: 5, cents: 60_00, stock: 2, limit: 0 },
} as const;
export type OfferId = keyof typeof OFFERS;
export const offerIds = Object.keys(OFFERS) as OfferId[];

export interface ModelCart {
  readonly lines: Map<OfferId, number>;
  coupon: boolean;
}

const held = (cart: ModelCart, productId: number): number =>
  [...cart.lines].reduce((sum, [offer, quantity]) => sum + (OFFERS[offer].productId === productId ? quantity : 0), 0);
export const baseCents = (cart: ModelCart): number =>
  [...cart.lines].reduce((sum, [offer, quantity]) => sum + OFFERS[offer].cents * quantity, 0);

/** Status of setting a line to a quantity; 200 where it may be. */
export function judged(cart: ModelCart, offer: OfferId, quantity: number, refusals: { limit: number; stock: number }): number {
  const { productId, limit, stock } = OFFERS[offer];
  const all = held(cart, productId) - (cart.lines.get(offer) ?? 0) + quantity;
  if (limit > 0 && all > limit) return refusals.limit;
  return all > stock ? refusals.stock : 200;
}

/** Quantities of two carts together, product by product in the order of offers. */
export function mergedLines(a: ModelCart, b: ModelCart): Map<OfferId, number> {
  const together: ModelCart = { lines: new Map(), coupon: false };
  for (const offer of offerIds.toSorted()) {
    const { productId, limit, stock } = OFFERS[offer];
    const wanted = (a.lines.get(offer) ?? 0) + (b.lines.get(offer) ?? 0);
    const quantity = Math.max(0, Math.min(wanted, Math.min(limit || stock, stock) - held(together, productId)));
    if (quantity > 0) together.lines.set(offer, quantity);
  }
  return together.lines;
}
