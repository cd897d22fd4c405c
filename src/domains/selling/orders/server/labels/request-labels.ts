/** What staff ask for: labels of orders, their cancellation, another attempt. The job does the rest. */
import { canTransition } from '#domains/selling/checkout/model/order-status.ts';
import { labelRefusals as text } from '#domains/selling/orders/messages/labels.ts';
import { isDelivered } from '#domains/selling/orders/model/format-address.ts';
import { isOpenLabel, suggestParcels } from '#domains/selling/orders/model/labels/label.ts';
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { timeAgo } from '#domains/staff/model/time-ago.ts';
import { recordActivity } from '#domains/staff/server/activity.repository.ts';
import type { Transaction } from '#lib/db/pool.ts';
import { findPlaced } from '../office-order.repository.ts';
import { lockPlaced } from '../order-deps.ts';
import { readOrder } from '../order-view.ts';
import { askToCancel, findLabels, insertLabels, type Label, labelsOf, retryFailed } from './label.repository.ts';
import { hashDestination, type LabelDeps } from './label-deps.ts';
import { findFirstOrder, readLinesToPack } from './packed-together.ts';

export interface LabelRequest {
  readonly id: string;
  /** Null for a parcel for each case. */
  readonly parcels: number | null;
  /** Ids of the order's labels that the person saw. */
  readonly seen: readonly string[];
  /** Code of the carrier's service. Empty for that of the market. */
  readonly service?: string;
}

export interface RequestedLabels {
  readonly id: string;
  readonly number: number | null;
  readonly isDone: boolean;
  readonly reason: string;
  readonly labels: string[];
  readonly parcels: number;
}

/** Returns who else bought labels of an order, or an empty string. */
function conflictOf(labels: readonly Label[], seen: readonly string[]): string {
  const others = labels.filter((label) => isOpenLabel(label) && label.shipmentId === null && !seen.includes(label.id));
  const last = others.at(-1);
  return last ? text.labelled(last.actor, others.length, timeAgo(last.createdAt)) : '';
}

/** Locks an order and checks whether it can have labels. */
async function checkOrder(transaction: Transaction, request: LabelRequest) {
  const { status } = await lockPlaced(transaction, request.id);
  const order = await readOrder(transaction, request.id);
  const parcels = order ? suggestParcels(await readLinesToPack(transaction, order)) : 0;
  if (!order || parcels === 0) return { order: null, reason: text.nothingLeft };
  if (!canTransition(status, 'Shipped')) return { order: null, reason: text.notPaid(status) };
  if (!isDelivered(order)) return { order: null, reason: text.noAddress };
  const first = await findFirstOrder(transaction, request.id);
  if (first) return { order: null, reason: text.goesWith(first.number) };
  return { order, parcels: request.parcels ?? parcels };
}

async function requestOne(
  { database, carriers }: LabelDeps,
  staff: StaffActor,
  request: LabelRequest,
  { key, isPreview }: { readonly key: string; readonly isPreview: boolean },
): Promise<Pick<RequestedLabels, 'reason' | 'labels' | 'parcels'>> {
  return database.transaction(async (transaction) => {
    const checked = await checkOrder(transaction, request);
    if (checked.order === null) return { reason: checked.reason, labels: [], parcels: 0 };
    const { order, parcels } = checked;
    const before = await labelsOf(transaction, [request.id]);
    // A process may have been killed between its portions: the request is repeated, and has these already.
    const asked = before.filter((label) => label.key === key);
    if (asked.length > 0) return { reason: '', labels: asked.map(({ id }) => id), parcels: asked.length };
    const conflict = conflictOf(before, request.seen);
    if (conflict !== '' || isPreview) return { reason: conflict, labels: [], parcels };
    const choice = carriers.choiceOf(order.market);
    const carrier = choice.carrier.id;
    const service = request.service || choice.service;
    const inserted = await insertLabels(transaction, {
      orderId: request.id,
      key,
      parcels,
      carrier,
      service,
      destination: hashDestination(order),
      actor: staff.name,
    });
    await recordActivity(transaction, staff, {
      action: 'order.labels_bought',
      subject: { kind: 'order', id: request.id },
      market: order.market,
      after: { parcels, carrier, ...(service === '' ? {} : { service }) },
    });
    return { reason: '', labels: inserted.map(({ id }) => id), parcels };
  });
}

/** Asks for labels of orders, each in a transaction of its own. */
export async function requestLabels(
  deps: LabelDeps,
  staff: StaffActor,
  requests: readonly LabelRequest[],
  options: { readonly key: string; readonly isPreview: boolean },
): Promise<RequestedLabels[]> {
  const visible = new Map(
    (
      await findPlaced(
        deps.database,
        requests.map(({ id }) => id),
        staff.markets,
      )
    ).map((order) => [order.id, order.number]),
  );
  const results: RequestedLabels[] = [];
  for (const request of requests) {
    const number = visible.get(request.id) ?? null;
    if (number === null) results.push({ id: request.id, number, isDone: false, reason: text.notFound, labels: [], parcels: 0 });
    else {
      const requested = await requestOne(deps, staff, request, options);
      results.push({ id: request.id, number, isDone: requested.reason === '', ...requested });
    }
  }
  return results;
}

export interface LabelResult {
  readonly id: string;
  readonly isDone: boolean;
  readonly reason: string;
}

/** Changes labels that the person may see, and records it once for each order. */
async function changeLabels(
  { database }: LabelDeps,
  staff: StaffActor,
  ids: readonly string[],
  action: 'labels_cancelled' | 'labels_retried',
  change: (transaction: Transaction, ids: readonly string[]) => Promise<{ id: string }[]>,
  reasonOf: (label: Label) => string,
): Promise<LabelResult[]> {
  return database.transaction(async (transaction) => {
    const labels = new Map((await findLabels(transaction, ids, staff.markets)).map((label) => [label.id, label]));
    const changed = new Set((await change(transaction, [...labels.keys()])).map(({ id }) => id));
    const orders = Map.groupBy(
      [...labels.values()].filter(({ id }) => changed.has(id)),
      ({ orderId }) => orderId,
    );
    for (const [orderId, group] of orders)
      await recordActivity(transaction, staff, {
        action: `order.${action}`,
        subject: { kind: 'order', id: orderId },
        market: group[0]?.market ?? null,
        after: { labels: group.map(({ number }) => number) },
      });
    return ids.map((id) => {
      const label = labels.get(id);
      return { id, isDone: changed.has(id), reason: !label ? text.unknownLabel : changed.has(id) ? '' : reasonOf(label) };
    });
  });
}

/** Cancels labels. */
export const cancelLabels = (deps: LabelDeps, staff: StaffActor, ids: readonly string[]): Promise<LabelResult[]> =>
  changeLabels(deps, staff, ids, 'labels_cancelled', askToCancel, ({ manifestDay, shipmentId }) =>
    manifestDay !== null || shipmentId !== null ? text.onManifest : text.cancelled,
  );

/** Tries labels again that failed. */
export const retryLabels = (deps: LabelDeps, staff: StaffActor, ids: readonly string[]): Promise<LabelResult[]> =>
  changeLabels(deps, staff, ids, 'labels_retried', retryFailed, () => text.notFailed);
