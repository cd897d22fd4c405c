/**
 * The law on selling alcohol by delivery. Each market's file lists versions of its rules, and an order follows the version of its day.
 * The licence notice is that of the delivery address.
 */
import type { AlcoholLaw } from './definition.ts';
import { deliveryRules } from './delivery.ts';
import { getMarketConfig, type Market } from './market.ts';

/** Returns the rule for a delivery on an ISO day: the latest of its state, else of its market. */
export function alcoholRule(market: Market, state: string, day: string): AlcoholLaw {
  const latest = (region: string | null) =>
    deliveryRules(market)
      .alcoholLaws.filter((rule) => rule.state === region && rule.from <= day)
      .sort((a, b) => (a.from < b.from ? 1 : -1))[0];
  const found = latest(state) ?? latest(null);
  if (!found) throw new Error(`there is no rule for alcohol in ${market} on ${day}`);
  return found;
}

/** Returns the licence notice for a delivery, with the name of the Act if there is one. */
export function licenceNoticeFor(market: Market, state: string, day: string): string {
  const { act, state: region } = alcoholRule(market, state, day);
  const { licenceNotice } = getMarketConfig(market);
  return act === '' ? licenceNotice : `${act} (${region}): ${licenceNotice}`;
}

/** Destination and day of a delivery, and what its buyer asked for. */
export interface Handover {
  readonly market: Market;
  readonly state: string;
  /** ISO day of the order. */
  readonly day: string;
  /** True if the buyer asked for the order to be left when no one is home. */
  readonly authorityToLeave: boolean;
}

/** Returns true if the buyer may ask for the order to be left unattended. */
export const mayBeLeft = (market: Market, state: string, day: string): boolean => alcoholRule(market, state, day).mayBeLeft;

/** Returns true if the driver leaves the order when no one is home: the buyer asked for it and the law allows it. */
export const isLeft = ({ market, state, day, authorityToLeave }: Handover): boolean => authorityToLeave && mayBeLeft(market, state, day);

/** The sentence about who must accept an order, for checkout, order page and emails. */
export function acceptanceSentence(handover: Handover): string {
  const { minimumAge } = alcoholRule(handover.market, handover.state, handover.day);
  return isLeft(handover)
    ? `If no one is home, the driver leaves it in a safe place, as you asked. Whoever accepts it must be aged ${minimumAge} or over and may be asked for proof of age.`
    : `Someone aged ${minimumAge} or over must be there to accept it and may be asked for proof of age.`;
}

/** The sentence about who may collect an order in a state, for checkout, order page and emails. */
export const collectionSentence = (market: Market, state: string, day: string): string =>
  `Whoever collects it must be aged ${alcoholRule(market, state, day).minimumAge} or over and may be asked for proof of age.`;
