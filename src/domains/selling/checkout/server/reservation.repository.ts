/**
 * SQL of reserved stock: reserved when payment starts, taken when the order is placed, released otherwise [CHK-1, CHK-4].
 * All functions change stock rows in the order of product ids, so that two orders never deadlock.
 */
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';

const byProductId = (quantities: ReadonlyMap<number, number>): [productId: number, quantity: number][] =>
  [...quantities].sort(([a], [b]) => a - b);

/**
 * Reserves cases for an order.
 * @param quantities by product id. Lines that share a product are added up
 * @returns null, or the id of a product with too little stock, after which the caller rolls back
 */
export async function reserveStock(
  transaction: Transaction,
  orderId: string,
  market: Market,
  quantities: ReadonlyMap<number, number>,
): Promise<number | null> {
  const reserve = async ([productId, quantity]: readonly [number, number]): Promise<number | null> => {
    const reserved = await transaction.execute({
      name: 'reservation.reserveStock',
      text: `with held as (update stock_levels set reserved = reserved + $4::int where product_id = $2 and market = $3 and level - reserved >= $4::int returning product_id)
        insert into stock_reservations (order_id, product_id, market, quantity, state) select $1::uuid, product_id, $3, $4::int, 'active' from held`,
      values: [orderId, productId, market, quantity],
    });
    return reserved === 1 ? null : productId;
  };
  const short = await Promise.all(byProductId(quantities).map(reserve));
  return short.find((productId) => productId !== null) ?? null;
}

/** Ends the reservation of an order: `committed` sells the cases, `released` puts them back on sale. Does nothing the second time. */
export async function closeReservation(transaction: Transaction, orderId: string, state: 'committed' | 'released'): Promise<void> {
  const closed = await transaction.queryMany<{ product_id: number; market: Market; quantity: number }>({
    name: 'reservation.closeReservation.reservation',
    text: "update stock_reservations set state = $2 where order_id = $1 and state = 'active' returning product_id, market, quantity",
    values: [orderId, state],
  });
  for (const row of closed.sort((a, b) => a.product_id - b.product_id)) {
    const values = [row.product_id, row.market, row.quantity];
    if (state === 'committed') transaction.later({ name: 'reservation.closeReservation.sell', text: SELL, values: [...values, orderId] });
    else transaction.later({ name: 'reservation.closeReservation.release', text: RELEASE, values });
  }
}

/** Sells reserved cases and writes the movement in the same statement, so that the ledger costs no round trip. */
const SELL = `with sold as (update stock_levels set reserved = reserved - $3::int, level = level - $3::int
    where product_id = $1 and market = $2 returning product_id, market, level - oversold as level)
  insert into stock_movements (product_id, market, kind, quantity, level, order_id) select product_id, market, 'order', -$3::int, level, $4::uuid from sold`;

/** Releases reserved cases. Those that are missing do not go back on sale. */
const RELEASE = `update stock_levels set reserved = reserved - $3, level = level - least(oversold, $3), oversold = oversold - least(oversold, $3)
  where product_id = $1 and market = $2`;

/** Puts cases back. They fill what is missing first. */
const RETURN = `with back as (update stock_levels set level = level + $3::int - least(oversold, $3::int), oversold = oversold - least(oversold, $3::int)
    where product_id = $1 and market = $2 returning product_id, market, level - oversold as level)
  insert into stock_movements (product_id, market, kind, quantity, level, order_id) select product_id, market, 'refund', $3::int, level, $4::uuid from back`;

/** Puts sold cases of an order back on sale. Skips products that the order has not taken. @returns how many cases were returned */
export async function returnStock(
  transaction: Transaction,
  orderId: string,
  market: Market,
  quantities: ReadonlyMap<number, number>,
): Promise<number> {
  let count = 0;
  for (const [productId, quantity] of byProductId(quantities)) {
    const returned = await transaction.execute({
      name: 'reservation.returnStock.reservation',
      text: `update stock_reservations set quantity = case when quantity > $3 then quantity - $3 else quantity end,
        state = case when quantity > $3 then state else 'released' end
        where order_id = $1 and product_id = $2 and state = 'committed'`,
      values: [orderId, productId, quantity],
    });
    if (returned === 0) continue;
    await transaction.execute({
      name: 'reservation.returnStock.stock',
      text: RETURN,
      values: [productId, market, quantity, orderId],
    });
    count += quantity;
  }
  return count;
}

/**
 * Notifies all processes that pages show too much stock, if an order left less than `lowLevel` of a product. Call it after the
 * commit: a NOTIFY inside the transaction serialises the commits of all orders.
 */
export const notifyLowStock = (db: Queryable, orderId: string, lowLevel: number): Promise<number> =>
  db.execute({
    name: 'reservation.notifyLowStock',
    text: `select pg_notify('catalogue_changed', 'stock') where exists (
      select 1 from stock_reservations r join stock_levels s on s.product_id = r.product_id and s.market = r.market where r.order_id = $1 and s.level - s.reserved < $2)`,
    values: [orderId, lowLevel],
  });

/** Notifies all processes that pages show too little stock. Call it after the commit, like `notifyLowStock`. */
export const notifyReturnedStock = (db: Queryable): Promise<number> =>
  db.execute({ name: 'reservation.notifyReturnedStock', text: "select pg_notify('catalogue_changed', 'stock')" });
