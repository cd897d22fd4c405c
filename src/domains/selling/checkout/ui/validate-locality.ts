/** Told while the address is typed, not only when the order is placed: whether suburb, state and postcode belong together. */

import type { Locality } from '#domains/selling/shipping/model/localities.ts';
import { type Market, marketFacts } from '#markets/market.ts';
import { isCompleteLocality, validateLocality } from '../model/validate-details.ts';
import { checkout } from './checkout-calls.ts';

/** Every locality of the postcode that bears the suburb's name; null where they cannot be had. */
async function localitiesOf({ suburb, postcode }: Locality): Promise<readonly Locality[] | null> {
  const answer = await checkout.localities({ suburb, postcode }).catch(() => null);
  return answer?.ok ? answer.value.data : null;
}

/**
 * Judge a place by the server's rule.
 * @returns the sentence of SPEC.md §5; null where the place is good, not whole yet, or cannot be judged now
 */
export async function fetchLocalityError(market: Market, place: Locality): Promise<string | null> {
  if (!isCompleteLocality(market, place)) return null;
  const found = marketFacts(market).states.length > 0 ? await localitiesOf(place) : [];
  return found && validateLocality(market, place, { byPostcode: () => found });
}
