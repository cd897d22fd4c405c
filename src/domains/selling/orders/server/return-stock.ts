/** Cases that go back on the shelf. */

import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import type { LineFulfilment } from '../model/line-fulfilment.ts';

/** Put cases of an order back on sale, in product order as everyone takes them. Gives how many went back. */
export async function returnStock(
  transaction: Transaction,
  order: { readonly id: string; readonly market: Market },
  lines: readonly LineFulfilment[],
  returned: readonly { readonly position: number; readonly restocked: number }[],
): Promise<number> {
  const products = new Map<number, number>();
  for (const { position, restocked } of returned) {
    const productId = lines.find((line) => line.position === position)?.productId;
    if (productId !== undefined && restocked > 0) products.set(productId, (products.get(productId) ?? 0) + restocked);
  }
  let count = 0;
  for (const [productId, quantity] of [...products].sort(([a], [b]) => a - b)) {
    const kept = await transaction.queryOne<{ left: number }>({
      name: 'reservation.return',
      text: `update reservations set quantity = case when quantity > $3 then quantity - $3 else quantity end,
        state = case when quantity > $3 then state else 'released' end
        where order_id = $1 and product_id = $2 and state = 'taken' returning quantity as left`,
      values: [order.id, productId, quantity],
    });
    if (!kept) continue;
    await transaction.execute({
      name: 'stock.return',
      text: 'update stock set level = level + $3 where product_id = $1 and market = $2',
      values: [productId, order.market, quantity],
    });
    count += quantity;
  }
  return count;
}

/** Tell every process that pages show too little stock. After the commit: a NOTIFY inside would make transactions wait for one another. */
export const announceStock = (db: Queryable): Promise<number> =>
  db.execute({ name: 'stock.announce', text: "select pg_notify('catalogue_changed', 'stock')" });
