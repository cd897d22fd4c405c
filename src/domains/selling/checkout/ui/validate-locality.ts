/** Validates the locality while the address is typed, before the order is placed. */

import type { Locality } from '#domains/selling/shipping/model/localities.ts';
import { type Market, marketFacts } from '#markets/market.ts';
import { isCompleteLocality, validateLocality } from '../model/validate-details.ts';
import { checkout } from './checkout-calls.ts';

/** Looks up the localities of a postcode with the suburb's name. Null if the lookup fails. */
async function localitiesOf({ suburb, postcode }: Locality): Promise<readonly Locality[] | null> {
  const answer = await checkout.localities({ suburb, postcode }).catch(() => null);
  return answer?.ok ? answer.value.data : null;
}

/**
 * Validates a locality by the server's rule.
 * @returns the error message [CHK-18], or null if the locality is valid, incomplete, or cannot be validated now
 */
export async function fetchLocalityError(market: Market, place: Locality): Promise<string | null> {
  if (!isCompleteLocality(market, place)) return null;
  const found = marketFacts(market).states.length > 0 ? await localitiesOf(place) : [];
  return found && validateLocality(market, place, { byPostcode: () => found });
}
