import type { Queryable } from '#lib/db/pool.ts';
import { labelsOf } from './label.repository.ts';

/** Counts the labels of parcels that were not sent yet: bought ones, and those that are being bought. */
export const countActiveLabels = async (db: Queryable, orderId: string): Promise<number> =>
  (await labelsOf(db, [orderId])).filter(({ state, shipmentId }) => state !== 'cancelled' && state !== 'failed' && shipmentId === null)
    .length;
