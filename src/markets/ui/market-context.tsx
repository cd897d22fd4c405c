import { createContext, type ReactNode, use } from 'react';
import type { SellingTerms } from '../definition.ts';
import { DEFAULT_MARKET, getMarketConfig, type Market, type MarketConfig } from '../market.ts';

const MarketContext = createContext<MarketConfig>(getMarketConfig(DEFAULT_MARKET));
const TermsContext = createContext<SellingTerms | null>(null);

export interface MarketProviderProps {
  readonly market: Market;
  /** The terms that the page was made with. */
  readonly terms: SellingTerms;
  readonly children: ReactNode;
}

/** Provides the definition of the site's market to its children, such as locale and currency, and its terms: fees and tax. */
export function MarketProvider({ market, terms, children }: MarketProviderProps) {
  return (
    <MarketContext value={getMarketConfig(market)}>
      <TermsContext value={terms}>{children}</TermsContext>
    </MarketContext>
  );
}

/** Returns the definition of the site's market. */
export const useMarketConfig = (): MarketConfig => use(MarketContext);

/** Returns what totals of the site's market are calculated from. */
export function useSellingTerms(): SellingTerms {
  const terms = use(TermsContext);
  if (!terms) throw new Error('Totals must stand inside <MarketProvider>.');
  return terms;
}
