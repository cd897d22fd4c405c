/**
 * Whether analytics may begin, by market: Australia's law asks for a notice and a way out, Singapore's (PDPA) for a yes before
 * anything is collected. A browser that says "do not" (Global Privacy Control) has said no in both.
 */
import type { Market } from '../market/market.ts';

export type Choice = 'yes' | 'no' | null;

const BEFORE_A_CHOICE: Readonly<Record<Market, boolean>> = { AU: true, SG: false };

/** May events leave the browser? @param choice what the shopper said, null where they did not */
export const mayCollect = (market: Market, choice: Choice, saysDoNot: boolean): boolean =>
  choice === null ? BEFORE_A_CHOICE[market] && !saysDoNot : choice === 'yes';

/** Does the shop have to ask before it begins? */
export const mustAsk = (market: Market): boolean => !BEFORE_A_CHOICE[market];
