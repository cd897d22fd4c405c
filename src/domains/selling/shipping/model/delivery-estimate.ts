/** Delivery estimates [SHIP-17]. The transit days come from records. */
import type { Market } from '#markets/market.ts';
import { addBusinessDays, businessDayFrom, daysAfter, localTime } from './business-days.ts';

/** What the index of delivery estimates holds of a postcode. */
export interface DeliveryEstimate {
  /** The postcode. */
  readonly objectID: string;
  /** Business days. */
  readonly submittedToDeliveredDays: number;
  /** Whose public holidays count: a state code, or SG. */
  readonly region: string;
}

/** First day of delivery and last, `YYYY-MM-DD`. */
export interface DeliveryDates {
  readonly date: string;
  readonly latest: string;
}

/** The index of delivery estimates at the search service. */
export const ESTIMATES_INDEX = 'delivery_estimates';

/** Where orders leave from, and until when they still leave the same day, by the clock there. */
const DISPATCH: Readonly<Record<Market, { readonly region: string; readonly timeZone: string; readonly cutOff: string }>> = {
  AU: { region: 'VIC', timeZone: 'Australia/Melbourne', cutOff: '14:00' },
  SG: { region: 'SG', timeZone: 'Asia/Singapore', cutOff: '12:00' },
};

/** Postcodes as they are written: four digits in Australia, six in Singapore. */
const POSTCODES: Readonly<Record<Market, RegExp>> = { AU: /^\d{4}$/, SG: /^\d{6}$/ };

/** Whether a text has the form of a market's postcode. */
export const isPostcode = (market: Market, text: string): boolean => POSTCODES[market].test(text);

/** Returns true for postcodes whose estimate is in the index [SHIP-15]. All others use the estimate service [SHIP-16]. */
export const usesIndexLookup = (postcode: string): boolean => /^(?:08|[865])/.test(postcode);

/** Days between the bounds of an estimate [SHIP-18]. */
const boundDays = (postcode: string): number => (postcode.startsWith('3') ? 1 : 2);

/** The beginnings of a postcode, longest first. */
export const areasOf = (postcode: string): string[] =>
  Array.from({ length: postcode.length }, (_, index) => postcode.slice(0, postcode.length - index));

/** The business day on which an order of this instant (milliseconds) leaves. */
function dispatchDate(market: Market, now: number): string {
  const { region, timeZone, cutOff } = DISPATCH[market];
  const { date, time } = localTime(now, timeZone);
  return businessDayFrom(time < cutOff ? date : daysAfter(date, 1), region);
}

/** When an order of this instant arrives. Both bounds are business days of where it goes. */
export function deliveryDates(
  market: Market,
  { objectID, submittedToDeliveredDays, region }: DeliveryEstimate,
  now: number,
): DeliveryDates {
  const date = addBusinessDays(dispatchDate(market, now), submittedToDeliveredDays, region);
  return { date, latest: addBusinessDays(date, boundDays(objectID), region) };
}

const message = (day: string, locale: string, parts: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...parts }).format(new Date(day)).replace(',', '');

/** `Mon 30 Nov`: the day by which it is there. */
export const lastDayWords = ({ latest }: DeliveryDates, locale: string): string =>
  message(latest, locale, { weekday: 'short', day: 'numeric', month: 'short' });

/** `Thursday 26 to Monday 30 November`; the month stands once where it is the same. */
export function formatDeliveryWindow({ date, latest }: DeliveryDates, locale: string): string {
  const full = { weekday: 'short', day: 'numeric', month: 'long' } as const;
  const isOneMonth = date.slice(0, 7) === latest.slice(0, 7);
  return `${message(date, locale, isOneMonth ? { weekday: 'short', day: 'numeric' } : full)} to ${message(latest, locale, full)}`;
}
