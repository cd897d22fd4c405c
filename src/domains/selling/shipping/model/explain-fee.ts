/** Says what a delivery to a postcode costs and why, for staff who try their zones. */
import { formatMoney } from '#lib/money.ts';
import { toGrams } from '#lib/weight.ts';
import type { SellingTerms } from '#markets/definition.ts';
import { isPostcode } from '#markets/delivery.ts';
import { getMarketConfig, type Market } from '#markets/market.ts';
import { zoneTrialMessages as text } from '../messages/zone-trial.ts';
import { deliveryFee } from './fees.ts';
import { stateOfPostcode } from './postcode-state.ts';
import { packedGrams } from './weight.ts';
import { zoneFee, zoneOf } from './zones.ts';

/** What is delivered where. */
export interface TriedDelivery {
  readonly postcode: string;
  readonly bottles: number;
  /** In place of the weight of the bottles. Null without one. */
  readonly kilograms: number | null;
}

export interface ExplainedFee {
  /** Null if nothing is delivered there. */
  readonly cents: number | null;
  readonly sentences: readonly string[];
}

/** Explains the fee of a delivery that is not free. @returns null while the postcode is none */
export function explainFee(market: Market, terms: SellingTerms, { postcode, bottles, kilograms }: TriedDelivery): ExplainedFee | null {
  if (!isPostcode(market, postcode)) return null;
  const { locale, currency } = getMarketConfig(market);
  const money = (cents: number): string => formatMoney(cents, locale, currency);
  const zone = zoneOf(terms.zones, postcode);
  if (!terms.zones || !zone) {
    const state = stateOfPostcode(market, postcode);
    const cents = deliveryFee(terms.shipping, state);
    return { cents, sentences: [text.noZone(postcode), ...(state === null ? [] : [text.byState(state)])] };
  }
  if (!zone.isServed) return { cents: null, sentences: [text.excluded(postcode, zone.name)] };
  const grams = kilograms === null ? packedGrams(bottles, terms.zones.bottleGrams) : toGrams(kilograms);
  const { cents, bandGrams, extraKilograms } = zoneFee(zone, grams);
  const { free } = zone;
  const limit = free ?? terms.shipping;
  return {
    cents,
    sentences: [
      text.inZone(postcode, zone.name),
      kilograms === null ? text.bottlesWeigh(bottles, grams, terms.zones.bottleGrams) : text.weighs(grams),
      ...(bandGrams === null ? [] : [text.band(bandGrams)]),
      ...(extraKilograms > 0 ? [text.extra(extraKilograms, money(zone.perKilogramCents))] : []),
      limit.freeFromCases !== null
        ? text.freeFromCases(limit.freeFromCases)
        : limit.freeFromCents !== null
          ? text.freeFromValue(money(limit.freeFromCents))
          : text.neverFree,
    ],
  };
}
