/** Validates that suburb, postcode and state match [CHK-18]. Callers pass in the tables. */
import { deliveryRules, isPostcode } from '#markets/delivery.ts';
import { getMarketConfig, type Market } from '#markets/market.ts';

export interface Locality {
  readonly suburb: string;
  readonly state: string;
  readonly postcode: string;
}

/** Localities of a market by postcode. */
export interface LocalityTable {
  byPostcode(postcode: string): readonly Locality[];
  postcodes(): Iterable<string>;
  /** Returns at most `limit` localities whose name starts with the text. Ignores case and spaces. */
  bySuburb(start: string, limit: number): readonly Locality[];
}

/** The localities of each market. Empty tables for markets without states. */
export type LocalityTables = Readonly<Record<Market, LocalityTable>>;

/** Normalizes a suburb's name for comparison: `St. Kilda` and `ST KILDA` have the same key. */
export const suburbKey = (suburb: string): string =>
  suburb
    .toLowerCase()
    .replace(/\bsaint\b/g, 'st')
    .replace(/\bmount\b/g, 'mt')
    .replace(/[^a-z0-9]+/g, '');

/** Returns true if the first two digits of a postcode are in use. */
const isInServedSector = (market: Market, postcode: string): boolean =>
  deliveryRules(market).address.isServedSector(Number(postcode.slice(0, 2)));

/** Returns true if suburb, postcode and state match a place that is served. */
export function isServedLocality(market: Market, input: Locality, table: Pick<LocalityTable, 'byPostcode'>): boolean {
  const { states } = getMarketConfig(market);
  if (states.length === 0) return isPostcode(market, input.postcode) && isInServedSector(market, input.postcode);
  const suburbName = suburbKey(input.suburb);
  return table.byPostcode(input.postcode).some((locality) => locality.state === input.state && suburbKey(locality.suburb) === suburbName);
}

/** Returns the region of a postcode, whose holidays and fees apply. Null if the postcode does not exist. */
export function regionOf(market: Market, postcode: string, table: LocalityTable): string | null {
  const { states } = getMarketConfig(market);
  const { region } = deliveryRules(market).address;
  if (states.length === 0) return isInServedSector(market, postcode) ? region : null;
  return table.byPostcode(postcode)[0]?.state ?? null;
}
