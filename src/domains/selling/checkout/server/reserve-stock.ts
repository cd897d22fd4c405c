/**
 * Stock while an order is paid: held when payment begins, taken when the order is placed, released when it is not.
 * Rows are always touched in product order, so that two orders can never wait for each other.
 */

import type { Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';

/**
 * Hold cases for an order. Lines that share a product must be summed before.
 * @returns the first product that has too few left, null where all is held; where it is not null the caller rolls back
 */
export async function reserveStock(
  transaction: Transaction,
  orderId: string,
  market: Market,
  wanted: ReadonlyMap<number, number>,
): Promise<number | null> {
  for (const [productId, quantity] of [...wanted].sort(([a], [b]) => a - b)) {
    const held = await transaction.execute({
      name: 'stock.hold',
      text: `with held as (update stock set reserved = reserved + $4::int where product_id = $2 and market = $3 and level - reserved >= $4::int returning product_id)
        insert into reservations (order_id, product_id, market, quantity, state) select $1::uuid, product_id, $3, $4::int, 'held' from held`,
      values: [orderId, productId, market, quantity],
    });
    if (held !== 1) return productId;
  }
  return null;
}

/** End an order's hold: `taken` sells the cases, `released` gives them back. Does nothing the second time. */
export async function closeReservation(transaction: Transaction, orderId: string, state: 'taken' | 'released'): Promise<void> {
  const held = await transaction.queryMany<{ product_id: number; market: Market; quantity: number }>({
    name: 'reservation.end',
    text: "update reservations set state = $2 where order_id = $1 and state = 'held' returning product_id, market, quantity",
    values: [orderId, state],
  });
  for (const row of held.sort((a, b) => a.product_id - b.product_id)) {
    transaction.later({
      name: 'stock.end_hold',
      text: 'update stock set reserved = reserved - $3, level = level - $4 where product_id = $1 and market = $2',
      values: [row.product_id, row.market, row.quantity, state === 'taken' ? row.quantity : 0],
    });
  }
}
