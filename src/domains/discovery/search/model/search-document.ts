/** Converts catalogue hits to documents, and shoppers to search audiences. */

import type { CatalogueHit } from '#domains/catalogue/contract.ts';
import { type AudienceShopper, canSeeSecretOffers, visibleTiers } from '#domains/catalogue/model/audience.ts';
import type { Audience as OfferAudience } from '#markets/audiences.ts';
import type { Market } from '#markets/market.ts';
import { priceRangeOf } from './price-range.ts';
import type { SearchDocument } from './search-attributes.ts';
import { SearchAudience } from './search-audience.ts';

/** The fields of an offer that the index needs in addition to its hit. */
export interface SearchFields {
  readonly audience: OfferAudience;
  /** Any number, such as recent sales. Higher ones come earlier. */
  readonly popularity: number;
}

/** A document of the index together with its hit. */
export type SearchHit = CatalogueHit & SearchDocument;

const listed = (...values: readonly string[]): string[] =>
  [...new Set(values.map((value) => value.trim()))].filter((value) => value !== '');

/** Splits `Barossa Valley, South Australia` into both regions. The country is a separate facet. */
const regionsOf = ({ region, country }: CatalogueHit): string[] => listed(...region.split(',')).filter((each) => each !== country);

/** Makes the document of a catalogue hit, which is also the hit that searches return [SRCH-13]. */
export const searchDocument = (hit: CatalogueHit, fields: SearchFields): SearchHit => withAttributes(hit, fields, attributesOf(hit));

/** Makes the documents of one offer's hits by market. Attributes of the wine are computed once. */
export function searchDocuments<K extends string>(hits: readonly (readonly [K, CatalogueHit])[], fields: SearchFields): [K, SearchHit][] {
  const [first] = hits;
  if (first === undefined) return [];
  const attributes = attributesOf(first[1]);
  return hits.map(([market, hit]) => [market, withAttributes(hit, fields, attributes)]);
}

const attributesOf = (hit: CatalogueHit) => ({
  categories: listed(hit.category),
  varietals: listed(...hit.varietal.split(/[,/&]/)),
  countries: listed(hit.country),
  regions: regionsOf(hit),
});

const withAttributes = (
  hit: CatalogueHit,
  { audience, popularity }: SearchFields,
  attributes: ReturnType<typeof attributesOf>,
): SearchHit => ({
  ...hit,
  ...attributes,
  priceRange: priceRangeOf(hit.bottlePrice),
  engine: 'shop',
  audience,
  popularity,
});

/** Returns the audience that limits every search of a shopper in a market. */
export const audienceOf = (market: Market, shopper: AudienceShopper): SearchAudience =>
  new SearchAudience({ territory: market, tiers: visibleTiers(shopper) ?? 'any', secret: canSeeSecretOffers(market, shopper) });
