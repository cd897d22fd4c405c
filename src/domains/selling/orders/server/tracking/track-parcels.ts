/** Asks carriers that report nothing by themselves where parcels are. */
import type { Database } from '#lib/db/pool.ts';
import { findLabelsById } from '../labels/label.repository.ts';
import type { LabelDeps } from '../labels/label-deps.ts';
import { claimTracked } from './parcel-event.repository.ts';
import { takeUpdates } from './take-updates.ts';

const TIMEOUT_MS = 20_000;
/** Parcels of one question, as many as Australia Post takes. */
const PORTION = 10;
/** Questions of one run, half of what it takes in a minute. */
const MAX_PORTIONS = 5;

/** Asks about the parcels that are due. Those of a question that fails are due again as if it had been answered. @returns the new reports */
export async function trackParcels(database: Database, carriers: LabelDeps['carriers']): Promise<number> {
  const claimed = await claimTracked(database, carriers.tracked, PORTION * MAX_PORTIONS);
  const labels = await findLabelsById(
    database,
    claimed.map(({ id }) => id),
  );
  let recorded = 0;
  for (const group of Map.groupBy(labels, ({ market, carrier }) => `${market} ${carrier}`).values()) {
    for (let from = 0; from < group.length; from += PORTION) {
      const portion = group.slice(from, from + PORTION);
      const [first] = portion;
      const track = first && carriers.find(first.market, first.carrier)?.track;
      if (!track) continue;
      const updates = await track(portion, AbortSignal.timeout(TIMEOUT_MS)).catch(() => []);
      if (updates.length > 0) recorded += await takeUpdates(database, first.carrier, [first.market], updates);
    }
  }
  return recorded;
}
