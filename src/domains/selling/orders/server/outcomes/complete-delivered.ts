/** Completes orders of which every case was delivered, and takes that back with a delivery (docs/decisions/0196-outcomes-of-deliveries.md). */
import type { OrderStatus } from '#domains/selling/checkout/model/order-status.ts';
import { recordEvent, setStatus } from '#domains/selling/checkout/server/order.repository.ts';
import type { Transaction } from '#lib/db/pool.ts';
import { shipmentsOf } from '../fulfilment.repository.ts';
import { lastEventOf } from '../office-order.repository.ts';
import { lockPlaced, transitionOrder } from '../order-deps.ts';
import { outcomesOf, type RecordedOutcome } from './outcome.repository.ts';

/** Event of an order that was completed by a delivery. Its data has the id of the outcome. */
const COMPLETED = 'marked';

/** Returns the last outcome of an order, if the last one of each of its shipments is a delivery. */
async function lastDeliveryOf(transaction: Transaction, orderId: string): Promise<RecordedOutcome | null> {
  const outcomes = await outcomesOf(transaction, orderId);
  const last = new Map(outcomes.map(({ shipmentId, outcome }) => [shipmentId, outcome]));
  const shipments = await shipmentsOf(transaction, orderId);
  return shipments.every(({ id }) => last.get(id) === 'delivered') ? (outcomes.at(-1) ?? null) : null;
}

/** Finds the event that completed an order, if a delivery did. */
async function completionByDelivery(transaction: Transaction, orderId: string): Promise<{ readonly isLast: boolean } | null> {
  const completion = await lastEventOf(transaction, orderId, 'Completed');
  return completion?.event === COMPLETED && completion.data.outcome !== undefined ? completion : null;
}

/**
 * Completes a locked order that was sent whole, if the last outcome of every shipment is a delivery.
 * @returns true if the status changed
 */
export async function completeDelivered(transaction: Transaction, orderId: string, actor: string): Promise<boolean> {
  const order = await lockPlaced(transaction, orderId);
  const delivery = order.status === 'Shipped' ? await lastDeliveryOf(transaction, orderId) : null;
  if (!delivery) return false;
  await transitionOrder(transaction, order, 'Completed', { event: COMPLETED, data: { outcome: delivery.id }, actor });
  return true;
}

/**
 * Takes the completion of a locked order back with a delivery. What staff set or did since stays.
 * @returns `changed` if the order is still completed by a delivery and something else happened to it since
 */
export async function reopenDelivered(transaction: Transaction, orderId: string, actor: string): Promise<'reopened' | 'kept' | 'changed'> {
  const order = await lockPlaced(transaction, orderId);
  const completion = order.status === 'Completed' ? await completionByDelivery(transaction, orderId) : null;
  if (!completion) return 'kept';
  if (!completion.isLast) return 'changed';
  await setStatus(transaction, orderId, 'Shipped');
  await recordEvent(transaction, orderId, COMPLETED, { from: order.status, to: 'Shipped', isUndo: true }, actor);
  return 'reopened';
}

/** Returns the status that a locked order gets back: not Completed if a delivery that completed it was taken back since. */
export async function statusToRestore(transaction: Transaction, orderId: string, status: OrderStatus): Promise<OrderStatus> {
  if (status !== 'Completed' || !(await completionByDelivery(transaction, orderId))) return status;
  return (await lastDeliveryOf(transaction, orderId)) ? status : 'Shipped';
}
