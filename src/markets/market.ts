/**
 * The markets the shop sells in [SITE-5, SITE-6]. Each market has a definition such as au.ts, delivery rules such as au-delivery.ts, and
 * localities in data/. Amounts are integer cents.
 */
import { AUSTRALIA, AUSTRALIA_SETTINGS } from './au.ts';
import type { MarketDefinition, MarketSettings } from './definition.ts';
import { SINGAPORE, SINGAPORE_SETTINGS } from './sg.ts';

const DEFINITIONS = { AU: AUSTRALIA, SG: SINGAPORE };

export type Market = keyof typeof DEFINITIONS;

export type MarketConfig = MarketDefinition<Market>;

export const MARKETS = Object.keys(DEFINITIONS) as [Market, ...Market[]];

/** Market of data and requests that name none. */
export const [DEFAULT_MARKET] = MARKETS;

/** Returns the definition of a market. */
export const getMarketConfig = (market: Market): MarketConfig => DEFINITIONS[market];

const SETTINGS: Readonly<Record<Market, MarketSettings>> = { AU: AUSTRALIA_SETTINGS, SG: SINGAPORE_SETTINGS };

/** Returns the sample values and explanations of a market's settings. */
export const marketSettings = (market: Market): MarketSettings => SETTINGS[market];

/** Builds a table with an entry for each market. */
export const perMarket = <T>(build: (market: Market) => T): Readonly<Record<Market, T>> =>
  Object.fromEntries(MARKETS.map((market) => [market, build(market)])) as Record<Market, T>;
