/** Reads the funnel: the one of the chart in the office and of `report` on the command line. */
import type { Queryable } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import type { Funnel } from '../model/funnel.ts';
import { readVisits } from './visit.repository.ts';

export interface CountedFunnel {
  readonly steps: Funnel;
  /** Null if no day of the range was counted. */
  readonly countedAt: Date | null;
}

/** Returns how far the visits of some days came, in the calendar of the market. @param range ISO days, the last one included */
export async function readFunnel(
  db: Queryable,
  range: { readonly market: Market; readonly from: string; readonly to: string },
): Promise<CountedFunnel> {
  const { countedAt = null, visits = 0, viewed = 0, added = 0, checkouts = 0, orders = 0 } = (await readVisits(db, range)) ?? {};
  return { steps: { visits, viewed, added, checkouts, orders }, countedAt };
}
