/** Days as a market's calendar has them. */
import { type Market, marketFacts } from './market.ts';

const TIME_ZONES: Readonly<Record<Market, string>> = { AU: 'Australia/Sydney', SG: 'Asia/Singapore' };

/** States whose clocks are not always the market's. */
const REGION_TIME_ZONES: Readonly<Record<Market, Readonly<Record<string, string>>>> = {
  AU: {
    NT: 'Australia/Darwin',
    QLD: 'Australia/Brisbane',
    SA: 'Australia/Adelaide',
    TAS: 'Australia/Hobart',
    WA: 'Australia/Perth',
  },
  SG: {},
};

/** The IANA name of the clock that a market goes by, or a state of it. */
export const timeZoneOf = (market: Market, region = ''): string => REGION_TIME_ZONES[market][region] ?? TIME_ZONES[market];

/** States with clocks of their own. */
export const regionsWithClocks = (market: Market): string[] => Object.keys(REGION_TIME_ZONES[market]);

/** The ISO day it is in a market. */
export const todayIn = (market: Market, now: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONES[market], year: 'numeric', month: '2-digit', day: '2-digit' }).format(now);

/** `21 November 2026`, the day of an instant in a market. */
export const formatDate = (market: Market, instant: Date): string =>
  new Intl.DateTimeFormat(marketFacts(market).locale, { dateStyle: 'long', timeZone: TIME_ZONES[market] }).format(instant);

/** `21 November`, the last day that an instant leaves in a market: midnight ends the day before it. */
export const lastDayInWords = (market: Market, end: Date): string =>
  new Intl.DateTimeFormat(marketFacts(market).locale, { day: 'numeric', month: 'long', timeZone: TIME_ZONES[market] }).format(
    new Date(end.getTime() - 1),
  );

/** `21 Nov`, the same for where there is little room. */
export const lastDayInShort = (market: Market, end: Date): string => lastDayInWords(market, end).replace(/(\p{L}{3})\p{L}+/u, '$1');

/** The ISO day before an ISO day. */
export const dayBefore = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);

/** The last ISO day of the month after that of an ISO day: far enough ahead to be planned by, and the same for a month. */
export const endOfNextMonth = (day: string): string =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) + 1, 0)).toISOString().slice(0, 10);
