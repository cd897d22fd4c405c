/**
 * Wines that were added to an order share its parcels (docs/decisions/0205-changes-of-items.md): labels are bought for the first order,
 * and both leave together. An order whose delivery was changed since, that was placed after the labels or that has labels of its own goes on
 * its own, and a disputed one is neither sent with another nor sends one.
 */
import { canTransition } from '#domains/selling/checkout/model/order-status.ts';
import type { OrderView } from '#domains/selling/orders/contract.ts';
import { addressLines } from '#domains/selling/orders/model/format-address.ts';
import { isOpenLabel, linesLeft } from '#domains/selling/orders/model/labels/label.ts';
import { bottlesIn, type WeighedLine } from '#domains/selling/shipping/model/weight.ts';
import type { Queryable } from '#lib/db/pool.ts';
import { addedOrders, ordersAddedTo } from '../addition.repository.ts';
import { readLineFulfilments } from '../fulfilment.repository.ts';
import { readOrder } from '../order-view.ts';
import { labelsOf } from './label.repository.ts';

interface Packable {
  readonly order: OrderView;
  /** What is left to send of it. */
  readonly lines: readonly WeighedLine[];
}

/** Reads what can be sent of an order. @returns null if nothing is left, or if it is collected, disputed or not ready to be sent */
async function readPackable(db: Queryable, id: string): Promise<Packable | null> {
  const order = await readOrder(db, id);
  // A disputed order is sent only if somebody chooses it.
  if (!order || order.collection || order.status === 'Disputed' || !canTransition(order.status, 'Shipped')) return null;
  const lines = linesLeft(await readLineFulfilments(db, id), order.lineItems);
  return bottlesIn(lines) > 0 ? { order, lines } : null;
}

/** Returns true if orders have the same address and day. */
const haveOneDelivery = (one: OrderView, other: OrderView): boolean =>
  one.dispatchOn === other.dispatchOn && addressLines(one).join('\n') === addressLines(other).join('\n');

/** Returns since when orders have labels of their own for parcels that were not sent, by id. */
async function labelledSince(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  const since = new Map<string, Date>();
  for (const { orderId, createdAt, ...label } of await labelsOf(db, ids)) {
    const oldest = since.get(orderId);
    if (isOpenLabel(label) && label.shipmentId === null && (!oldest || createdAt < oldest)) since.set(orderId, createdAt);
  }
  return since;
}

/**
 * Finds the order in whose parcels an order leaves. What was placed after the labels of these parcels was not packed in them.
 * @returns null if it has parcels of its own
 */
export async function findFirstOrder(db: Queryable, orderId: string): Promise<OrderView | null> {
  const former = (await ordersAddedTo(db, orderId)).map(({ id }) => id);
  if (former.length === 0) return null;
  const since = await labelledSince(db, [orderId, ...former]);
  const added = since.has(orderId) ? null : await readPackable(db, orderId);
  if (!added) return null;
  const placedAt = new Date(added.order.placedAt);
  for (const id of former) {
    const labelledAt = since.get(id);
    const first = labelledAt && labelledAt < placedAt ? null : await readPackable(db, id);
    if (first && haveOneDelivery(first.order, added.order) && (await findFirstOrder(db, id)) === null) return first.order;
  }
  return null;
}

/** Reads the orders that leave in the parcels of an order, because their wines were added to it. */
export async function readPackedWith(db: Queryable, order: OrderView): Promise<Packable[]> {
  const packed: Packable[] = [];
  for (const { id } of await addedOrders(db, order.id)) {
    const isPacked = (await findFirstOrder(db, id))?.id === order.id;
    const added = isPacked ? await readPackable(db, id) : null;
    if (added) packed.push(added);
  }
  return packed;
}

/** Reads what goes into the parcels of an order. @returns nothing if nothing of the order itself is left to send */
export async function readLinesToPack(db: Queryable, order: OrderView): Promise<readonly WeighedLine[]> {
  const own = linesLeft(await readLineFulfilments(db, order.id), order.lineItems);
  return bottlesIn(own) === 0 ? [] : [...own, ...(await readPackedWith(db, order)).flatMap(({ lines }) => lines)];
}
