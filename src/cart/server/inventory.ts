/** Stock and limits as shoppers may ask for them (SPEC.md §7 inventory-levels, product-details). */
import { type AudienceShopper, seesSecrets, tiersSeen } from '../../catalogue/audience.ts';
import type { Market } from '../../market/market.ts';
import type { Queries } from '../../platform/server/database/pool.ts';

/** Cases of each product that can be bought in a market now; products it does not know have none. Ids beyond 32 bits are unknown. */
export async function inventoryLevels(
  queries: Queries,
  market: Market,
  ids: readonly number[],
): Promise<{ id: number; inventory_level: number }[]> {
  const known = ids.filter((id) => id <= 2_147_483_647);
  const rows = await queries.rows<{ id: number; inventory_level: number }>({
    name: 'stock.levels',
    text: 'select product_id as id, level - reserved as inventory_level from stock where market = $1 and product_id = any($2)',
    values: [market, known],
  });
  const levels = new Map(rows.map((row) => [row.id, row.inventory_level]));
  return [...new Set(ids)].map((id) => ({ id, inventory_level: levels.get(id) ?? 0 }));
}

/** The purchase limit of a product in a market: the strictest of its offers that the shopper may see, 0 where none has one; null for an unknown product. */
export async function purchaseLimit(queries: Queries, market: Market, productId: number, shopper: AudienceShopper): Promise<number | null> {
  const row = await queries.row<{ maximum: number }>({
    name: 'offers.limit',
    text: `select coalesce(min(nullif(o.order_quantity_maximum, 0)), 0)::int as maximum from offers o
      join offer_prices p on p.offer_id = o.offer_id and p.market = $1
      where o.product_id = $2 and ($3::text[] is null or o.tiers_eligible && $3) and ($4 or not o.secret) group by o.product_id`,
    values: [market, productId, tiersSeen(shopper), seesSecrets(market, shopper)],
  });
  return row?.maximum ?? null;
}
