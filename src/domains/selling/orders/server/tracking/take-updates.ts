/** Takes what carriers report about parcels: keeps it, and records what became of shipments. */
import { isFinalStage, outcomeOfParcels, type ParcelUpdate } from '#domains/selling/orders/model/labels/tracking.ts';
import { carrierTitle } from '#lib/carrier-names.ts';
import type { Database, Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import { todayIn } from '#markets/market-day.ts';
import { lockPlaced, type PlacedOrder } from '../order-deps.ts';
import { findShipment, outcomesOf } from '../outcomes/outcome.repository.ts';
import { recordOutcome } from '../outcomes/record-outcome.ts';
import { finalStages, findTracked, insertEvents, type TrackedLabel } from './parcel-event.repository.ts';

/**
 * Records what became of shipments of a locked order by what was reported about their parcels. What staff recorded stays.
 * @param labels those with news. Shipments without any of them are left alone, so that what staff took back there stays so
 */
export async function recordDeliveries(
  transaction: Transaction,
  { id: orderId, market }: Pick<PlacedOrder, 'id' | 'market'>,
  labels: readonly string[],
): Promise<void> {
  const parcels = Map.groupBy(await finalStages(transaction, orderId), ({ shipmentId }) => shipmentId);
  const outcomes = await outcomesOf(transaction, orderId);
  for (const [shipmentId, group] of parcels) {
    if (!group.some(({ labelId }) => labels.includes(labelId))) continue;
    const outcome = outcomeOfParcels(group.map(({ stage }) => stage));
    const shipment = outcome === null ? null : await findShipment(transaction, { shipmentId }, [market]);
    if (outcome === null || !shipment) continue;
    const latest = group.reduce((last, { at }) => (at !== null && at > last ? at : last), shipment.shippedAt);
    const now = new Date();
    const day = todayIn(market, latest < now ? latest : now);
    const last = outcomes.findLast((each) => each.shipmentId === shipmentId) ?? null;
    const actor = { kind: 'system', name: carrierTitle(group[0]?.carrier ?? '') } as const;
    // Carriers do not say why a parcel was refused.
    await recordOutcome(transaction, shipment, last, { outcome, reason: 'other', day }, actor);
  }
}

/** Keeps the updates about parcels of one order. @returns how many were new */
async function takeOrderUpdates(
  database: Database,
  orderId: string,
  labels: readonly TrackedLabel[],
  updates: readonly ParcelUpdate[],
): Promise<number> {
  return database.transaction(async (transaction) => {
    const order = await lockPlaced(transaction, orderId);
    const events = labels.flatMap(({ id: labelId, carrierReference }) =>
      updates
        .filter((update) => [carrierReference, labelId].includes(update.carrierReference))
        .map(({ status, stage, at }) => ({ labelId, status, stage, at })),
    );
    const added = await insertEvents(transaction, events);
    // A report that was there changes nothing.
    const news = added.filter(({ stage }) => isFinalStage(stage)).map(({ labelId }) => labelId);
    if (news.length > 0) await recordDeliveries(transaction, order, news);
    return added.length;
  });
}

/**
 * Keeps updates about parcels that the shop knows in the markets whose secret was given. Others are no business of the shop: an account
 * may send parcels of other shops too.
 * @returns how many were new
 */
export async function takeUpdates(
  database: Database,
  carrier: string,
  markets: readonly Market[],
  updates: readonly ParcelUpdate[],
): Promise<number> {
  const references = [...new Set(updates.map(({ carrierReference }) => carrierReference))];
  const orders = Map.groupBy(await findTracked(database, carrier, references, markets), ({ orderId }) => orderId);
  let recorded = 0;
  for (const [orderId, labels] of orders) recorded += await takeOrderUpdates(database, orderId, labels, updates);
  return recorded;
}
