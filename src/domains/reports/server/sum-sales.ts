/** The job that sums the sales of past days. */
import type { Database } from '#lib/db/pool.ts';
import { MARKETS } from '#markets/market.ts';
import { timeZoneOf } from '#markets/market-day.ts';
import { findDaysToSum, sumDays } from './sales-day.repository.ts';

/** Days of a market that one run sums, so that it stays short. */
const MAX_DAYS = 40;

/**
 * Sums past days that have no sum, that changed, or whose sum is old.
 * @returns how many days
 */
export async function sumSales(database: Database, maxDays = MAX_DAYS): Promise<number> {
  let summed = 0;
  for (const market of MARKETS) {
    const clock = { market, timeZone: timeZoneOf(market) };
    const days = await findDaysToSum(database, clock, maxDays);
    if (days.length > 0) await database.transaction((transaction) => sumDays(transaction, clock, days));
    summed += days.length;
  }
  return summed;
}
