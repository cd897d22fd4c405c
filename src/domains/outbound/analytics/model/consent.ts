/**
 * Whether analytics may begin. What is sent before a choice is a setting of the market (ANALYTICS_BEFORE_CHOICE): by default events
 * in Australia, with a notice and a way out, and nothing in Singapore, where the PDPA asks for consent first. A browser that says
 * "do not" (Global Privacy Control) has said no.
 */
import type { Market } from '#markets/market.ts';

export type Choice = 'yes' | 'no' | null;

/** The setting by market, for example `AU=yes, SG=no`; a market that is not named sends nothing before a choice. */
export function parseBeforeChoice(text: string): Readonly<Record<Market, boolean>> {
  const named = text.split(',').map((part) => part.trim());
  return { AU: named.includes('AU=yes'), SG: named.includes('SG=yes') };
}

/**
 * May events leave the browser?
 * @param choice what the shopper said, null where they did not
 * @param sendsBeforeChoice the market's setting
 */
export const mayCollect = (sendsBeforeChoice: boolean, choice: Choice, hasGlobalPrivacyControl: boolean): boolean =>
  choice === null ? sendsBeforeChoice && !hasGlobalPrivacyControl : choice === 'yes';
