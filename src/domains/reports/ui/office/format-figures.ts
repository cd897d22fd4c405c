/** Formats figures for charts and tables. */
import { getMarketConfig, type Market } from '#markets/market.ts';

/** Returns the formats of a market's amounts: whole ones for axes, exact ones for tables. */
export function amountFormats(market: Market): { readonly exact: (amount: number) => string; readonly short: (amount: number) => string } {
  const { locale, currency } = getMarketConfig(market);
  const exact = new Intl.NumberFormat(locale, { style: 'currency', currency });
  const short = new Intl.NumberFormat(locale, { style: 'currency', currency, notation: 'compact', maximumFractionDigits: 1 });
  return { exact: (amount) => exact.format(amount), short: (amount) => short.format(amount) };
}

const LONG = new Intl.DateTimeFormat('en-AU', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });
const LONG_YEAR = new Intl.DateTimeFormat('en-AU', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const SHORT = new Intl.DateTimeFormat('en-AU', { day: 'numeric', month: 'short', timeZone: 'UTC' });

const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** `Tue 24 Nov` */
export const formatDayName = (day: string): string => LONG.format(dateOf(day)).replace(',', '');
/** `24 Nov` */
export const formatShortDay = (day: string): string => SHORT.format(dateOf(day));
/** `1 Nov 2026 to 30 Nov 2026` */
export const formatRangeName = (from: string, to: string): string =>
  from === to ? LONG_YEAR.format(dateOf(from)) : `${LONG_YEAR.format(dateOf(from))} – ${LONG_YEAR.format(dateOf(to))}`;

/** `12 %`, with a decimal below ten. */
export const formatShare = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((part / whole) * 100).toLocaleString('en-AU', { maximumFractionDigits: part / whole < 0.1 ? 1 : 0 })} %`;
