/** Instants with their time zone. */
import { getMarketConfig, type Market } from './market.ts';
import { timeZoneOf } from './market-day.ts';

/** Formats an instant in the spelling and time zone of a market: `29 November 2026 at 10:04 am AEDT`. */
export const formatInstant = (market: Market, at: Date): string =>
  new Intl.DateTimeFormat(getMarketConfig(market).locale, { dateStyle: 'long', timeStyle: 'long', timeZone: timeZoneOf(market) })
    .format(at)
    // Seconds say nothing to a reader.
    .replace(/(\d:\d\d):\d\d/, '$1');
