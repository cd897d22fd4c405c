import { createContext, type ReactNode, use } from 'react';
import { type Market, type MarketFacts, marketFacts } from '../market.ts';

const MarketContext = createContext<MarketFacts>(marketFacts('AU'));

/** Gives everything below the facts of the site's market: locale, currency, tax. */
export function MarketProvider({ market, children }: { market: Market; children: ReactNode }) {
  return <MarketContext value={marketFacts(market)}>{children}</MarketContext>;
}

/** Facts of the market whose site is shown. */
export const useMarketFacts = (): MarketFacts => use(MarketContext);
