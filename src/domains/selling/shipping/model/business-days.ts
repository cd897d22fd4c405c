/** Business days: neither weekends nor public holidays of the region. Dates are `YYYY-MM-DD`. */
import { deliveryRules } from '#markets/delivery.ts';
import type { Market } from '#markets/market.ts';

const DAY_MS = 86_400_000;

/** Adds days to a date. */
export const daysAfter = (date: string, days: number): string => new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);

/** Returns true if a date is a business day. @param region a state code, or the region of a market without states */
export function isBusinessDay(market: Market, date: string, region: string): boolean {
  const weekday = new Date(date).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !(deliveryRules(market).publicHolidays[date]?.split(' ').includes(region) ?? false);
}

/** Returns the date itself if it is a business day, else the next one. */
export function businessDayFrom(market: Market, date: string, region: string): string {
  let day = date;
  while (!isBusinessDay(market, day, region)) day = daysAfter(day, 1);
  return day;
}

/** Adds business days to a date. 0 returns the first business day from the date on. */
export function addBusinessDays(market: Market, date: string, days: number, region: string): string {
  let day = businessDayFrom(market, date, region);
  for (let remaining = days; remaining > 0; remaining--) day = businessDayFrom(market, daysAfter(day, 1), region);
  return day;
}

/** Returns date and time of day (`14:05`) of an instant in a time zone. */
export function localTime(date: number, timeZone: string): { readonly date: string; readonly time: string } {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23' });
  const parts = new Map(format.formatToParts(date).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? '';
  return { date: `${part('year')}-${part('month')}-${part('day')}`, time: `${part('hour')}:${part('minute')}` };
}
