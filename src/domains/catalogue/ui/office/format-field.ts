/** Values of fields of a wine as text, for changes, conflicts and previews. */

import { wineMessages as text } from '#domains/catalogue/messages/office.ts';
import { wineOptionText } from '#domains/catalogue/messages/office-fields.ts';
import { isJsonObject } from '#lib/json.ts';
import { formatMoney, toCents } from '#lib/money.ts';
import { getMarketConfig, MARKETS, type Market } from '#markets/market.ts';
import { formatMoment } from '#ui/office/format-time.ts';

/** Formats an amount in the currency of a market. */
export function formatIn(market: Market, amount: number): string {
  const { locale, currency } = getMarketConfig(market);
  return formatMoney(toCents(amount), locale, currency);
}

const MAX_TEXT = 80;
const shorten = (value: string): string => (value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value);

/** Returns a value as a person reads it. @param timeZone of times */
export function formatField(name: string, value: unknown, timeZone: string): string {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return text.nothing;
  const market = MARKETS.find((one) => name === `prices.${one}`);
  if (market && isJsonObject(value) && typeof value.packPrice === 'number') return formatIn(market, value.packPrice);
  if (typeof value === 'boolean') return value ? text.yes : text.no;
  if ((name === 'startsAt' || name === 'endsAt') && typeof value === 'string') return formatMoment(value, timeZone);
  if (Array.isArray(value))
    return shorten(
      value
        .map((one) =>
          typeof one === 'string' ? wineOptionText([name], one) : isJsonObject(one) ? Object.values(one).join(' ') : String(one),
        )
        .join(', '),
    );
  if (isJsonObject(value))
    return shorten(
      Object.entries(value)
        .map(([key, one]) => `${key} ${String(one)}`)
        .join(', '),
    );
  return shorten(wineOptionText([name], String(value)));
}
