/** The result of a list page, from the shop's own index or a hosted search. */

import type { CatalogueHit } from '#domains/catalogue/contract.ts';
import type { Market } from '#markets/market.ts';
import type { FacetCount } from '#packages/search-engine/index.ts';
import { facetsFor, SHOW_MORE_LIMIT } from './facets.ts';
import { PRICE_RANGES } from './price-range.ts';
import type { PriceScale } from './price-stops.ts';
import type { SearchHit } from './search-document.ts';
import type { RefinedSearch } from './state.ts';

/** Offers per page of a list. */
export const PAGE_SIZE = 40;
/** Number of values of a facet before "Show all" is pressed. */
export const SHOWN_VALUES = 6;
/** Number of offers shown after no results: fills all rows in one, two and three columns. */
export const HELPFUL_HITS = 6;

export type Kind = 'wine' | 'spirits';

export interface FacetResult {
  readonly attribute: string;
  /** The first values, and every chosen one. */
  readonly values: FacetCount[];
  /** Total number of values. */
  readonly total: number;
}

/** Alternatives shown for a list without hits. */
export interface ListHelp {
  readonly didYouMean: string | null;
  /** Number of hits without the filters. */
  readonly withoutFilters: number;
  /** Number of hits in the market's other shop. */
  readonly elsewhere: number;
  /** `near`: some words match. `popular`: the first offers of the shop. */
  readonly show: 'near' | 'popular';
  readonly hits: CatalogueHit[];
}

export interface ListResult {
  readonly hits: CatalogueHit[];
  readonly total: number;
  readonly page: number;
  readonly pages: number;
  readonly facets: FacetResult[];
  readonly prices: PriceScale | null;
  /** Null if there are hits. */
  readonly help: ListHelp | null;
  /** Query id of the hosted search, for insights. */
  readonly queryID?: string | undefined;
}

const cards = new WeakMap<SearchHit, CatalogueHit>();

/** Returns a document without index-only fields. Caches the result per document. */
export function cardOf(document: SearchHit): CatalogueHit {
  const made = cards.get(document);
  if (made !== undefined) return made;
  const {
    categories: _categories,
    varietals: _varietals,
    countries: _countries,
    regions: _regions,
    priceRange: _priceRange,
    engine: _engine,
    audience: _audience,
    popularity: _popularity,
    ...card
  } = document;
  cards.set(document, card);
  return card;
}

const numerically = (a: FacetCount, b: FacetCount): number => Number(a.value) - Number(b.value);

/** Facets with their own order of values. Others are ordered by count. */
const ORDERS: Readonly<Record<string, (a: FacetCount, b: FacetCount) => number>> = {
  priceRange: (a, b) => PRICE_RANGES.indexOf(a.value) - PRICE_RANGES.indexOf(b.value),
  packSize: numerically,
  vintage: (a, b) => (a.value === 'NV' ? 1 : b.value === 'NV' ? -1 : -numerically(a, b)),
};

/** Returns the values to show: the first ones, and always the chosen ones. */
export function displayedValues(attribute: string, counts: readonly FacetCount[], chosen: readonly string[], most: number): FacetCount[] {
  const named = counts.filter(({ value }) => value !== '');
  const order = ORDERS[attribute];
  const first = (order ? [...named].sort(order) : named).slice(0, attribute === 'priceRange' ? PRICE_RANGES.length : most);
  const isFirst = new Set(first.map(({ value }) => value));
  const others = chosen
    .filter((value) => !isFirst.has(value))
    .map((value) => ({ value, count: named.find((each) => each.value === value)?.count ?? 0 }));
  return [...first, ...others];
}

/** Lists the facets to count for a list. */
export const listFacets = (market: Market): string[] =>
  facetsFor(market)
    .filter(({ facetType }) => facetType === 'refinement')
    .map(({ attribute }) => attribute);

/** Makes the facets of a list from the counts by attribute. `showAll` is the URL key of a facet to return in full. */
export const facetAnswers = (
  market: Market,
  state: RefinedSearch,
  showAll: string,
  countsOf: (attribute: string) => readonly FacetCount[],
): FacetResult[] =>
  facetsFor(market)
    .filter(({ facetType }) => facetType === 'refinement')
    .map(({ attribute, urlKey }) => {
      const counts = countsOf(attribute);
      const most = urlKey === showAll ? SHOW_MORE_LIMIT : SHOWN_VALUES;
      const values = displayedValues(attribute, counts, state.refinementList[attribute] ?? [], most);
      return { attribute, values, total: counts.filter(({ value }) => value !== '').length };
    });
