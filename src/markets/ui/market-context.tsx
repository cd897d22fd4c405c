import { createContext, type ReactNode, use } from 'react';
import { DEFAULT_MARKET, getMarketConfig, type Market, type MarketConfig } from '../market.ts';

const MarketContext = createContext<MarketConfig>(getMarketConfig(DEFAULT_MARKET));

/** Provides the definition of the site's market to its children: locale, currency, tax. */
export function MarketProvider({ market, children }: { market: Market; children: ReactNode }) {
  return <MarketContext value={getMarketConfig(market)}>{children}</MarketContext>;
}

/** Returns the definition of the site's market. */
export const useMarketConfig = (): MarketConfig => use(MarketContext);
