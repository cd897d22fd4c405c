/** Days in the calendar of a market. */
import { getMarketConfig, type Market } from './market.ts';

/** Returns the IANA time zone of a market, or of a state in it. */
export const timeZoneOf = (market: Market, region = ''): string =>
  getMarketConfig(market).stateTimeZones[region] ?? getMarketConfig(market).timeZone;

/** Lists the states with their own time zone. */
export const regionsWithClocks = (market: Market): string[] => Object.keys(getMarketConfig(market).stateTimeZones);

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Returns a formatter, the same one each time: one has native memory, which the garbage collector does not count. */
function formatterOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options);
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formatters.set(key, formatter);
  return formatter;
}

/** Returns today's ISO day in a market. */
export const todayIn = (market: Market, now: Date): string =>
  formatterOf('en-CA', { timeZone: timeZoneOf(market), year: 'numeric', month: '2-digit', day: '2-digit' }).format(now);

/** Formats the day of an instant in a market: `21 November 2026`. */
export const formatDate = (market: Market, date: Date): string =>
  formatterOf(getMarketConfig(market).locale, { dateStyle: 'long', timeZone: timeZoneOf(market) }).format(date);

/** Formats an ISO day in the spelling of a market: `21 November 2026`. */
export const formatDay = (market: Market, day: string): string =>
  formatterOf(getMarketConfig(market).locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));

/** Formats the last day before an instant in a market: `21 November`. Midnight belongs to the day before it. */
export const formatLastDay = (market: Market, end: Date): string =>
  formatterOf(getMarketConfig(market).locale, { day: 'numeric', month: 'long', timeZone: timeZoneOf(market) }).format(
    new Date(end.getTime() - 1),
  );

/** Formats like `formatLastDay`, for narrow places: `21 Nov`. */
export const lastDayInShort = (market: Market, end: Date): string => formatLastDay(market, end).replace(/(\p{L}{3})\p{L}+/u, '$1');

/** Returns the ISO day before an ISO day. */
export const dayBefore = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);

/** Returns the last ISO day of the month after that of an ISO day. */
export const endOfNextMonth = (day: string): string =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) + 1, 0)).toISOString().slice(0, 10);

/** Returns the offset of a time zone from UTC at an instant, in ms. */
function offsetAt(timeZone: string, at: number): number {
  const parts = formatterOf('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(at);
  const partOf = (type: Intl.DateTimeFormatPartTypes): string => parts.find((part) => part.type === type)?.value ?? '00';
  const local = `${partOf('year')}-${partOf('month')}-${partOf('day')}T${partOf('hour')}:${partOf('minute')}:${partOf('second')}Z`;
  return Date.parse(local) - Math.floor(at / 1_000) * 1_000;
}

/** Returns the local time of an instant as a form has it: `2026-12-01T00:00`. */
export const localTimeIn = (timeZone: string, at: Date): string =>
  new Date(at.getTime() + offsetAt(timeZone, at.getTime())).toISOString().slice(0, 16);

/**
 * Returns the instant of a local time: `2026-12-01T00:00`. A time that daylight saving skips is the same time after it.
 * @returns null if the text is no such time
 */
export function instantInZone(timeZone: string, local: string): Date | null {
  const asUtc = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(local) ? Date.parse(`${local}:00Z`) : Number.NaN;
  if (Number.isNaN(asUtc)) return null;
  const guess = asUtc - offsetAt(timeZone, asUtc);
  return new Date(asUtc - offsetAt(timeZone, guess));
}

/** Returns the instant of a local time in a market. @returns null if the text is no such time */
export const instantIn = (market: Market, local: string): Date | null => instantInZone(timeZoneOf(market), local);
