/** Estimates the state of a postcode for the delivery fee, until the address has the actual state. */
import { deliveryRules, isPostcode } from '#markets/delivery.ts';
import type { Market } from '#markets/market.ts';

/** Returns the state code of a postcode. @returns null if the market has no states or the postcode is invalid */
export const stateOfPostcode = (market: Market, postcode: string): string | null =>
  isPostcode(market, postcode) ? deliveryRules(market).address.stateOfPostcode(postcode) : null;
