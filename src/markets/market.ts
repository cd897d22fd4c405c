/** The markets the shop sells in [SITE-5, SITE-6]. A market is two files beside this one, such as au.ts and au-delivery.ts; amounts are integer cents. */
import { AUSTRALIA, AUSTRALIA_SETTINGS } from './au.ts';
import type { MarketDefinition, MarketSettings } from './definition.ts';
import { SINGAPORE, SINGAPORE_SETTINGS } from './sg.ts';

export type Market = 'AU' | 'SG';

export type MarketConfig = MarketDefinition<Market>;

const DEFINITIONS: Readonly<Record<Market, MarketConfig>> = { AU: AUSTRALIA, SG: SINGAPORE };

export const MARKETS = ['AU', 'SG'] as const satisfies readonly Market[];

/** Returns the definition of a market. */
export const marketFacts = (market: Market): MarketConfig => DEFINITIONS[market];

/** Returns the sample values and explanations of a market's settings. */
export const marketSettings = (market: Market): MarketSettings => ({ AU: AUSTRALIA_SETTINGS, SG: SINGAPORE_SETTINGS })[market];
