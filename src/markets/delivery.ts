/** Rules of addresses, dispatch, public holidays, phones and alcohol laws by market. */
import { AUSTRALIA_DELIVERY } from './au-delivery.ts';
import type { DeliveryRules } from './definition.ts';
import type { Market } from './market.ts';
import { SINGAPORE_DELIVERY } from './sg-delivery.ts';

const RULES: Readonly<Record<Market, DeliveryRules>> = { AU: AUSTRALIA_DELIVERY, SG: SINGAPORE_DELIVERY };

/** Returns the delivery rules of a market. */
export const deliveryRules = (market: Market): DeliveryRules => RULES[market];

/** Returns true if a text has the format of a market's postcode. */
export const isPostcode = (market: Market, text: string): boolean =>
  /^\d+$/.test(text) && text.length === deliveryRules(market).address.postcodeDigits;
