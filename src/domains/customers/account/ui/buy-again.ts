/** "Buy again": adds the lines of an order to the cart and reports those that are no longer sold. */

import type { CatalogueHit } from '#domains/catalogue/contract.ts';
import { lineName } from '#domains/selling/cart/model/format-line.ts';
import { lineKeyOf } from '#domains/selling/cart/model/line-key.ts';
import type { LazyCartStore } from '#domains/selling/cart/ui/lazy-cart-store.ts';
import type { OrderView } from '#domains/selling/orders/contract.ts';
import { orderMessages as m } from '../messages.ts';

export type BoughtLine = Pick<
  OrderView['lineItems'][number],
  'name' | 'vintage' | 'offerVariant' | 'category' | 'isSpirit' | 'slug' | 'quantity' | 'extendedSalePrice'
>;

export interface BoughtAgain {
  /** Cases that were added. */
  readonly cases: number;
  /** Messages about lines that were not added, or not completely. */
  readonly missing: readonly string[];
}

/** `/wines/{producer}/{offer}` */
const OFFER_PATH = /^\/wines\/([^/]+)\/([^/]+)\/?$/;

/**
 * Reads the current offer.
 * @returns null if it is not sold, `unknown` if the request failed
 */
export type ReadOffer = (address: { producer: string; offer: string }) => Promise<CatalogueHit | null | 'unknown'>;

/** Returns the message why a line cannot be added, or null. */
function rejectionOf(name: string, offer: CatalogueHit | null | 'unknown'): string | null {
  if (offer === 'unknown') return m.offerUnreachable(name);
  if (offer === null) return m.notSold(name);
  return offer.inventoryStatus === 'SOLD_OUT' ? m.soldOut(name) : null;
}

type CartToFill = Pick<LazyCartStore, 'add' | 'current' | 'subscribe'>;

const casesOf = (cart: CartToFill, offerId: string): number => lineKeyOf(cart.current().cart, offerId)?.quantity ?? 0;

/** Resolves when the cart has loaded and its requests are done. */
const whenSynced = (cart: CartToFill): Promise<void> =>
  new Promise((resolve) => {
    const isSynced = (): boolean => cart.current().isLoaded && !cart.current().isPending;
    if (isSynced()) return resolve();
    const stop = cart.subscribe(() => {
      if (!isSynced()) return;
      stop();
      resolve();
    });
  });

/** Adds the paid lines with their current offers, because prices and stock change. The cart adds gifts itself. */
export async function buyAgain(bought: readonly BoughtLine[], readOffer: ReadOffer, cart: CartToFill): Promise<BoughtAgain> {
  const lines = bought.filter(({ extendedSalePrice }) => extendedSalePrice > 0);
  const offers = await Promise.all(
    lines.map(({ slug }) => {
      const [, producer, offer] = OFFER_PATH.exec(slug) ?? [];
      return producer === undefined || offer === undefined ? null : readOffer({ producer, offer });
    }),
  );
  await whenSynced(cart);
  const added = lines.map((line, index) => {
    const [name, offer] = [lineName(line), offers[index] ?? null];
    const reason = rejectionOf(name, offer);
    if (reason !== null || offer === null || offer === 'unknown') return { name, wanted: line.quantity, reason, got: () => 0 };
    const before = casesOf(cart, offer.offerId);
    cart.add(offer, line.quantity);
    return { name, wanted: line.quantity, reason, got: () => Math.max(0, casesOf(cart, offer.offerId) - before) };
  });
  await whenSynced(cart);
  const results = added.map((line) => ({ ...line, got: line.got() }));
  return {
    cases: results.reduce((sum, { got }) => sum + got, 0),
    missing: results
      .filter(({ got, wanted }) => got < wanted)
      .map(({ name, reason, got }) => reason ?? (got === 0 ? m.notAdded(name) : m.partlyAdded(name, got))),
  };
}
