/** Completes orders of which every case was delivered, and takes that back with a delivery (docs/decisions/0196-outcomes-of-deliveries.md). */
import { recordEvent, setStatus } from '#domains/selling/checkout/server/order.repository.ts';
import type { Transaction } from '#lib/db/pool.ts';
import { shipmentsOf } from '../fulfilment.repository.ts';
import { lastEventOf } from '../office-order.repository.ts';
import { lockPlaced, transitionOrder } from '../order-deps.ts';
import { outcomesOf } from './outcome.repository.ts';

/** Event of an order that was completed by a delivery. Its data has the id of the outcome. */
const COMPLETED = 'marked';

/**
 * Completes a locked order that was sent whole, if the last outcome of every shipment is a delivery.
 * @param outcomeId the delivery that was recorded
 * @returns true if the status changed
 */
export async function completeDelivered(transaction: Transaction, orderId: string, outcomeId: number, actor: string): Promise<boolean> {
  const order = await lockPlaced(transaction, orderId);
  if (order.status !== 'Shipped') return false;
  const outcomes = new Map((await outcomesOf(transaction, orderId)).map(({ shipmentId, outcome }) => [shipmentId, outcome]));
  const shipments = await shipmentsOf(transaction, orderId);
  if (shipments.length === 0 || shipments.some(({ id }) => outcomes.get(id) !== 'delivered')) return false;
  await transitionOrder(transaction, order, 'Completed', { event: COMPLETED, data: { outcome: outcomeId }, actor });
  return true;
}

/**
 * Takes the completion of a locked order back with a delivery. What staff set or did since stays.
 * @returns `changed` if the order is still completed by a delivery and something else happened to it since
 */
export async function reopenDelivered(transaction: Transaction, orderId: string, actor: string): Promise<'reopened' | 'kept' | 'changed'> {
  const order = await lockPlaced(transaction, orderId);
  const completion = order.status === 'Completed' ? await lastEventOf(transaction, orderId, 'Completed') : null;
  if (completion?.event !== COMPLETED || completion.data.outcome === undefined) return 'kept';
  if (!completion.isLast) return 'changed';
  await setStatus(transaction, orderId, 'Shipped');
  await recordEvent(transaction, orderId, COMPLETED, { from: order.status, to: 'Shipped', isUndo: true }, actor);
  return 'reopened';
}
