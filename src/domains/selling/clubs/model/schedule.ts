/**
 * The schedule of a membership's deliveries. Days are ISO days in the market's calendar. All days are counted from the anchor, so that a
 * schedule on the 31st falls on 28 February and returns to 31 March.
 */
import type { ClubFrequency } from './record.ts';

type Every = Pick<ClubFrequency, 'unit' | 'every'>;

const at = (day: string): Date => new Date(`${day}T00:00:00Z`);
const iso = (date: Date): string => date.toISOString().slice(0, 10);

/** Adds days to a day. `days` may be negative. */
export function addDays(day: string, days: number): string {
  const date = at(day);
  date.setUTCDate(date.getUTCDate() + days);
  return iso(date);
}

/** Adds months to a day. Returns the last day of a shorter month. */
function addMonths(day: string, months: number): string {
  const date = at(day);
  const dayOfMonth = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(dayOfMonth, last));
  return iso(date);
}

/** Returns the day of the `count`th delivery after `anchor`. */
export const deliveryDay = (anchor: string, count: number, { unit, every }: Every): string =>
  unit === 'week' ? addDays(anchor, 7 * every * count) : addMonths(anchor, every * count);

/** Returns the first day of a schedule on or after a day, and its number of deliveries after the anchor, at least `least`. */
export function deliveryFrom(anchor: string, day: string, frequency: Every, least = 1): { readonly day: string; readonly count: number } {
  let count = least;
  while (deliveryDay(anchor, count, frequency) < day) count += 1;
  return { day: deliveryDay(anchor, count, frequency), count };
}

/** Returns the day of the next attempt after `attempts` failures, or null after the last. `first` is the day of the first failure. */
export function nextTry(days: readonly number[], first: string, attempts: number): string | null {
  const after = days[attempts - 1];
  return after === undefined ? null : addDays(first, after);
}
