/** SQL of deliveries that staff changed. The addresses before and after are erased with the buyer. */
import type { OrderDetails } from '#domains/selling/checkout/server/order.repository.ts';
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { TimedDelivery } from '../model/office-order-forms.ts';

export interface DeliveryChange {
  /** Event of the order that says that the delivery changed. */
  readonly eventId: number;
  readonly before: TimedDelivery;
  readonly after: TimedDelivery;
  readonly refundedCents: number;
  readonly isUndo: boolean;
}

export const insertDeliveryChange = (
  transaction: Transaction,
  orderId: string,
  author: string,
  { eventId, before, after, refundedCents, isUndo }: DeliveryChange,
): Promise<number> =>
  transaction.execute({
    name: 'delivery-change.insertDeliveryChange',
    text: `insert into order_delivery_changes (event_id, order_id, author, before, after, refunded_cents, is_undo) values ($1, $2, $3, $4, $5, $6, $7)`,
    values: [eventId, orderId, author, JSON.stringify(before), JSON.stringify(after), refundedCents, isUndo],
  });

/** Lists the changes of an order's delivery, the oldest first. */
export const deliveryChangesOf = (db: Queryable, orderId: string): Promise<DeliveryChange[]> =>
  db.queryMany<DeliveryChange>({
    name: 'delivery-change.deliveryChangesOf',
    text: `select event_id as "eventId", before, after, refunded_cents as "refundedCents", is_undo as "isUndo"
      from order_delivery_changes where order_id = $1 order by event_id`,
    values: [orderId],
  });

export const setOrderDetails = (transaction: Transaction, orderId: string, details: OrderDetails): Promise<number> =>
  transaction.execute({
    name: 'delivery-change.setOrderDetails',
    text: 'update orders set details = $2 where id = $1',
    values: [orderId, JSON.stringify(details)],
  });
