/** SQL of bins: where wines stand in the cellar. */
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import type { StockKey } from '../model/stock.ts';

/** Locks an item and returns its bin. @returns null if the market has no stock of the product */
export async function lockBin(transaction: Transaction, { productId, market }: StockKey): Promise<string | null> {
  const row = await transaction.queryOne<{ bin: string }>({
    text: 'select bin from stock_levels where product_id = $1 and market = $2 for update',
    values: [productId, market],
  });
  return row?.bin ?? null;
}

export const updateBin = (transaction: Transaction, { productId, market }: StockKey, bin: string): Promise<number> =>
  transaction.execute({
    text: 'update stock_levels set bin = $3 where product_id = $1 and market = $2',
    values: [productId, market, bin],
  });

/** Reads the bins of products in a market. Products without one are left out. */
export async function readBins(db: Queryable, market: Market, productIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await db.queryMany<{ productId: number; bin: string }>({
    text: `select product_id as "productId", bin from stock_levels where market = $1 and product_id = any($2) and bin <> ''`,
    values: [market, productIds],
  });
  return new Map(rows.map(({ productId, bin }) => [productId, bin]));
}
