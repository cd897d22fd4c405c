/** What a page of a list says, whichever search it comes from: the shop's own index or a hosted one. */

import type { CatalogueHit } from '#domains/catalogue/contract.ts';
import type { Market } from '#markets/market.ts';
import type { FacetCount } from '#packages/search-engine/index.ts';
import { facetsFor, SHOW_MORE_LIMIT } from './facets.ts';
import { PRICE_RANGES } from './price-range.ts';
import { type PriceScale, priceScale } from './price-stops.ts';
import type { SearchHit } from './search-document.ts';
import type { RefinedSearch } from './state.ts';

/** Offers on a page of a list. */
export const PAGE_SIZE = 40;
/** Values of a facet that a page shows before "Show all". */
export const SHOWN_VALUES = 6;
/** Offers shown where nothing was found: whole rows of one, two and three. */
export const HELPFUL_HITS = 6;

export type Kind = 'wine' | 'spirits';

export interface FacetResult {
  readonly attribute: string;
  /** The first ones, and every chosen one. */
  readonly values: FacetCount[];
  /** How many there are in all. */
  readonly total: number;
}

export interface ListHelp {
  readonly didYouMean: string | null;
  /** How many there would be without the filters. */
  readonly withoutFilters: number;
  /** How many the same words find in the market's other shop. */
  readonly elsewhere: number;
  /** `near`: some of the words match. `popular`: the shop's first ones. */
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
  /** Null where something was found. */
  readonly help: ListHelp | null;
  /** What a hosted search calls this answer, for what it is told of its hits. */
  readonly queryID?: string | undefined;
}

const cards = new WeakMap<SearchHit, CatalogueHit>();

/** A document as pages carry it, without what only the index needs; made once of each. */
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

/** Facets whose values have an order of their own; others go by count. */
const ORDERS: Readonly<Record<string, (a: FacetCount, b: FacetCount) => number>> = {
  priceRange: (a, b) => PRICE_RANGES.indexOf(a.value) - PRICE_RANGES.indexOf(b.value),
  packSize: numerically,
  vintage: (a, b) => (a.value === 'NV' ? 1 : b.value === 'NV' ? -1 : -numerically(a, b)),
};

/** In: all counts of a facet, the chosen values, how many to show. Out: those to show, chosen ones always among them. */
export function shownValues(attribute: string, counts: readonly FacetCount[], chosen: readonly string[], most: number): FacetCount[] {
  const named = counts.filter(({ value }) => value !== '');
  const order = ORDERS[attribute];
  const first = (order ? [...named].sort(order) : named).slice(0, attribute === 'priceRange' ? PRICE_RANGES.length : most);
  const isFirst = new Set(first.map(({ value }) => value));
  const others = chosen
    .filter((value) => !isFirst.has(value))
    .map((value) => ({ value, count: named.find((each) => each.value === value)?.count ?? 0 }));
  return [...first, ...others];
}

/** Facets that are counted for a list: those it shows, and bottle prices for the slider. */
export const listFacets = (market: Market): string[] => [
  ...facetsFor(market)
    .filter(({ facetType }) => facetType === 'refinement')
    .map(({ attribute }) => attribute),
  'bottlePrice',
];

/** In: all counts by attribute. Out: the facets of a list, `showAll` naming by its url key one to be told in full. */
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
      const values = shownValues(attribute, counts, state.refinementList[attribute] ?? [], most);
      return { attribute, values, total: counts.filter(({ value }) => value !== '').length };
    });

/** In: offers by bottle price. Out: the scale of the slider. */
export const pricesOf = (counts: readonly FacetCount[]): PriceScale | null =>
  priceScale(counts.map(({ value, count }) => ({ price: Number(value), count })));
