/** Formats the days of deliveries. */
import { getMarketConfig, type Market } from '#markets/market.ts';

/** Formats an ISO day: `21 November 2026`. */
export const formatDay = (market: Market, day: string): string =>
  new Intl.DateTimeFormat(getMarketConfig(market).locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
