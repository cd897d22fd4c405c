/** Sales by day against the same weekdays of the weeks before. Amounts are cents of one currency. */
import { addDays, type DayRange, daysOf } from './date-range.ts';

/** Weeks before, with which a day is compared. */
export const COMPARED_WEEKS = 4;

/** What was sold on a day, refunds of the day taken off. */
export interface DaySales {
  readonly day: string;
  readonly orders: number;
  readonly revenueCents: number;
  readonly refundsCents: number;
  /** Orders of each of the 24 hours of the clock. */
  readonly hourOrders: readonly number[];
}

export interface ComparedDay {
  readonly day: string;
  readonly orders: number;
  readonly revenueCents: number;
  readonly refundsCents: number;
  /** Average of the same weekdays. Null if the shop sold nothing before them. */
  readonly usual: { readonly orders: number; readonly revenueCents: number } | null;
}

/** The first day that has to be read to compare a range. */
export const firstComparedDay = ({ from }: DayRange): string => addDays(from, -7 * COMPARED_WEEKS);

/** The same weekdays of the weeks before a day, the latest first. */
export const comparedDays = (day: string): string[] => Array.from({ length: COMPARED_WEEKS }, (_, index) => addDays(day, -7 * (index + 1)));

/**
 * Compares each day of a range with the same weekdays before. A week before the shop's first sale does not count.
 * @param sold days with their sales, in any order; a day that is missing had none
 * @param soFar the same until the time of day that it is now, so that today is not compared with whole days
 * @param firstSale the day of the shop's first sale in the market; null if there is none
 */
export function compareDays(
  range: DayRange,
  sold: readonly DaySales[],
  soFar: readonly DaySales[],
  today: string,
  firstSale: string | null,
): ComparedDay[] {
  const byDay = new Map(sold.map((row) => [row.day, row]));
  const untilNow = new Map(soFar.map((row) => [row.day, row]));
  return daysOf(range).map((day) => {
    const own = byDay.get(day);
    const compared = day === today ? untilNow : byDay;
    const weeks = comparedDays(day).filter((before) => firstSale !== null && before >= firstSale);
    const ordersOf = (before: string): number => compared.get(before)?.orders ?? 0;
    const revenueOf = (before: string): number => compared.get(before)?.revenueCents ?? 0;
    const average = (of: (before: string) => number): number => weeks.reduce((sum, before) => sum + of(before), 0) / weeks.length;
    return {
      day,
      orders: own?.orders ?? 0,
      revenueCents: own?.revenueCents ?? 0,
      refundsCents: own?.refundsCents ?? 0,
      usual: weeks.length === 0 ? null : { orders: Math.round(average(ordersOf) * 10) / 10, revenueCents: Math.round(average(revenueOf)) },
    };
  });
}

/** The change against what is usual, in percent. Null if nothing is usual. */
export const changePercent = (now: number, usual: number | null): number | null =>
  usual === null || usual <= 0 ? null : Math.round(((now - usual) / usual) * 100);
