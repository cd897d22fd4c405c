/**
 * Reads the offers of carts. Caches an offer's details with the transaction that last changed it (`offers.changed_xid`), so that a
 * cart of a hundred lines reads a hundred short rows. Stock is always read from the database.
 */
import { LRUCache } from 'lru-cache';
import type { OfferAudience } from '#domains/catalogue/model/audience.ts';
import type { LineOffer } from '#domains/catalogue/model/hit.ts';
import type { InventoryStatus } from '#domains/catalogue/model/record.ts';
import type { Queryable } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import { type CachedOffer, fetchOffers, fetchOfferVersions, type OfferVersion } from './cart-contents.repository.ts';

/** An offer with its price, stock and audience. */
export interface SaleOffer extends OfferAudience {
  readonly offerId: string;
  readonly productId: number;
  readonly summary: LineOffer;
  /** Price of a case and its RRP, cents. */
  readonly packPrice: number;
  readonly packRrp: number | null;
  readonly inventoryStatus: InventoryStatus;
  readonly orderQuantityMaximum: number;
  /** Cases on hand, and cases reserved by payments in progress. */
  readonly level: number;
  readonly reserved: number;
  /** Cases of past orders that count towards the purchase limit. */
  readonly boughtBefore?: number;
}

/** An offer that may have no price in the market. */
export type MarketOffer = Omit<SaleOffer, 'packPrice'> & { readonly packPrice: number | null };

/** Returns true if the offer is sold in the market. */
export const isPriced = (offer: MarketOffer): offer is SaleOffer => offer.packPrice !== null;

const NO_PRICE = { packPrice: null, packRrp: null };

/** Caches offers by id, a few megabytes. Transaction numbers are unique per database server, and a process uses only one. */
const cache = new LRUCache<string, CachedOffer>({ max: 4_000 });

/** Returns offers of a market by id. Reads those that are not cached or have changed, in one statement. */
export async function readOffers(db: Queryable, market: Market, versions: readonly OfferVersion[]): Promise<Map<string, MarketOffer>> {
  const found = new Map<string, CachedOffer>();
  const missing: string[] = [];
  for (const [offerId, changedIn] of versions) {
    const cached = cache.get(offerId);
    if (cached?.changedIn === changedIn) found.set(offerId, cached);
    else missing.push(offerId);
  }
  if (missing.length > 0) {
    for (const entry of await fetchOffers(db, missing)) {
      cache.set(entry.offer.offerId, entry);
      found.set(entry.offer.offerId, entry);
    }
  }
  const offers = new Map<string, MarketOffer>();
  for (const [offerId, , level, reserved] of versions) {
    const entry = found.get(offerId);
    const price = entry?.prices?.[market] ?? NO_PRICE;
    if (entry) offers.set(offerId, { ...entry.offer, ...price, level: level ?? 0, reserved: reserved ?? 0 });
  }
  return offers;
}

/** Returns the offers of promotions' gifts by id. Runs no statement if `known` has a version of each. */
export async function findGiftOffers(
  db: Queryable,
  offerIds: readonly string[],
  market: Market,
  cached: readonly OfferVersion[],
): Promise<Map<string, SaleOffer>> {
  const isCached = offerIds.every((offerId) => cached.some(([other]) => other === offerId));
  const versions = isCached ? cached : await fetchOfferVersions(db, offerIds, market);
  const offers = [...(await readOffers(db, market, versions)).values()];
  return new Map(offers.filter(isPriced).map((offer) => [offer.offerId, offer]));
}
