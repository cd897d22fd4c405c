/**
 * Decides whether analytics may start. ANALYTICS_BEFORE_CHOICE sets by market what is sent before a choice. By default Australia sends
 * events with a notice and an opt-out, and Singapore sends nothing, because the PDPA requires consent first. Global Privacy Control
 * counts as denial (docs/decisions/0103-analytics-notice.md).
 */
import { type Market, perMarket } from '#markets/market.ts';

/** The shopper's choice about analytics; null before they choose. */
export type Choice = 'yes' | 'no' | null;

/** Parses the setting by market, for example `AU=yes, SG=no`. Missing markets send nothing before a choice. */
export function parseBeforeChoice(text: string): Readonly<Record<Market, boolean>> {
  const named = text.split(',').map((part) => part.trim());
  return perMarket((market) => named.includes(`${market}=yes`));
}

/**
 * Returns whether events may be sent.
 * @param choice of the shopper, or null
 * @param sendsBeforeChoice the market's setting
 */
export const mayCollect = (sendsBeforeChoice: boolean, choice: Choice, hasGlobalPrivacyControl: boolean): boolean =>
  choice === null ? sendsBeforeChoice && !hasGlobalPrivacyControl : choice === 'yes';
