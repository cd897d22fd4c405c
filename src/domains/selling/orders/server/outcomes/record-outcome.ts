/** Records what became of a shipment: staff or a carrier says so. */
import { nextOutcomes, type Outcome, type RefusalReason } from '#domains/selling/orders/model/outcome.ts';
import { type ActivityActor, recordActivity } from '#domains/staff/server/activity.repository.ts';
import type { Transaction } from '#lib/db/pool.ts';
import { completeDelivered } from './complete-delivered.ts';
import { type FoundShipment, insertOutcome, type RecordedOutcome } from './outcome.repository.ts';

export interface NewOutcome {
  readonly outcome: Outcome;
  readonly reason: RefusalReason | '';
  /** In the time zone of the market. */
  readonly day: string;
}

/**
 * Records an outcome of a shipment, whose order is locked. Completes the order with the last delivery.
 * @param last outcome of the shipment, null if there is none
 * @returns its id, or null if it can't follow the last one
 */
export async function recordOutcome(
  transaction: Transaction,
  { id: shipmentId, orderId, market }: FoundShipment & { readonly id: string },
  last: RecordedOutcome | null,
  { outcome, reason, day }: NewOutcome,
  actor: ActivityActor,
): Promise<number | null> {
  if (!nextOutcomes(last?.outcome ?? null).includes(outcome)) return null;
  const kept = outcome === 'refused' ? reason : '';
  const id = await insertOutcome(transaction, { shipmentId, outcome, reason: kept, day, actor: actor.name });
  const isCompleted = outcome === 'delivered' && (await completeDelivered(transaction, orderId, actor.name));
  await recordActivity(transaction, actor, {
    action: 'order.outcome_recorded',
    subject: { kind: 'order', id: orderId },
    market,
    ...(isCompleted && { before: { status: 'Shipped' } }),
    after: { outcome, reason: kept, day, ...(isCompleted && { status: 'Completed' }) },
  });
  return id;
}
