import { createContext, type ReactNode, use } from 'react';
import { DEFAULT_MARKET, getMarketConfig, type Market, type MarketConfig } from '../market.ts';

const MarketContext = createContext<MarketConfig>(getMarketConfig(DEFAULT_MARKET));

/** Gives everything below the facts of the site's market: locale, currency, tax. */
export function MarketProvider({ market, children }: { market: Market; children: ReactNode }) {
  return <MarketContext value={getMarketConfig(market)}>{children}</MarketContext>;
}

/** Facts of the market whose site is shown. */
export const useMarketConfig = (): MarketConfig => use(MarketContext);
