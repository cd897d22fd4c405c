/** SQL of stock levels and purchase limits for shoppers. */
import type { AudienceShopper } from '#domains/catalogue/model/audience.ts';
import { MAY_BE_KNOWN, visibilityOf } from '#domains/catalogue/server/visible-offers.repository.ts';
import type { Queryable } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';

/** Maximum of the integer id column. No product has a larger id. */
const MAX_PRODUCT_ID = 2_147_483_647;

/**
 * Returns the available cases of products in a market, in the order requested. Unknown products and products that are hidden
 * from the shopper are left out, so that the response does not reveal which of the two it is.
 */
export async function inventoryLevels(
  db: Queryable,
  market: Market,
  ids: readonly number[],
  shopper: AudienceShopper,
): Promise<{ id: number; inventory_level: number }[]> {
  const requested = [...new Set(ids)].filter((id) => id <= MAX_PRODUCT_ID);
  const rows = await db.queryMany<{ id: number; inventory_level: number }>({
    name: 'inventory.inventoryLevels',
    text: `select distinct o.product_id as id, coalesce(s.level - s.reserved, 0) as inventory_level from offers o
      join offer_prices p on p.offer_id = o.offer_id and p.market = $1
      left join stock_levels s on s.product_id = o.product_id and s.market = $1
      where ${MAY_BE_KNOWN} and o.product_id = any($4)`,
    values: [...visibilityOf(market, shopper), requested],
  });
  const levels = new Map(rows.map((row) => [row.id, row.inventory_level]));
  return requested.flatMap((id) => {
    const level = levels.get(id);
    return level === undefined ? [] : [{ id, inventory_level: level }];
  });
}

/**
 * Returns the strictest purchase limit among the offers of a product that the shopper can see [CART-41]: 0 for none, null for an
 * unknown product.
 */
export async function purchaseLimit(db: Queryable, market: Market, productId: number, shopper: AudienceShopper): Promise<number | null> {
  const row = await db.queryOne<{ maximum: number }>({
    name: 'inventory.purchaseLimit',
    text: `select coalesce(min(nullif(o.order_quantity_maximum, 0)), 0)::int as maximum from offers o
      join offer_prices p on p.offer_id = o.offer_id and p.market = $1
      where ${MAY_BE_KNOWN} and o.product_id = $4 group by o.product_id`,
    values: [...visibilityOf(market, shopper), productId],
  });
  return row?.maximum ?? null;
}
