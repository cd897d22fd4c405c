/** Sends several orders with their labels. Each is a transaction of its own, so that one that is refused does not stop the others. */
import { canTransition } from '#domains/selling/checkout/model/order-status.ts';
import { collectionErrors } from '#domains/selling/orders/messages/collection.ts';
import { labelRefusals } from '#domains/selling/orders/messages/labels.ts';
import { sendRefusals as text } from '#domains/selling/orders/messages/office-send.ts';
import { isOpenLabel } from '#domains/selling/orders/model/labels/label.ts';
import { trackingOf } from '#domains/selling/orders/model/labels/tracking-of.ts';
import { OrderActionError, unshippedQuantity } from '#domains/selling/orders/model/line-fulfilment.ts';
import { MAX_CARRIER_LENGTH } from '#domains/selling/orders/model/office-order-forms.ts';
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { carrierTitle } from '#lib/carrier-names.ts';
import type { Queryable } from '#lib/db/pool.ts';
import { formatDay, todayIn } from '#markets/market-day.ts';
import { readLineFulfilments, shipmentsOf } from '../fulfilment.repository.ts';
import { observeOrder } from '../observe-order.ts';
import { findPlaced } from '../office-order.repository.ts';
import type { OrderDeps } from '../order-deps.ts';
import { readOrder } from '../order-view.ts';
import { insertOrderShipment, type ShipmentInput } from '../ship-order.ts';
import { type Label, labelsOf } from './label.repository.ts';
import { isMoved } from './label-deps.ts';
import { findFirstOrder, readPackedWith } from './packed-together.ts';

export interface SendRequest {
  readonly ids: readonly string[];
  /** Who carries parcels with labels of the shop. May be empty. */
  readonly carrier: string;
  readonly isPreview: boolean;
  /** Idempotency key of the shipments. */
  readonly key: string;
}

export interface SendResult {
  readonly id: string;
  readonly number: number | null;
  readonly isDone: boolean;
  /** Why it was refused. Empty if it was done. */
  readonly reason: string;
}

/** Returns why the labels of an order cannot go with what is left of it, an empty string if they can. */
function labelError(all: readonly Label[], open: readonly Label[]): string {
  // A failed label was replaced if each parcel has another one.
  const failed = all.filter(({ state, shipmentId, parcels }) => state === 'failed' && shipmentId === null && open.length < parcels);
  const countSent = (key: string): number => all.filter((label) => label.key === key && label.shipmentId !== null).length;
  if (open.some(({ state }) => state === 'intended')) return text.labelsOpen;
  if (open.some(isMoved)) return text.moved;
  if (failed.length > 0) return text.labelFailed;
  if (open.length === 0) return text.noLabels;
  return open.some(({ key, parcels }) => open.length + countSent(key) < parcels) ? text.labelMissing : '';
}

interface PlannedSending {
  readonly shipment: Omit<ShipmentInput, 'key' | 'actor'>;
  /** Ids of the orders whose wines are in its parcels. */
  readonly packedWith: readonly string[];
}

/** Plans the shipment of an order. @returns a sentence if it cannot be sent */
async function planSending(db: Queryable, id: string, ownCarrier: string): Promise<PlannedSending | string> {
  const order = await readOrder(db, id);
  if (!order) return text.notFound;
  if (order.collection) return collectionErrors.isCollected(order.number);
  if (!(await readLineFulfilments(db, id)).some((line) => unshippedQuantity(line) > 0)) return labelRefusals.nothingLeft;
  if (!canTransition(order.status, 'Shipped')) return labelRefusals.notPaid(order.status);
  const { dispatchOn } = order;
  if (dispatchOn && dispatchOn > todayIn(order.market, new Date())) return text.later(formatDay(order.market, dispatchOn));
  const all = await labelsOf(db, [id]);
  const labels = all.filter((label) => isOpenLabel(label) && label.shipmentId === null);
  const error = labelError(all, labels);
  if (error !== '') return error;
  const carrier = [...new Set(labels.map((label) => carrierTitle(label.carrier) || ownCarrier))];
  if (carrier.includes('')) return text.noCarrier;
  return {
    shipment: {
      ...{ lines: null, labels: labels.map((label) => label.id), ...trackingOf(labels) },
      carrier: carrier.join(', ').slice(0, MAX_CARRIER_LENGTH),
    },
    packedWith: (await readPackedWith(db, order)).map((added) => added.order.id),
  };
}

async function sendOne(deps: OrderDeps, staff: StaffActor, id: string, { carrier, isPreview, key }: SendRequest): Promise<string> {
  // A request that is repeated has sent it already.
  if (!isPreview && (await shipmentsOf(deps.database, id)).some((shipment) => shipment.key === key)) return '';
  const planned = await planSending(deps.database, id, carrier);
  if (typeof planned === 'string') return planned;
  if (isPreview) return '';
  try {
    const observed = { ...deps, observer: observeOrder(staff, null) };
    const shipment = { ...planned.shipment, key, actor: staff.name };
    await deps.database.transaction(async (transaction) => {
      await insertOrderShipment(transaction, observed, id, shipment);
      // The labels are on the parcels of the first order.
      for (const added of planned.packedWith) await insertOrderShipment(transaction, observed, added, { ...shipment, labels: [] });
    });
    return '';
  } catch (error) {
    if (error instanceof OrderActionError) return error.message;
    throw error;
  }
}

/**
 * Sends what is left of orders, one after another, and says what became of each in the order of the ids. An order leaves with those whose
 * wines were added to it, because its labels are on their parcels. None of these is sent without it.
 */
export async function sendOrders(deps: OrderDeps, staff: StaffActor, request: SendRequest): Promise<SendResult[]> {
  const found = new Map((await findPlaced(deps.database, request.ids, staff.markets)).map((order) => [order.id, order]));
  const reasons = new Map<string, string>();
  const send = async (id: string): Promise<string> => {
    const before = reasons.get(id);
    if (before !== undefined) return before;
    const first = await findFirstOrder(deps.database, id);
    const isRefused = first !== null && (!found.has(first.id) || (await send(first.id)) !== '');
    const reason = isRefused ? text.goesWith(first.number) : first ? '' : await sendOne(deps, staff, id, request);
    reasons.set(id, reason);
    return reason;
  };
  const results: SendResult[] = [];
  for (const id of new Set(request.ids)) {
    const order = found.get(id);
    const reason = order ? await send(id) : text.notFound;
    results.push({ id, number: order?.number ?? null, isDone: reason === '', reason });
  }
  return results;
}
