/** Jobs that count visits by day. */
import type { Database } from '#lib/db/pool.ts';
import { MARKETS } from '#markets/market.ts';
import { timeZoneOf, todayIn } from '#markets/market-day.ts';
import { addDays } from '../model/date-range.ts';
import { countVisits, uncountedDays } from './visit.repository.ts';

/** Events may arrive this many days late. */
export const LATE_DAYS = 7;
/** Days that one run catches up with, so that it stays short. */
const MAX_DAYS = 40;

/** Counts the last days again. @param days 1: only today, which costs the least and is counted the most often */
export async function countRecentVisits(database: Database, days: number, now: Date = new Date()): Promise<void> {
  for (const market of MARKETS) {
    const today = todayIn(market, now);
    for (let ago = 0; ago < days; ago += 1) await countVisits(database, market, timeZoneOf(market), [addDays(today, -ago)]);
  }
}

/** Counts days that were never counted. @param days for which events are stored */
export async function countMissedVisits(database: Database, days: number, now: Date = new Date()): Promise<void> {
  for (const market of MARKETS) {
    const today = todayIn(market, now);
    const missing = await uncountedDays(database, market, addDays(today, -days), today);
    for (const day of missing.slice(0, MAX_DAYS)) await countVisits(database, market, timeZoneOf(market), [day]);
  }
}
