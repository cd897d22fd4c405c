/**
 * Wines that were added to an order share its parcels (docs/decisions/0205-changes-of-items.md): labels are bought for the first order,
 * and both leave together. An order whose delivery was changed since, or that has labels of its own, goes on its own.
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

/** Returns true if orders have the same address and day. */
const haveOneDelivery = (one: OrderView, other: OrderView): boolean =>
  one.dispatchOn === other.dispatchOn && addressLines(one).join('\n') === addressLines(other).join('\n');

/** Reads those of some orders that can be sent with an order. */
async function readTogether(db: Queryable, order: OrderView, ids: readonly string[]): Promise<Packable[]> {
  const together: Packable[] = [];
  for (const id of ids) {
    const other = await readOrder(db, id);
    if (!other || other.collection || !canTransition(other.status, 'Shipped') || !haveOneDelivery(order, other)) continue;
    const lines = linesLeft(await readLineFulfilments(db, id), other.lineItems);
    if (bottlesIn(lines) > 0) together.push({ order: other, lines });
  }
  return together;
}

/** Returns the ids of the orders that have labels of their own for parcels that were not sent. */
const withLabels = async (db: Queryable, ids: readonly string[]): Promise<Set<string>> =>
  new Set((await labelsOf(db, ids)).filter((label) => isOpenLabel(label) && label.shipmentId === null).map(({ orderId }) => orderId));

/** Reads the orders that leave in the parcels of an order, because their wines were added to it. */
export async function readPackedWith(db: Queryable, order: OrderView): Promise<Packable[]> {
  const added = order.collection ? [] : (await addedOrders(db, order.id)).map(({ id }) => id);
  if (added.length === 0) return [];
  const labelled = await withLabels(db, added);
  return readTogether(
    db,
    order,
    added.filter((id) => !labelled.has(id)),
  );
}

/** Finds the order in whose parcels an order leaves. @returns null if it has parcels of its own */
export async function findFirstOrder(db: Queryable, orderId: string): Promise<OrderView | null> {
  const former = (await ordersAddedTo(db, orderId)).map(({ id }) => id);
  if (former.length === 0 || (await withLabels(db, [orderId])).size > 0) return null;
  const order = await readOrder(db, orderId);
  if (!order || order.collection) return null;
  const [first] = await readTogether(db, order, former);
  return first?.order ?? null;
}

/** Reads what goes into the parcels of an order. @returns nothing if nothing of the order itself is left to send */
export async function readLinesToPack(db: Queryable, order: OrderView): Promise<readonly WeighedLine[]> {
  const own = linesLeft(await readLineFulfilments(db, order.id), order.lineItems);
  return bottlesIn(own) === 0 ? [] : [...own, ...(await readPackedWith(db, order)).flatMap(({ lines }) => lines)];
}
