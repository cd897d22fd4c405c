/**
 * When the cases of a membership come. Days are ISO days of the market's calendar. Every day is counted from the anchor, so
 * that a club of the 31st comes on the 28th in February and on the 31st again in March.
 */
import type { ClubFrequency } from './record.ts';

/** A reminder goes this many days before a renewal is charged, at least (DECISIONS.md "Carts and orders"). */
export const REMIND_DAYS = 5;

/** Days after the first failed charge at which the card is tried again; after the last the membership is paused. */
export const CARD_RETRY_DAYS: readonly number[] = [1, 3, 7];

/** Days after a case was first found sold out at which it is looked for again; after the last the delivery is skipped. */
export const STOCK_RETRY_DAYS: readonly number[] = [2, 4, 7];

type Every = Pick<ClubFrequency, 'unit' | 'every'>;

const at = (day: string): Date => new Date(`${day}T00:00:00Z`);
const iso = (date: Date): string => date.toISOString().slice(0, 10);

/** The day some days after a day; before it, where `days` is negative. */
export function addDays(day: string, days: number): string {
  const date = at(day);
  date.setUTCDate(date.getUTCDate() + days);
  return iso(date);
}

/** The day some months after a day, or the last day of that month where it is shorter. */
function addMonths(day: string, months: number): string {
  const date = at(day);
  const wanted = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(wanted, last));
  return iso(date);
}

/** The day of the `count`th delivery after the one on `anchor`. */
export const deliveryDay = (anchor: string, count: number, { unit, every }: Every): string =>
  unit === 'week' ? addDays(anchor, 7 * every * count) : addMonths(anchor, every * count);

/** The first day of a schedule that is on or after a day, and how many deliveries after the anchor it is; at least `least`. */
export function deliveryFrom(anchor: string, day: string, frequency: Every, least = 1): { readonly day: string; readonly count: number } {
  let count = least;
  while (deliveryDay(anchor, count, frequency) < day) count += 1;
  return { day: deliveryDay(anchor, count, frequency), count };
}

/** When the next try is due after the `tries`th failed one; null where that was the last. `first` is the day of the first failure. */
export function nextTry(days: readonly number[], first: string, tries: number): string | null {
  const after = days[tries - 1];
  return after === undefined ? null : addDays(first, after);
}
