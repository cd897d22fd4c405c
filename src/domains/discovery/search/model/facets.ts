/** The facets of search as data [SRCH-2]. */

import { getMarketConfig, MARKETS, type Market } from '#markets/market.ts';
import type { FacetAttribute } from './search-attributes.ts';

interface FacetBase {
  readonly attribute: FacetAttribute;
  readonly label: string;
  /** Key in the query string. */
  readonly urlKey: string;
  /** Markets that show it. */
  readonly audience: readonly Market[];
  /** Alternative key that URLs may use. */
  readonly slug?: string;
}

/** A facet with a list of values. Selecting more values adds results. */
export interface RefinementFacet extends FacetBase {
  readonly facetType: 'refinement';
}

/** A toggle. While it is on, only offers whose attribute is `keeps` remain, and `pillsLabel` labels its pill. */
export interface FilterOnlyFacet extends FacetBase {
  readonly facetType: 'filter-only';
  readonly keeps: 'true' | 'false';
  readonly pillsLabel: string;
}

export type Facet = RefinementFacet | FilterOnlyFacet;

const refinement = (attribute: FacetAttribute, label: string, urlKey: string = attribute): RefinementFacet => ({
  facetType: 'refinement',
  attribute,
  label,
  urlKey,
  audience: MARKETS,
});

/**
 * Refinement facets in the order of the page [SRCH-3, SRCH-4, SRCH-5, SRCH-6, SRCH-7, SRCH-8, SRCH-9, SRCH-10]. The label `vintage` is
 * lower case.
 */
export const REFINEMENT_FACETS: readonly RefinementFacet[] = [
  refinement('priceRange', 'Bottle price'),
  refinement('categories', 'Category', 'category'),
  refinement('varietals', 'Varietal'),
  refinement('countries', 'Country'),
  refinement('regions', 'Region'),
  refinement('vintage', 'vintage'),
  refinement('packSize', 'Pack size'),
  refinement('tags', 'Collections'),
];

/** Filter-only facets [SRCH-11, SRCH-12]. */
export const FILTER_ONLY_FACETS: readonly FilterOnlyFacet[] = [
  {
    facetType: 'filter-only',
    attribute: 'secret',
    label: 'Black Market',
    pillsLabel: 'No Black Market',
    urlKey: 'black-market',
    keeps: 'false',
    audience: MARKETS.filter((market) => getMarketConfig(market).hasSecretOffers),
  },
  {
    facetType: 'filter-only',
    attribute: 'isMixed',
    label: 'Mixed',
    pillsLabel: 'No Mixed Cases',
    slug: 'mixed-cases',
    urlKey: 'isMixed',
    keeps: 'false',
    audience: MARKETS,
  },
];

export const FACETS: readonly Facet[] = [...REFINEMENT_FACETS, ...FILTER_ONLY_FACETS];

/** Lists the facets of a market. */
export const facetsFor = (market: Market): readonly Facet[] => FACETS.filter((facet) => facet.audience.includes(market));

/** Attributes without a facet that links may refine by. Their key is their name. */
export const EXTRA_REFINEMENTS = [
  'brand',
  'offerStyle',
  'offerVariant',
  'inventoryStatus',
  'preservatives',
] as const satisfies readonly FacetAttribute[];

/** Numeric ranges, written `low:high` with optional sides. The price slider sets the first. */
export const RANGES = [{ attribute: 'bottlePrice', label: 'Bottle price', urlKey: 'bottlePrice' }] as const satisfies readonly {
  attribute: FacetAttribute;
  label: string;
  urlKey: string;
}[];

export type RangeAttribute = (typeof RANGES)[number]['attribute'];

/** Attributes that a state can refine by, with their keys in the query string, in the order of writing. */
export const REFINEMENT_KEYS: ReadonlyMap<string, string> = new Map([
  ...REFINEMENT_FACETS.map(({ attribute, urlKey }) => [attribute, urlKey] as const),
  ...EXTRA_REFINEMENTS.map((attribute) => [attribute, attribute] as const),
]);

/** Maximum number of values after "Show all" [SRCH-14]. */
export const SHOW_MORE_LIMIT = 100;
