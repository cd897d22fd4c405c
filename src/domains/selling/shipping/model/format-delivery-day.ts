import { getMarketConfig, type Market } from '#markets/market.ts';
import { formatDay } from '#markets/market-day.ts';

/** Formats an ISO day on which an order may be delivered: `Thu 3 December 2026`. */
export function formatDeliveryDay(market: Market, day: string): string {
  const weekday = new Intl.DateTimeFormat(getMarketConfig(market).locale, { timeZone: 'UTC', weekday: 'short' }).format(new Date(day));
  return `${weekday} ${formatDay(market, day)}`;
}
