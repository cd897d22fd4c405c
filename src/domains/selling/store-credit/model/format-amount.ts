/** Formats amounts of ledgers for staff. */
import { formatMoney, toCents } from '#lib/money.ts';
import { getMarketConfig, type Market } from '#markets/market.ts';

/** Formats a decimal amount: `$1,234.50`. */
export function formatAmount(market: Market, amount: number): string {
  const { locale, currency } = getMarketConfig(market);
  return formatMoney(toCents(amount), locale, currency);
}

/** Formats a change of a balance with its sign: `+$20.00`, `−$20.00`. */
export const formatChange = (market: Market, amount: number): string =>
  `${amount < 0 ? '−' : '+'}${formatAmount(market, Math.abs(amount))}`;
