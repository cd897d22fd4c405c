/** Days of deliveries as they are read. */
import { type Market, marketFacts } from '#markets/market.ts';

/** `21 November 2026`, of an ISO day. */
export const formatDate = (market: Market, day: string): string =>
  new Intl.DateTimeFormat(marketFacts(market).locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
