/** When a schedule runs: days of the week and times in the time zone of a market. */
import type { Market } from '#markets/market.ts';
import { instantIn, todayIn } from '#markets/market-day.ts';

export interface ScheduleTimes {
  readonly market: Market;
  /** ISO days: 1 is Monday, 7 is Sunday. */
  readonly weekdays: readonly number[];
  /** `HH:MM`. */
  readonly times: readonly string[];
}

const DAY_MS = 86_400_000;
const DAYS_AHEAD = 8;

const addDays = (day: string, days: number): string => new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** Returns the ISO day of the week, 1 for Monday. */
const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;

/** Returns the first run after an instant; null if no day or no time is set. */
export function nextRun({ market, weekdays, times }: ScheduleTimes, after: Date): Date | null {
  const today = todayIn(market, after);
  const sorted = [...times].sort();
  for (let ahead = 0; ahead < DAYS_AHEAD; ahead += 1) {
    const day = addDays(today, ahead);
    if (!weekdays.includes(weekdayOf(day))) continue;
    for (const time of sorted) {
      const run = instantIn(market, `${day}T${time}`);
      if (run !== null && run > after) return run;
    }
  }
  return null;
}
