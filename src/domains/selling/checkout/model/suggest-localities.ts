/** Which places are offered beside the address fields while suburb, state and postcode do not name one (SPEC.md §5). */
import { type Locality, suburbKey } from '#domains/selling/shipping/model/localities.ts';

/** At most so many are offered. */
const MAX_ENTRIES = 6;

/** A postcode as it is complete in Australia. */
export const isWholePostcode = (typed: string): boolean => /^\d{4}$/.test(typed);

/** What to look up for a place as typed: by postcode where it is complete, and by suburb from three letters on. */
export const placeLookups = ({ suburb, postcode }: Pick<Locality, 'suburb' | 'postcode'>): { postcode?: string; suburb?: string }[] => [
  ...(isWholePostcode(postcode) ? [{ postcode }] : []),
  ...(suburb.trim().length >= 3 ? [{ suburb }] : []),
];

/**
 * Places to offer, likeliest first.
 * @param typed the fields as they stand; each may be empty
 * @param found localities of the typed postcode and of the typed suburb
 * @returns none where the fields name one place already
 */
export function suggestLocalities(typed: Locality, found: readonly Locality[]): Locality[] {
  const wanted = suburbKey(typed.suburb);
  const hasSuburb = (place: Locality): boolean => wanted !== '' && suburbKey(place.suburb) === wanted;
  const begins = (place: Locality): boolean => wanted !== '' && suburbKey(place.suburb).startsWith(wanted);
  const hasPostcode = (place: Locality): boolean => place.postcode === typed.postcode;
  const hasState = (place: Locality): boolean => place.state === typed.state;
  if (found.some((place) => hasSuburb(place) && hasPostcode(place) && hasState(place))) return [];
  const rank = (place: Locality): number =>
    [hasSuburb, hasPostcode, begins, hasState].reduce((sum, test, index) => sum + (test(place) ? 8 >> index : 0), 0);
  const seen = new Set<string>();
  return [...found]
    .sort((a, b) => rank(b) - rank(a))
    .filter((place) => {
      const key = `${suburbKey(place.suburb)} ${place.state} ${place.postcode}`;
      return seen.has(key) ? false : seen.add(key);
    })
    .slice(0, MAX_ENTRIES);
}
