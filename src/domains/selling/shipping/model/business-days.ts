/** Days on which orders are sent or delivered: weekdays that are no public holiday of the region. Dates are `YYYY-MM-DD`. */
import { type DispatchSettings, WEEKDAYS } from '#markets/definition.ts';

const DAY_MS = 86_400_000;

/** Adds days to a date. */
export const daysAfter = (date: string, days: number): string => new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);

/** The part of the rules that decides about holidays. */
type Holidays = Pick<DispatchSettings, 'holidays'>;

/** Returns true if a date is a public holiday. @param region a state code, or the region of a market without states */
const isHoliday = ({ holidays }: Holidays, date: string, region: string): boolean =>
  holidays.some((holiday) => holiday.date === date && (holiday.regions.length === 0 || holiday.regions.includes(region)));

/** Returns true if orders are sent on a date. */
export function isDispatchDay(rules: DispatchSettings, date: string): boolean {
  const weekday = WEEKDAYS[new Date(date).getUTCDay()];
  return weekday !== undefined && rules[weekday] && !isHoliday(rules, date, rules.region);
}

/** Returns true if orders are delivered in a region on a date. Nothing is delivered on Sundays. */
export function isDeliveryDay(rules: Holidays & Pick<DispatchSettings, 'deliversOnSaturdays'>, date: string, region: string): boolean {
  const weekday = new Date(date).getUTCDay();
  return weekday !== 0 && (weekday !== 6 || rules.deliversOnSaturdays) && !isHoliday(rules, date, region);
}

/** Returns the first date from a date on that passes. There is one: the table of holidays ends. */
function firstDay(from: string, passes: (date: string) => boolean): string {
  let day = from;
  while (!passes(day)) day = daysAfter(day, 1);
  return day;
}

/** Returns the date itself if orders are sent on it, else the next day on which they are. */
export const dispatchDayFrom = (rules: DispatchSettings, date: string): string => firstDay(date, (day) => isDispatchDay(rules, day));

/** Adds delivery days to a date. 0 returns the first delivery day from the date on. */
export function addDeliveryDays(rules: DispatchSettings, date: string, days: number, region: string): string {
  const isDelivered = (day: string): boolean => isDeliveryDay(rules, day, region);
  let day = firstDay(date, isDelivered);
  for (let remaining = days; remaining > 0; remaining--) day = firstDay(daysAfter(day, 1), isDelivered);
  return day;
}

/** Returns date and time of day (`14:05`) of an instant in a time zone. */
export function localTime(date: number, timeZone: string): { readonly date: string; readonly time: string } {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23' });
  const parts = new Map(format.formatToParts(date).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? '';
  return { date: `${part('year')}-${part('month')}-${part('day')}`, time: `${part('hour')}:${part('minute')}` };
}
