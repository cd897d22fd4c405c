/** Names of indexes (DECISIONS.md, search): one per market, wine and spirits together, and a replica per price order. */

import { MARKETS, type Market, marketFacts } from '#markets/market.ts';
import { SORTS, type Sort } from './search-attributes.ts';

/** In: a market and an order. Out: the index to ask. */
export const indexName = (market: Market, sort: Sort = 'default'): string =>
  sort === 'default' ? marketFacts(market).searchIndex : `${marketFacts(market).searchIndex}_${sort}`;

const NAMES: ReadonlyMap<string, { readonly market: Market; readonly sort: Sort }> = new Map(
  MARKETS.flatMap((market) => SORTS.map((sort) => [indexName(market, sort), { market, sort }] as const)),
);

/** In: the name of an index. Out: what it lists and how, null when there is no such index. */
export const readIndexName = (name: string): { readonly market: Market; readonly sort: Sort } | null => NAMES.get(name) ?? null;
