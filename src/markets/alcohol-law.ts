/**
 * What the law asks of whoever sells alcohol by delivery, by jurisdiction, as versions: a new rule is a new row with the day
 * it begins, so that an order is judged by the rules of its day. States and territories of Australia each have an Act of
 * their own; the notice is the one that is shown where the order goes.
 */
import { type Market, marketFacts } from './market.ts';

export interface AlcoholRule {
  readonly market: Market;
  /** State code; null for wherever no row of its own says otherwise. */
  readonly state: string | null;
  /** ISO day from which it holds. */
  readonly from: string;
  /** Years a buyer must have completed. */
  readonly minimumAge: number;
  /** Named in the notice; empty where the market's general notice is enough. */
  readonly act: string;
  /** Whether an order that does not arrive on the day it was placed may be left unattended at the buyer's request. */
  readonly mayBeLeft: boolean;
}

/**
 * States whose regulator lets the buyer ask for it (decision 102). Elsewhere the shop does not offer it: a retailer whose law
 * allows it adds the state.
 */
const LEAVE_ON_REQUEST = new Set(['NSW', 'VIC', 'WA']);

const ACTS: readonly (readonly [state: string, act: string])[] = [
  ['ACT', 'Liquor Act 2010'],
  ['NSW', 'Liquor Act 2007'],
  ['NT', 'Liquor Act 2019'],
  ['QLD', 'Liquor Act 1992'],
  ['SA', 'Liquor Licensing Act 1997'],
  ['TAS', 'Liquor Licensing Act 1990'],
  ['VIC', 'Liquor Control Reform Act 1998'],
  ['WA', 'Liquor Control Act 1988'],
];

export const ALCOHOL_RULES: readonly AlcoholRule[] = [
  { market: 'AU', state: null, from: '2020-01-01', minimumAge: 18, act: '', mayBeLeft: false },
  ...ACTS.map(
    ([state, act]): AlcoholRule => ({
      market: 'AU',
      state,
      from: '2020-01-01',
      minimumAge: 18,
      act,
      mayBeLeft: LEAVE_ON_REQUEST.has(state),
    }),
  ),
  { market: 'SG', state: null, from: '2020-01-01', minimumAge: 18, act: '', mayBeLeft: false },
];

/** The rule that holds where an order goes on an ISO day: the latest of its state, else of its market. */
export function alcoholRule(market: Market, state: string, day: string): AlcoholRule {
  const latest = (place: string | null) =>
    ALCOHOL_RULES.filter((rule) => rule.market === market && rule.state === place && rule.from <= day).sort((a, b) =>
      a.from < b.from ? 1 : -1,
    )[0];
  const found = latest(state) ?? latest(null);
  if (!found) throw new Error(`there is no rule for alcohol in ${market} on ${day}`);
  return found;
}

/** The notice for where an order goes, with the Act it stands under. */
export function licenceNoticeFor(market: Market, state: string, day: string): string {
  const { act, state: place } = alcoholRule(market, state, day);
  const { licenceNotice } = marketFacts(market);
  return act === '' ? licenceNotice : `${act} (${place}): ${licenceNotice}`;
}

/** Where and when an order goes, and what its buyer asked for. */
export interface Handover {
  readonly market: Market;
  readonly state: string;
  /** ISO day of the order. */
  readonly day: string;
  /** The buyer asked for it to be left where no one is home. */
  readonly authorityToLeave: boolean;
}

/** Whether the buyer may ask for an order to be left unattended. */
export const mayBeLeft = (market: Market, state: string, day: string): boolean => alcoholRule(market, state, day).mayBeLeft;

/** Whether the driver leaves an order where no one is home: asked for by the buyer and allowed by law. */
export const isLeft = ({ market, state, day, authorityToLeave }: Handover): boolean => authorityToLeave && mayBeLeft(market, state, day);

/** Who must accept an order, the one sentence for checkout, order page and mails. */
export function acceptanceSentence(handover: Handover): string {
  const { minimumAge } = alcoholRule(handover.market, handover.state, handover.day);
  return isLeft(handover)
    ? `If no one is home, the driver leaves it in a safe place, as you asked. Whoever accepts it must be aged ${minimumAge} or over and may be asked for proof of age.`
    : `Someone aged ${minimumAge} or over must be there to accept it and may be asked for proof of age.`;
}
