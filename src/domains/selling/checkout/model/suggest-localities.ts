/** Suggests localities while suburb, state and postcode do not match one [CHK-18]. */
import { type Locality, suburbKey } from '#domains/selling/shipping/model/localities.ts';
import { isPostcode } from '#markets/delivery.ts';
import type { Market } from '#markets/market.ts';

/** Maximum number of suggestions. */
const MAX_ENTRIES = 6;

/** Returns what to look up: the postcode once it is complete, and the suburb from three letters on. */
export const placeLookups = (
  market: Market,
  { suburb, postcode }: Pick<Locality, 'suburb' | 'postcode'>,
): { postcode?: string; suburb?: string }[] => [
  ...(isPostcode(market, postcode) ? [{ postcode }] : []),
  ...(suburb.trim().length >= 3 ? [{ suburb }] : []),
];

/**
 * Returns the localities to suggest, the most likely first.
 * @param typed the current fields, each may be empty
 * @param found localities of the typed postcode and of the typed suburb
 * @returns an empty list if the fields match one locality already
 */
export function suggestLocalities(typed: Locality, found: readonly Locality[]): Locality[] {
  const suburbName = suburbKey(typed.suburb);
  const hasSuburb = (locality: Locality): boolean => suburbName !== '' && suburbKey(locality.suburb) === suburbName;
  const begins = (locality: Locality): boolean => suburbName !== '' && suburbKey(locality.suburb).startsWith(suburbName);
  const hasPostcode = (locality: Locality): boolean => locality.postcode === typed.postcode;
  const hasState = (locality: Locality): boolean => locality.state === typed.state;
  if (found.some((locality) => hasSuburb(locality) && hasPostcode(locality) && hasState(locality))) return [];
  const rank = (locality: Locality): number =>
    [hasSuburb, hasPostcode, begins, hasState].reduce((sum, test, index) => sum + (test(locality) ? 8 >> index : 0), 0);
  const seen = new Set<string>();
  return [...found]
    .sort((a, b) => rank(b) - rank(a))
    .filter((locality) => {
      const key = `${suburbKey(locality.suburb)} ${locality.state} ${locality.postcode}`;
      return seen.has(key) ? false : seen.add(key);
    })
    .slice(0, MAX_ENTRIES);
}
