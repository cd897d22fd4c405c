/** Names of indexes: one per market with wine and spirits [SRCH-31], and a replica per price order [SRCH-32]. */

import { getMarketConfig, MARKETS, type Market } from '#markets/market.ts';
import { SORTS, type Sort } from './search-attributes.ts';

/** Returns the name of a market's index in an order. */
export const indexName = (market: Market, sort: Sort = 'default'): string =>
  sort === 'default' ? getMarketConfig(market).searchIndex : `${getMarketConfig(market).searchIndex}_${sort}`;

const NAMES: ReadonlyMap<string, { readonly market: Market; readonly sort: Sort }> = new Map(
  MARKETS.flatMap((market) => SORTS.map((sort) => [indexName(market, sort), { market, sort }] as const)),
);

/** Returns the market and order of an index name, or null. */
export const readIndexName = (name: string): { readonly market: Market; readonly sort: Sort } | null => NAMES.get(name) ?? null;
