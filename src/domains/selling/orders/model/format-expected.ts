/** The days on which an order is expected, in words. */
import { type DeliveryDates, formatDeliveryWindow } from '#domains/selling/shipping/model/delivery-estimate.ts';
import { getMarketConfig, type Market } from '#markets/market.ts';
import { formatDay } from '#markets/market-day.ts';

/** Formats the days: `Thu 26 to Mon 30 November`, or one day that the buyer chose: `26 November 2026`. */
export const formatExpected = (dates: DeliveryDates, market: Market): string =>
  dates.date === dates.latest ? formatDay(market, dates.date) : formatDeliveryWindow(dates, getMarketConfig(market).locale);
