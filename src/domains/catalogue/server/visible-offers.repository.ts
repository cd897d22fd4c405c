/** The audience rules of `audience.ts` as SQL [CAT-17], for queries that must not return hidden offers. */

import { type AudienceShopper, canSeeSecretOffers, visibleTiers } from '#domains/catalogue/model/audience.ts';
import type { Queryable } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';

/**
 * Condition on an offer `o`: market $1, tiers $2 (null matches all), secret offers $3. True for offers whose sale has
 * begun, whether or not it has ended. The query joins `offer_prices` where a price in the market is required.
 */
export const MAY_BE_KNOWN = `($2::text[] is null or o.tiers_eligible && $2) and ($3 or not o.secret)
    and o.audience like '%' || $1 || '%' and (o.starts_at is null or o.starts_at <= now())`;

/** Parameters $1 to $3 of `MAY_BE_KNOWN`. */
export const visibilityOf = (market: Market, shopper: AudienceShopper) =>
  [market, visibleTiers(shopper), canSeeSecretOffers(market, shopper)] as const;

export interface OfferIds {
  readonly offerIds: readonly string[];
  readonly productIds: readonly number[];
}

/** Returns the given ids in order, without offers and products that the shopper may not see. */
export async function visibleIds(
  db: Queryable,
  market: Market,
  shopper: AudienceShopper,
  { offerIds, productIds }: OfferIds,
): Promise<OfferIds> {
  if (offerIds.length + productIds.length === 0) return { offerIds, productIds };
  const rows = await db.queryMany<{ offerId: string; productId: number }>({
    name: 'visible-offers.visibleIds',
    text: `select o.offer_id as "offerId", o.product_id as "productId" from offers o
      join offer_prices p on p.offer_id = o.offer_id and p.market = $1
      where ${MAY_BE_KNOWN} and (o.offer_id = any($4) or o.product_id = any($5))`,
    values: [...visibilityOf(market, shopper), offerIds, productIds],
  });
  const offers = new Set(rows.map(({ offerId }) => offerId));
  const products = new Set(rows.map(({ productId }) => productId));
  return { offerIds: offerIds.filter((id) => offers.has(id)), productIds: productIds.filter((id) => products.has(id)) };
}
