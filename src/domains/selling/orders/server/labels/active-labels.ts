import { OrderActionError } from '#domains/selling/orders/model/line-fulfilment.ts';
import type { Queryable } from '#lib/db/pool.ts';
import { labelsOf } from './label.repository.ts';

/** Counts the labels of parcels that were not sent yet: bought ones, and those that are being bought. */
export const countActiveLabels = async (db: Queryable, orderId: string): Promise<number> =>
  (await labelsOf(db, [orderId])).filter(({ state, shipmentId }) => state !== 'cancelled' && state !== 'failed' && shipmentId === null)
    .length;

/**
 * Labels say what is in a parcel, so they are cancelled before its contents change.
 * @throws OrderActionError with the sentence for a number of labels
 */
export async function assertUnlabelled(db: Queryable, orderId: string, sentence: (labels: number) => string): Promise<void> {
  const labels = await countActiveLabels(db, orderId);
  if (labels > 0) throw new OrderActionError(sentence(labels));
}
