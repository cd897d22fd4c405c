/** Makes orders ready to be collected, and hands them over after a check of who collects them (docs/decisions/0203-collection-and-delivery-days.md). */

import type { StoredCollection } from '#domains/selling/shipping/model/collection.ts';
import { normalizeCollectionCode } from '#domains/selling/shipping/model/collection.ts';
import type { Queryable } from '#lib/db/pool.ts';
import { fail, ok } from '#lib/result.ts';
import { todayIn } from '#markets/market-day.ts';
import { collectionMessages, collectionErrors as text } from '../messages/collection.ts';
import { STATUS_LABELS } from '../messages/office.ts';
import { canBeReady, canHandOver } from '../model/collection.ts';
import { OrderActionError, planShipment } from '../model/line-fulfilment.ts';
import { assertNotDisputed } from './disputes.ts';
import { insertShipment, readLineFulfilments, readTimeline } from './fulfilment.repository.ts';
import { lockPlaced, type OrderDeps, type PlacedOrder, transitionOrder } from './order-deps.ts';
import { insertOutcome } from './outcomes/outcome.repository.ts';

/** Returns where an order is collected. @throws OrderActionError if it is delivered */
function collectionOf({ number, details }: PlacedOrder): StoredCollection {
  if (!details.collection) throw new OrderActionError(text.isDelivered(number));
  return details.collection;
}

/** Marks a packed order as ready and emails the buyer the code. @throws OrderActionError if its status does not allow it */
export const makeReady = (deps: OrderDeps, orderId: string, actor: string): Promise<void> =>
  deps.database.transaction(async (transaction) => {
    const order = await lockPlaced(transaction, orderId);
    await deps.observer?.before(transaction, order);
    collectionOf(order);
    if (!canBeReady(order.status)) throw new OrderActionError(text.notReady(order.number, STATUS_LABELS[order.status]));
    await assertNotDisputed(transaction, order, text.disputed);
    if (order.email === '') throw new OrderActionError(text.erased);
    await transitionOrder(transaction, order, 'Awaiting Pickup', { event: 'ready_to_collect', actor });
    await deps.enqueueEmail(transaction, { kind: 'ready-to-collect', orderId });
    await deps.observer?.after(transaction, order, { action: 'made_ready', after: {}, refundCents: 0 });
  });

/** What staff checked of whoever collects an order. */
export interface HandOverCheck {
  /** The code as it was shown, or empty. */
  readonly code: string;
  /** True if the name on a photo ID is the buyer's. */
  readonly nameChecked: boolean;
  /** True if they have proof of age. */
  readonly ageChecked: boolean;
}

/** Returns true if the buyer of an order was told that it is ready. */
export async function wasReady(db: Queryable, orderId: string): Promise<boolean> {
  return (await readTimeline(db, orderId)).some(({ event }) => event === 'ready_to_collect');
}

/**
 * Hands an order over: what is left of it becomes a shipment that was delivered, and the order is completed.
 * @returns a failure if the check is not complete
 * @throws OrderActionError if the order is not waiting for its buyer
 */
export const handOver = (deps: OrderDeps, orderId: string, check: HandOverCheck, actor: string) =>
  deps.database.transaction(async (transaction) => {
    const order = await lockPlaced(transaction, orderId);
    await deps.observer?.before(transaction, order);
    const collection = collectionOf(order);
    if (!canHandOver(order.status, await wasReady(transaction, orderId)))
      throw new OrderActionError(text.notWaiting(order.number, STATUS_LABELS[order.status]));
    await assertNotDisputed(transaction, order, text.disputed);
    const code = normalizeCollectionCode(check.code);
    if (code !== '' && code !== collection.code) return fail('code_wrong');
    if (code === '' && !check.nameChecked) return fail('identity_unchecked');
    if (!check.ageChecked) return fail('age_unchecked');
    const checkedBy = code === '' ? collectionMessages.byName : collectionMessages.byCode;
    const carrier = collectionMessages.carrier(collection.name);
    const lines = planShipment(await readLineFulfilments(transaction, orderId), null);
    const shipmentId = await insertShipment(transaction, orderId, {
      key: 'collected',
      carrier,
      trackingNumber: '',
      trackingUrl: '',
      actor,
      lines,
    });
    await insertOutcome(transaction, { shipmentId, outcome: 'delivered', reason: '', day: todayIn(order.market, new Date()), actor });
    await transitionOrder(transaction, order, 'Completed', { event: 'collected', data: { shipment: shipmentId, lines, checkedBy }, actor });
    await deps.observer?.after(transaction, order, { action: 'handed_over', after: { shipmentId, lines }, refundCents: 0 });
    return ok({});
  });
