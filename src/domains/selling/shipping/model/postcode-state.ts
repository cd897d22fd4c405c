/** Returns the state of a postcode, accurate enough for an estimate of the shipping fee. The address decides in the end. */
import { deliveryRules, isPostcode } from '#markets/delivery.ts';
import type { Market } from '#markets/market.ts';

/** Returns the state code of a postcode. @returns null if the market has no states or the postcode is invalid */
export const stateOfPostcode = (market: Market, postcode: string): string | null =>
  isPostcode(market, postcode) ? deliveryRules(market).address.stateOfPostcode(postcode) : null;
