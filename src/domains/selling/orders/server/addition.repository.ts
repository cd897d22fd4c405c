/** Orders that go with another one, because their wines were added to it (docs/decisions/0205-changes-of-items.md). */
import type { AddedTo } from '#domains/selling/checkout/server/checkout-deps.ts';
import { findOrder } from '#domains/selling/checkout/server/order.repository.ts';
import type { Queryable } from '#lib/db/pool.ts';
import { additionErrors as text } from '../messages/additions.ts';
import { unshippedQuantity } from '../model/line-fulfilment.ts';
import { isChangeable } from '../model/order-actions.ts';
import { disputesOf } from './dispute.repository.ts';
import { readLineFulfilments } from './fulfilment.repository.ts';
import { countActiveLabels } from './labels/active-labels.ts';

/** Reads the order to which wines are added, and why that is not possible any more. @returns null if there is no such order */
export async function findAddedTo(db: Queryable, orderId: string): Promise<AddedTo | null> {
  const order = await findOrder(db, orderId);
  if (!order || order.number === null) return null;
  const { number, details, status, email } = order;
  const refusal = async (): Promise<string | null> => {
    if (details.collection) return text.collected(number);
    if ((await disputesOf(db, orderId)).some((dispute) => dispute.status === 'open')) return text.disputed(number);
    const lines = await readLineFulfilments(db, orderId);
    if (lines.some(({ shipped }) => shipped > 0) && !lines.some((line) => unshippedQuantity(line) > 0)) return text.sent(number);
    if (email === '' || !isChangeable(status) || !lines.some((line) => unshippedQuantity(line) > 0)) return text.ended(number);
    return (await countActiveLabels(db, orderId)) > 0 ? text.packed(number) : null;
  };
  return { orderId, number, details, refusal: await refusal() };
}

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
