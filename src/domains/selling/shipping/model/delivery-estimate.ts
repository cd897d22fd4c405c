/** Delivery estimates [SHIP-17]. The transit days come from records, the rules of dispatch from the settings of the market. */
import type { DispatchSettings } from '#markets/definition.ts';
import type { Market } from '#markets/market.ts';
import { timeZoneOf } from '#markets/market-day.ts';
import { addDeliveryDays, daysAfter, dispatchDayFrom, localTime } from './business-days.ts';

/** A record of the index of delivery estimates. */
export interface DeliveryEstimate {
  /** The postcode. */
  readonly objectID: string;
  /** Business days. */
  readonly submittedToDeliveredDays: number;
  /** The region whose public holidays count: a state code, or the region of a market without states. */
  readonly region: string;
}

/** First and last day of delivery, `YYYY-MM-DD`. */
export interface DeliveryDates {
  readonly date: string;
  readonly latest: string;
}

/** The index of delivery estimates at the search service. */
export const ESTIMATES_INDEX = 'delivery_estimates';

/** Returns true for postcodes whose estimate is in the index [SHIP-15]. All others use the estimate service [SHIP-16]. */
export const usesIndexLookup = (postcode: string): boolean => /^(?:08|[865])/.test(postcode);

/** Returns the days between the bounds of an estimate [SHIP-18]. */
const boundDays = ({ windowDays, nearPostcodes, nearWindowDays }: DispatchSettings, postcode: string): number =>
  nearPostcodes.some((prefix) => postcode.startsWith(prefix)) ? nearWindowDays : windowDays;

/** Returns the prefixes of a postcode, the longest first. */
export const areasOf = (postcode: string): string[] =>
  Array.from({ length: postcode.length }, (_, index) => postcode.slice(0, postcode.length - index));

/** How orders of a market are sent. */
export interface MarketDispatch {
  readonly market: Market;
  readonly rules: DispatchSettings;
}

/** Returns the day on which an order is sent. `now` is in ms. */
export function dispatchDate({ market, rules }: MarketDispatch, now: number): string {
  const { date, time } = localTime(now, timeZoneOf(market, rules.region));
  return dispatchDayFrom(rules, time < rules.cutOff ? date : daysAfter(date, 1));
}

/** Returns when an order placed at an instant arrives. Both bounds are days on which the destination is served. */
export const deliveryDates = (dispatch: MarketDispatch, estimate: DeliveryEstimate, now: number): DeliveryDates =>
  datesSentOn(dispatch.rules, estimate, dispatchDate(dispatch, now));

/** Returns when an order arrives that is sent on a day. */
export function datesSentOn(
  rules: DispatchSettings,
  { objectID, submittedToDeliveredDays, region }: DeliveryEstimate,
  sentOn: string,
): DeliveryDates {
  const date = addDeliveryDays(rules, sentOn, submittedToDeliveredDays, region);
  return { date, latest: addDeliveryDays(rules, date, boundDays(rules, objectID), region) };
}

const formatDay = (day: string, locale: string, parts: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...parts }).format(new Date(day)).replace(',', '');

/** Formats the latest day: `Mon 30 Nov`. */
export const formatLastDay = ({ latest }: DeliveryDates, locale: string): string =>
  formatDay(latest, locale, { weekday: 'short', day: 'numeric', month: 'short' });

/** Formats both days: `Thursday 26 to Monday 30 November`. The month appears once if both days are in it. */
export function formatDeliveryWindow({ date, latest }: DeliveryDates, locale: string): string {
  const full = { weekday: 'short', day: 'numeric', month: 'long' } as const;
  const isOneMonth = date.slice(0, 7) === latest.slice(0, 7);
  return `${formatDay(date, locale, isOneMonth ? { weekday: 'short', day: 'numeric' } : full)} to ${formatDay(latest, locale, full)}`;
}
