/** The SQL of orders that go with another one, because their wines were added to it (docs/decisions/0205-changes-of-items.md). */
import type { Queryable } from '#lib/db/pool.ts';

/** An order that goes with another one. */
export interface RelatedOrder {
  readonly id: string;
  readonly number: number;
  readonly placedAt: Date;
  /** Who took the order that was added. */
  readonly author: string;
  readonly lines: readonly { readonly name: string; readonly quantity: number }[];
  /** True if its wines were added to the order that was asked for, false if it is the other way round. */
  readonly isAdded: boolean;
}

/** Lists the orders that go with an order, the oldest first. */
export const relatedOrders = (db: Queryable, orderId: string): Promise<RelatedOrder[]> =>
  db.queryMany<RelatedOrder>({
    name: 'addition.relatedOrders',
    text: `select o.id, o.number, coalesce(o.placed_at, o.created_at) as "placedAt", x."isAdded", coalesce((select d.author from draft_orders d where d.cart_id = o.cart_id limit 1), '') as author,
        (select coalesce(json_agg(json_build_object('name', concat_ws(' ', nullif(l.summary->>'brand', ''), l.summary->>'name', nullif(l.summary->>'vintage', '')),
          'quantity', l.quantity) order by l.position), '[]') from order_lines l where l.order_id = o.id) as lines
      from (
        select order_id as id, true as "isAdded" from order_additions where adds_to = $1
        union all select adds_to, false from order_additions where order_id = $1) x
      join orders o on o.id = x.id where o.number is not null order by o.number`,
    values: [orderId],
  });

/** Lists the orders that were added to an order, and to those that were, the oldest first. */
export const addedOrders = (db: Queryable, orderId: string): Promise<{ id: string }[]> =>
  db.queryMany<{ id: string }>({
    name: 'addition.addedOrders',
    text: `with recursive added as (
        select order_id as id from order_additions where adds_to = $1
        union select a.order_id from order_additions a join added on a.adds_to = added.id)
      select o.id from added join orders o on o.id = added.id where o.number is not null order by o.number`,
    values: [orderId],
  });

/** Lists the order to which an order was added, and that to which this one was, the oldest first. */
export const ordersAddedTo = (db: Queryable, orderId: string): Promise<{ id: string }[]> =>
  db.queryMany<{ id: string }>({
    name: 'addition.ordersAddedTo',
    text: `with recursive former as (
        select adds_to as id from order_additions where order_id = $1
        union select a.adds_to from order_additions a join former on a.order_id = former.id)
      select o.id from former join orders o on o.id = former.id where o.number is not null order by o.number`,
    values: [orderId],
  });
