/** A time in a list, in the time zone of its market. Whoever sees several markets is told which zone that is. */
import { getMarketConfig, type Market } from '#markets/market.ts';
import { timeZoneOf } from '#markets/market-day.ts';
import { formatRelative, nameZone } from '#ui/office/format-time.ts';
import { useMe } from './me.ts';

/** Track of a column with such times. */
export const MARKET_TIME_WIDTH = '172px';

export function MarketTime({ at, market }: { readonly at: string; readonly market: Market }) {
  const zone = useMe().markets.length > 1 ? nameZone(at, timeZoneOf(market), getMarketConfig(market).locale) : '';
  return (
    <span className="num cell-zone">
      {formatRelative(at, timeZoneOf(market))}
      {zone !== '' && <span className="market"> {zone}</span>}
    </span>
  );
}
