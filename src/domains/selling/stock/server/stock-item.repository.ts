/** SQL of one item of stock: its offers, what holds cases, and what waits to be sent. */

import { SENDABLE_STATUSES } from '#domains/selling/orders/model/order-list.ts';
import type { Queryable } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import type { StockKey } from '../model/stock.ts';

export interface ItemOffer {
  readonly offerId: string;
  readonly name: string;
  readonly sku: string;
  readonly isOnSale: boolean;
}

export const offersOf = (db: Queryable, { productId, market }: StockKey): Promise<ItemOffer[]> =>
  db.queryMany<ItemOffer>({
    text: `select o.offer_id as "offerId", concat_ws(' ', nullif(o.record->>'brand', ''), o.record->>'name', nullif(o.record->>'vintage', '')) as name, o.sku,
        o.inventory_status <> 'SOLD_OUT' and (o.starts_at is null or o.starts_at <= now()) and (o.ends_at is null or o.ends_at > now())
          and exists (select 1 from offer_prices p where p.offer_id = o.offer_id and p.market = $2) as "isOnSale"
      from offers o where o.product_id = $1 order by o.offer_id`,
    values: [productId, market],
  });

export interface Neighbours {
  readonly previous: number | null;
  readonly next: number | null;
}

/** Finds the products before and after an item in the market's stock, by name. */
export async function neighboursOf(db: Queryable, { productId, market }: StockKey): Promise<Neighbours> {
  const row = await db.queryOne<Neighbours>({
    name: 'stock-item.neighboursOf',
    text: `select
        (select i.product_id from stock_items i join stock_levels s on s.product_id = i.product_id and s.market = $2
          where (i.name_key, i.product_id) < (self.name_key, self.product_id) order by i.name_key desc, i.product_id desc limit 1) as previous,
        (select i.product_id from stock_items i join stock_levels s on s.product_id = i.product_id and s.market = $2
          where (i.name_key, i.product_id) > (self.name_key, self.product_id) order by i.name_key, i.product_id limit 1) as next
      from stock_items self where self.product_id = $1`,
    values: [productId, market],
  });
  return row ?? { previous: null, next: null };
}

export interface StockHold {
  readonly orderId: string;
  readonly email: string;
  readonly quantity: number;
  readonly since: Date;
  readonly until: Date;
}

/** Lists the checkouts that hold cases of an item while they are being paid. */
export const holdsOf = (db: Queryable, { productId, market }: StockKey): Promise<StockHold[]> =>
  db.queryMany<StockHold>({
    text: `select o.id as "orderId", o.email, r.quantity, o.created_at as since, o.reserved_until as until
      from orders o join stock_reservations r on r.order_id = o.id and r.product_id = $1 and r.market = $2 and r.state = 'active'
      where o.status = 'Incomplete' order by o.created_at, o.id limit 200`,
    values: [productId, market],
  });

/** Counts the cases of an item in carts. */
export async function casesInCarts(db: Queryable, { productId, market }: StockKey): Promise<number> {
  const row = await db.queryOne<{ cases: number }>({
    text: `select coalesce(sum(l.quantity), 0)::integer as cases from offers o join cart_lines l on l.offer_id = o.offer_id
      join carts c on c.id = l.cart_id and c.market = $2 where o.product_id = $1`,
    values: [productId, market],
  });
  return row?.cases ?? 0;
}

/** Counts the sold cases that were neither sent nor withdrawn, by product. Reads orders that wait to be sent, which are few, then their lines. */
export async function casesToSend(db: Queryable, market: Market, productIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await db.queryMany<{ productId: number; cases: number }>({
    name: 'stock-item.casesToSend',
    text: `select l.product_id as "productId", sum(greatest(0, l.quantity
          - coalesce((select sum(s.quantity) from order_shipments h join order_shipment_lines s on s.shipment_id = h.id and s.position = l.position where h.order_id = o.id), 0)
          - coalesce((select sum(x.withdrawn) from order_refunds f join order_refund_lines x on x.refund_id = f.id and x.position = l.position where f.order_id = o.id), 0)
        ))::integer as cases
      from orders o cross join lateral (select * from order_lines l where l.order_id = o.id and l.product_id = any($2) offset 0) l
      where o.number is not null and o.market = $1 and not o.is_sent and o.status = any($3) and l.summary->>'skuType' is distinct from 'digital'
      group by l.product_id`,
    values: [market, productIds, SENDABLE_STATUSES],
  });
  return new Map(rows.map(({ productId, cases }) => [productId, cases]));
}
