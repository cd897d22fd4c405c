/** Dependencies of staff commands and jobs that change placed orders. */

import { z } from 'zod';
import { canTransition, ORDER_STATUSES, type OrderStatus } from '#domains/selling/checkout/model/order-status.ts';
import { lockPlacedOrder, type Order, recordEvent, setStatus } from '#domains/selling/checkout/server/order.repository.ts';
import type { PaymentGateway } from '#domains/selling/payments/port/payment-port.ts';
import type { LoggedFacts } from '#domains/staff/model/logged-facts.ts';
import type { Database, Transaction } from '#lib/db/pool.ts';
import { collectionErrors } from '../messages/collection.ts';
import { COLLECTION_STATUSES } from '../model/collection.ts';
import { OrderActionError } from '../model/line-fulfilment.ts';
import type { ManualStatus } from '../model/manual-status.ts';
import { readLastChange } from './office-order.repository.ts';

/** The job that sends e-mails about orders. */
export const ORDER_MAIL = 'send-order-email';

/** Payload of an e-mail about an order. The template reads the rest when the e-mail is sent. */
export const orderMail = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('shipment'), orderId: z.string(), shipmentId: z.string() }),
  z.object({ kind: z.literal('refund'), orderId: z.string(), refundId: z.string() }),
  z.object({
    kind: z.enum(['claim-received', 'claim-credited', 'claim-replaced', 'claim-declined']),
    orderId: z.string(),
    claimId: z.string(),
  }),
  z.object({
    kind: z.enum(['receipt', 'cancelled', 'payment-failed', 'delivery-changed', 'items-changed', 'ready-to-collect', 'link']),
    orderId: z.string(),
  }),
]);
export type OrderMail = z.output<typeof orderMail>;

/** A change of an order, for the activity log. */
export interface OrderChange {
  readonly action: 'shipped' | 'refunded' | 'cancelled' | 'marked' | 'delivery_changed' | 'items_changed' | 'made_ready' | 'handed_over';
  /** What was there before, besides the status. */
  readonly before?: LoggedFacts;
  readonly after: LoggedFacts;
  /** Amount that the change returns to the buyer, in cents. */
  readonly refundCents: number;
}

/** What the office adds to a change, in its transaction. An error of either rolls the change back. */
export interface OrderObserver {
  /** Called with the locked order before anything is written. Throws if the order is not what the person saw. */
  readonly before: (transaction: Transaction, order: PlacedOrder) => Promise<void>;
  /** Called once the change is written. */
  readonly after: (transaction: Transaction, order: PlacedOrder, change: OrderChange) => Promise<void>;
}

export interface OrderDeps {
  readonly database: Database;
  readonly gateway: PaymentGateway;
  /** Queues an e-mail, which is sent only if the transaction commits. */
  readonly enqueueEmail: (transaction: Transaction, mail: OrderMail) => Promise<void>;
  /** Left out by commands and jobs. */
  readonly observer?: OrderObserver;
}

export interface PlacedOrder extends Order {
  readonly number: number;
  readonly placedAt: Date;
}

/** Locks a placed order. @throws OrderActionError if there is none */
export async function lockPlaced(transaction: Transaction, orderId: string): Promise<PlacedOrder> {
  const order = await lockPlacedOrder(transaction, orderId);
  if (!order || order.number === null || !order.placedAt) throw new OrderActionError("We couldn't find that order.");
  return { ...order, number: order.number, placedAt: order.placedAt };
}

/** Returns why an order's status may not become another, or null. */
export const transitionError = ({ number, status }: Pick<PlacedOrder, 'number' | 'status'>, to: OrderStatus): string | null => {
  if (canTransition(status, to)) return null;
  const { next } = ORDER_STATUSES[status];
  const allowed = next.length === 0 ? 'Nothing can follow that' : `Allowed: ${next.join(', ')}`;
  return `Order #${number} is ${status} and can’t be set to ${to}. ${allowed}.`;
};

/** Changes the status of an order and records the event. Does nothing if the status is the same. @throws OrderActionError */
export async function transitionOrder(
  transaction: Transaction,
  order: PlacedOrder,
  to: OrderStatus,
  what: { readonly event: string; readonly data?: Readonly<Record<string, unknown>>; readonly actor: string },
): Promise<void> {
  if (order.status !== to) {
    const error = transitionError(order, to);
    if (error !== null) throw new OrderActionError(error);
    await setStatus(transaction, order.id, to);
  }
  await recordEvent(
    transaction,
    order.id,
    what.event,
    { ...what.data, ...(order.status === to ? {} : { from: order.status, to }) },
    what.actor,
  );
}

/** Returns why an order may not be marked by hand, because an action of orders that are collected does it, or null. */
export const collectionError = (number: number, isCollected: boolean, to: ManualStatus): string | null =>
  isCollected && COLLECTION_STATUSES.includes(to) ? collectionErrors.isCollected(number) : null;

/** Sets the status of an order by hand. @returns the id of the event @throws OrderActionError */
export const setOrderStatus = (deps: OrderDeps, orderId: string, to: ManualStatus, actor: string): Promise<number> =>
  deps.database.transaction(async (transaction) => {
    const order = await lockPlaced(transaction, orderId);
    await deps.observer?.before(transaction, order);
    const error = collectionError(order.number, order.details.collection !== undefined, to);
    if (error !== null) throw new OrderActionError(error);
    if (order.status === to) throw new OrderActionError(`Order #${order.number} is already ${to}.`);
    await transitionOrder(transaction, order, to, { event: 'marked', actor });
    await deps.observer?.after(transaction, order, { action: 'marked', after: { status: to }, refundCents: 0 });
    const event = await readLastChange(transaction, orderId);
    if (!event) throw new Error('an event was recorded and is missing');
    return event.version;
  });
