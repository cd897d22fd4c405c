/** The facets of search as data [SRCH-2]. */

import { MARKETS, type Market } from '#markets/market.ts';
import type { FacetAttribute } from './search-attributes.ts';

interface FacetBase {
  readonly attribute: FacetAttribute;
  readonly label: string;
  /** Its key in the query string. */
  readonly urlKey: string;
  /** Markets that show it. */
  readonly audience: readonly Market[];
  /** Another key that addresses may use for it. */
  readonly slug?: string;
}

/** A list of values to choose from; several widen the list. */
export interface RefinementFacet extends FacetBase {
  readonly facetType: 'refinement';
}

/** A switch: while it is on, only offers whose attribute is `keeps` stay, and the pill says so. */
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

/** In the order of the page, [SRCH-3] to [SRCH-10]. The label `vintage` is lower case [SRCH-8]. */
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

/** [SRCH-11] [SRCH-12] */
export const FILTER_ONLY_FACETS: readonly FilterOnlyFacet[] = [
  {
    facetType: 'filter-only',
    attribute: 'secret',
    label: 'Black Market',
    pillsLabel: 'No Black Market',
    urlKey: 'black-market',
    keeps: 'false',
    audience: ['AU'],
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

/** Facets that a market shows. */
export const facetsFor = (market: Market): readonly Facet[] => FACETS.filter((facet) => facet.audience.includes(market));

/** Attributes that a link may refine by though no facet shows them; their key is their name. */
export const EXTRA_REFINEMENTS = [
  'brand',
  'offerStyle',
  'offerVariant',
  'inventoryStatus',
  'preservatives',
] as const satisfies readonly FacetAttribute[];

/** Numbers that can be bounded, written `low:high` with either side left out; the price slider sets the first. */
export const RANGES = [{ attribute: 'bottlePrice', label: 'Bottle price', urlKey: 'bottlePrice' }] as const satisfies readonly {
  attribute: FacetAttribute;
  label: string;
  urlKey: string;
}[];

export type RangeAttribute = (typeof RANGES)[number]['attribute'];

/** Every attribute whose values a state can hold, with its key in the query string, in the order they are written. */
export const REFINEMENT_KEYS: ReadonlyMap<string, string> = new Map([
  ...REFINEMENT_FACETS.map(({ attribute, urlKey }) => [attribute, urlKey] as const),
  ...EXTRA_REFINEMENTS.map((attribute) => [attribute, attribute] as const),
]);

/** Values after "Show all" [SRCH-14]. */
export const SHOW_MORE_LIMIT = 100;
