/**
 * The days that a shopper may choose for a delivery, and until when an order may be held. The rules of dispatch and the transit days are
 * those of every estimate [SHIP-17].
 */
import { type DispatchSettings, WEEKDAYS, type Weekday } from '#markets/definition.ts';
import { timeZoneOf } from '#markets/market-day.ts';
import { addDeliveryDays, daysAfter, dispatchDayFrom, isDeliveryDay, localTime } from './business-days.ts';
import { type DeliveryEstimate, dispatchDate, type MarketDispatch } from './delivery-estimate.ts';

/** What a market offers besides delivery as soon as possible. */
export interface DeliveryDayRules extends Readonly<Record<Exclude<Weekday, 'sunday'>, boolean>> {
  readonly offersDays: boolean;
  /** Days from today on of which one may be chosen. */
  readonly daysAhead: number;
  readonly offersHold: boolean;
  /** Days for which an order may be held. */
  readonly longestHold: number;
}

/** What may be chosen now for a destination. Dates are `YYYY-MM-DD`. */
export interface DeliveryOffer {
  readonly days: readonly string[];
  /** First and last day until which the order may be held. Null if holding is not offered. */
  readonly hold: { readonly from: string; readonly until: string } | null;
}

/** What a shopper chose. Neither is delivery as soon as possible. */
export interface DeliveryTiming {
  readonly deliveryDay?: string | undefined;
  readonly holdUntil?: string | undefined;
}

const todayAt = ({ market, rules }: MarketDispatch, now: number): string => localTime(now, timeZoneOf(market, rules.region)).date;

/** Returns the day on which an order arrives at the earliest, if it is sent on a day. */
const arrivalOf = (rules: DispatchSettings, sentOn: string, { submittedToDeliveredDays, region }: DeliveryEstimate): string =>
  addDeliveryDays(rules, sentOn, submittedToDeliveredDays, region);

/** Lists what may be chosen. The first day is the one on which an order arrives that is sent as soon as possible. */
export function deliveryOffer(dispatch: MarketDispatch, estimate: DeliveryEstimate, offered: DeliveryDayRules, now: number): DeliveryOffer {
  const { rules } = dispatch;
  const today = todayAt(dispatch, now);
  const days: string[] = [];
  if (offered.offersDays) {
    const last = daysAfter(today, offered.daysAhead);
    for (let day = arrivalOf(rules, dispatchDate(dispatch, now), estimate); day <= last; day = daysAfter(day, 1)) {
      const weekday = WEEKDAYS[new Date(day).getUTCDay()];
      if (weekday !== undefined && weekday !== 'sunday' && offered[weekday] && isDeliveryDay(rules, day, estimate.region)) days.push(day);
    }
  }
  const hold = offered.offersHold ? { from: daysAfter(today, 1), until: daysAfter(today, offered.longestHold) } : null;
  return { days, hold };
}

/** Returns true if a choice is among those that are offered. Only one of the two may be chosen. */
export function isOffered({ days, hold }: DeliveryOffer, { deliveryDay = '', holdUntil = '' }: DeliveryTiming): boolean {
  if (deliveryDay !== '' && holdUntil !== '') return false;
  if (deliveryDay !== '') return days.includes(deliveryDay);
  return holdUntil === '' || (hold !== null && holdUntil >= hold.from && holdUntil <= hold.until);
}

/**
 * Returns the day on which an order is sent: for a delivery day the last one that is early enough, after a hold the first one.
 * @param timing a choice that is offered
 */
export function sendingDay(
  dispatch: MarketDispatch,
  estimate: DeliveryEstimate,
  { deliveryDay = '', holdUntil = '' }: DeliveryTiming,
  now: number,
): string {
  const { rules } = dispatch;
  const soonest = dispatchDate(dispatch, now);
  if (holdUntil !== '') return dispatchDayFrom(rules, holdUntil > soonest ? holdUntil : soonest);
  if (deliveryDay === '') return soonest;
  let sentOn = soonest;
  for (;;) {
    const later = dispatchDayFrom(rules, daysAfter(sentOn, 1));
    if (later > deliveryDay || arrivalOf(rules, later, estimate) > deliveryDay) return sentOn;
    sentOn = later;
  }
}
