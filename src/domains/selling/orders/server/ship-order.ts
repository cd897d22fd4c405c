/** Ships an order in whole or in part: the cases, the carrier and the tracking number. */
import { textFields } from '#domains/staff/model/logged-facts.ts';
import type { Transaction } from '#lib/db/pool.ts';
import { collectionErrors } from '../messages/collection.ts';
import { packMessages } from '../messages/packing.ts';
import { OrderActionError, planShipment, type RequestedLine, unshippedQuantity } from '../model/line-fulfilment.ts';
import { insertShipment, readLineFulfilments, type Shipment, shipmentsOf } from './fulfilment.repository.ts';
import { linkShipment } from './labels/label.repository.ts';
import { hashDestination } from './labels/label-deps.ts';
import { lockPlaced, type OrderDeps, transitionError, transitionOrder } from './order-deps.ts';
import { recordDeliveries } from './tracking/take-updates.ts';

export interface ShipmentInput {
  /** Idempotency key of the shipment. */
  readonly key: string;
  /** Null for everything that is unshipped. */
  readonly lines: readonly RequestedLine[] | null;
  readonly carrier: string;
  readonly trackingNumber: string;
  readonly trackingUrl: string;
  readonly actor: string;
  /** Labels on the parcels. */
  readonly labels?: readonly string[];
}

/**
 * Records a shipment in a transaction and queues the buyer's email. A repeated key changes nothing.
 * @returns the id of the shipment
 * @throws OrderActionError if the order's status does not allow it or a line has fewer left
 */
export async function insertOrderShipment(
  transaction: Transaction,
  deps: Pick<OrderDeps, 'observer' | 'enqueueEmail'>,
  orderId: string,
  input: ShipmentInput,
): Promise<string> {
  const order = await lockPlaced(transaction, orderId);
  const earlier = (await shipmentsOf(transaction, orderId)).find((shipment) => shipment.key === input.key);
  if (earlier) return earlier.id;
  await deps.observer?.before(transaction, order);
  if (order.details.collection) throw new OrderActionError(collectionErrors.isCollected(order.number));
  const fulfilments = await readLineFulfilments(transaction, orderId);
  const remaining = fulfilments.reduce((sum, line) => sum + unshippedQuantity(line), 0);
  // For a shipped order the lines say why it cannot be shipped again.
  const error = order.status === 'Shipped' || order.status === 'Completed' ? null : transitionError(order, 'Shipped');
  if (error !== null) throw new OrderActionError(error);
  const planned = planShipment(fulfilments, input.lines);
  const isComplete = planned.reduce((sum, line) => sum + line.quantity, 0) === remaining;
  const shipmentId = await insertShipment(transaction, orderId, { ...input, lines: planned });
  const { labels = [] } = input;
  if ((await linkShipment(transaction, { orderId, destination: hashDestination(order) }, labels, shipmentId)) !== labels.length)
    throw new OrderActionError(packMessages.labelGone);
  await transitionOrder(transaction, order, isComplete ? 'Shipped' : 'Partially Shipped', {
    event: 'shipped',
    data: { shipment: shipmentId, carrier: input.carrier, trackingNumber: input.trackingNumber, lines: planned },
    actor: input.actor,
  });
  if (labels.length > 0) await recordDeliveries(transaction, order, labels);
  await deps.enqueueEmail(transaction, { kind: 'shipment', orderId, shipmentId });
  const { carrier, trackingNumber } = input;
  await deps.observer?.after(transaction, order, {
    action: 'shipped',
    after: { shipmentId, lines: planned, ...textFields({ carrier, trackingNumber }) },
    refundCents: 0,
  });
  return shipmentId;
}

/**
 * Records a shipment and e-mails the buyer. A repeated key returns the first shipment.
 * @throws OrderActionError if the order's status does not allow it or a line has fewer left
 */
export async function shipOrder(deps: OrderDeps, orderId: string, input: ShipmentInput): Promise<Shipment> {
  const id = await deps.database.transaction((transaction) => insertOrderShipment(transaction, deps, orderId, input));
  const shipment = (await shipmentsOf(deps.database, orderId)).find((candidate) => candidate.id === id);
  if (!shipment) throw new Error('a shipment was written and did not come back');
  return shipment;
}
