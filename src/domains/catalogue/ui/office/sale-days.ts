/** First and last days of sales as they are typed, in the market's time zone. A sale ends at the end of its last day. */
import type { Market } from '#markets/market.ts';
import { instantIn, todayIn } from '#markets/market-day.ts';

const DAY_MS = 86_400_000;

/** Returns the day on which a sale starts; empty for one that always was. */
export const firstDay = (market: Market, startsAt: string | null): string => (startsAt === null ? '' : todayIn(market, new Date(startsAt)));

/** Returns the last day of a sale; empty for one without end. */
export const lastDay = (market: Market, endsAt: string | null): string =>
  endsAt === null ? '' : todayIn(market, new Date(Date.parse(endsAt) - 1));

/** Returns the start of a day; null if it is none. */
export const startOfDay = (market: Market, day: string): string | null => instantIn(market, `${day}T00:00`)?.toISOString() ?? null;

/** Returns the end of a day, which is the start of the next; null if it is none. */
export function endOfDay(market: Market, day: string): string | null {
  const start = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(start) ? null : startOfDay(market, new Date(start + DAY_MS).toISOString().slice(0, 10));
}
