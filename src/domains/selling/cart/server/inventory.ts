/** Stock and limits as shoppers may ask for them (SPEC.md §7 inventory-levels, product-details). */
import type { AudienceShopper } from '#domains/catalogue/model/audience.ts';
import { MAY_BE_KNOWN, visibilityOf } from '#domains/catalogue/server/visible-offers.ts';
import type { Queryable } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';

/** Largest id of the column; anything above is unknown. */
const MAX_PRODUCT_ID = 2_147_483_647;

/**
 * Cases of each product that can be bought in a market now, in the order asked for. Products that the shopper may not know of are left
 * out, as unknown ones are, so that the answer does not tell the two apart. A known product without stock has 0.
 */
export async function inventoryLevels(
  db: Queryable,
  market: Market,
  ids: readonly number[],
  shopper: AudienceShopper,
): Promise<{ id: number; inventory_level: number }[]> {
  const asked = [...new Set(ids)].filter((id) => id <= MAX_PRODUCT_ID);
  const rows = await db.queryMany<{ id: number; inventory_level: number }>({
    name: 'stock.levels',
    text: `select distinct o.product_id as id, coalesce(s.level - s.reserved, 0) as inventory_level from offers o
      join offer_prices p on p.offer_id = o.offer_id and p.market = $1
      left join stock s on s.product_id = o.product_id and s.market = $1
      where ${MAY_BE_KNOWN} and o.product_id = any($4)`,
    values: [...visibilityOf(market, shopper), asked],
  });
  const levels = new Map(rows.map((row) => [row.id, row.inventory_level]));
  return asked.flatMap((id) => {
    const level = levels.get(id);
    return level === undefined ? [] : [{ id, inventory_level: level }];
  });
}

/** The purchase limit of a product in a market: the strictest of its offers that the shopper may see, 0 where none has one; null for an unknown product. */
export async function purchaseLimit(db: Queryable, market: Market, productId: number, shopper: AudienceShopper): Promise<number | null> {
  const row = await db.queryOne<{ maximum: number }>({
    name: 'offers.limit',
    text: `select coalesce(min(nullif(o.order_quantity_maximum, 0)), 0)::int as maximum from offers o
      join offer_prices p on p.offer_id = o.offer_id and p.market = $1
      where ${MAY_BE_KNOWN} and o.product_id = $4 group by o.product_id`,
    values: [...visibilityOf(market, shopper), productId],
  });
  return row?.maximum ?? null;
}
