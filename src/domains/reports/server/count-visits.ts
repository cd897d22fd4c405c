/** Jobs that count visits by day. */
import type { Database } from '#lib/db/pool.ts';
import { MARKETS } from '#markets/market.ts';
import { timeZoneOf, todayIn } from '#markets/market-day.ts';
import { addDays } from '../model/date-range.ts';
import { countVisits, uncountedDays } from './visit.repository.ts';

/** Events may arrive this many days late. */
const LATE_DAYS = 7;
/** Days that one run catches up with, so that it stays short. */
const MAX_DAYS = 40;

/** Counts today and yesterday again. */
export async function countRecentVisits(database: Database, now: Date = new Date()): Promise<void> {
  for (const market of MARKETS) {
    const today = todayIn(market, now);
    await countVisits(database, market, timeZoneOf(market), [addDays(today, -1), today]);
  }
}

/** Counts the days again for which events may have come late, and days that were never counted. @param days for which events are stored */
export async function countPastVisits(database: Database, days: number, now: Date = new Date()): Promise<void> {
  for (const market of MARKETS) {
    const today = todayIn(market, now);
    const late = Array.from({ length: LATE_DAYS + 1 }, (_, index) => addDays(today, -index));
    const missing = await uncountedDays(database, market, addDays(today, -days), today);
    for (const day of new Set([...late, ...missing.slice(0, MAX_DAYS)])) await countVisits(database, market, timeZoneOf(market), [day]);
  }
}
