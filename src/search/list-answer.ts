/** A page of a list with its facets, from an index: what the shop's own search call answers and its pages show. */
import type { CatalogueHit } from '../catalogue/contract.ts';
import type { Market } from '../market/market.ts';
import type { Audience } from '../search-engine/audience.ts';
import type { FacetCount } from '../search-engine/facet-counts.ts';
import { type Filter, hasValue } from '../search-engine/filter.ts';
import type { SearchIndex, SearchRequest } from '../search-engine/search-index.ts';
import { facetsFor, SHOW_MORE_LIMIT } from './facets.ts';
import { parseFilters } from './filters-grammar.ts';
import { nearestQuery } from './nearest-words.ts';
import { PRICE_RANGES } from './price-range.ts';
import { type PriceScale, priceScale } from './price-stops.ts';
import type { SearchHit } from './search-document.ts';
import { cleared, type RefinedSearch } from './state.ts';
import { DISJUNCTIVE, engineFilter } from './state-filter.ts';

/** Screens show 40 offers a page (DECISIONS.md "Sites and markets"). */
export const PAGE_SIZE = 40;
/** Values of a facet that a page shows before "Show all". */
export const SHOWN_VALUES = 6;
const HELPFUL_HITS = 4;

export type Kind = 'wine' | 'spirits';

/** Whose list of what. */
export interface ListScope {
  readonly index: SearchIndex<SearchHit>;
  readonly audience: Audience;
  readonly market: Market;
  readonly kind: Kind;
  /** Conditions that a page brings along, in the grammar of `filters`. */
  readonly carried: string;
}

export interface FacetAnswer {
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

export interface ListAnswer {
  readonly hits: CatalogueHit[];
  readonly total: number;
  readonly page: number;
  readonly pages: number;
  readonly facets: FacetAnswer[];
  readonly prices: PriceScale | null;
  /** Null where something was found. */
  readonly help: ListHelp | null;
}

/** A document as pages carry it, without what only the index needs. */
export const cardOf = ({
  categories: _categories,
  varietals: _varietals,
  countries: _countries,
  regions: _regions,
  priceRange: _priceRange,
  engine: _engine,
  audience: _audience,
  popularity: _popularity,
  ...hit
}: SearchHit): CatalogueHit => hit;

/** Gift cards are sold on a page of their own, and stand in no list. */
export const kindFilter = (kind: Kind): Filter => [
  [hasValue('isSpirit', String(kind === 'spirits'))],
  [hasValue('category', 'Gift card', true)],
];

const scopeFilter = ({ kind, carried }: ListScope): Filter => [...kindFilter(kind), ...parseFilters(carried)];

/** The engine's request for a state of a scope. */
export const requestOf = (scope: ListScope, state: RefinedSearch): SearchRequest => ({
  audience: scope.audience,
  query: state.query,
  filter: [...scopeFilter(scope), ...engineFilter(state)],
  disjunctive: DISJUNCTIVE,
  sort: state.sortBy,
});

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

const help = (scope: ListScope, state: RefinedSearch): ListHelp => {
  const { index, audience } = scope;
  const all: SearchRequest = { audience, filter: scopeFilter(scope) };
  const count = (request: SearchRequest) => index.search({ ...request, hitsPerPage: 0 }).nbHits;
  const labels = ['varietals', 'regions', 'countries', 'categories', 'brand'].flatMap((attribute) =>
    (index.countFacet(attribute, all) ?? []).map(({ value }) => value),
  );
  const near =
    state.query === '' ? [] : index.search({ ...all, query: state.query, anyWordIfNothing: true, hitsPerPage: HELPFUL_HITS }).hits;
  const meant = nearestQuery(state.query, labels);
  return {
    didYouMean: meant !== null && count({ ...all, query: meant }) > 0 ? meant : null,
    withoutFilters: count(requestOf(scope, cleared(state))),
    elsewhere:
      state.query === '' ? 0 : count({ audience, query: state.query, filter: kindFilter(scope.kind === 'wine' ? 'spirits' : 'wine') }),
    show: near.length > 0 ? 'near' : 'popular',
    hits: (near.length > 0 ? near : index.search({ ...all, hitsPerPage: HELPFUL_HITS }).hits).map(cardOf),
  };
};

/** Answer a list. Refuses (400, SearchRefusal) a carried filter that is malformed. */
export function listAnswer(scope: ListScope, state: RefinedSearch, showAll: string): ListAnswer {
  const shown = facetsFor(scope.market).filter(({ facetType }) => facetType === 'refinement');
  const { hits, nbHits, nbPages, facets } = scope.index.search({
    ...requestOf(scope, state),
    facets: [...shown.map(({ attribute }) => attribute), 'bottlePrice'],
    maxValuesPerFacet: Number.POSITIVE_INFINITY,
    page: state.page - 1,
    hitsPerPage: PAGE_SIZE,
    paginationLimitedTo: Number.POSITIVE_INFINITY,
  });
  return {
    hits: hits.map(cardOf),
    total: nbHits,
    page: state.page,
    pages: Math.max(1, nbPages),
    facets: shown.map(({ attribute, urlKey }) => {
      const counts = facets.get(attribute) ?? [];
      const values = shownValues(
        attribute,
        counts,
        state.refinementList[attribute] ?? [],
        urlKey === showAll ? SHOW_MORE_LIMIT : SHOWN_VALUES,
      );
      return { attribute, values, total: counts.filter(({ value }) => value !== '').length };
    }),
    prices: priceScale((facets.get('bottlePrice') ?? []).map(({ value, count }) => ({ price: Number(value), count }))),
    help: nbHits === 0 ? help(scope, state) : null,
  };
}

export interface CategoryShelf {
  readonly category: CatalogueHit['category'];
  readonly count: number;
  readonly example: CatalogueHit;
}

/** Each category of a kind with its offers' number and the one that stands first, largest first. */
export function categoryShelves({ index, audience, kind }: Pick<ListScope, 'index' | 'audience' | 'kind'>): CategoryShelf[] {
  const filter = kindFilter(kind);
  return (index.countFacet('category', { audience, filter }) ?? []).flatMap(({ value, count }) => {
    const [first] = index.search({ audience, filter: [...filter, [hasValue('category', value)]], hitsPerPage: 1 }).hits;
    return first ? [{ category: first.category, count, example: cardOf(first) }] : [];
  });
}

/** The first offers of a kind that hold to further conditions. */
export const firstOffers = (
  { index, audience, kind }: Pick<ListScope, 'index' | 'audience' | 'kind'>,
  conditions: Filter,
  most: number,
): CatalogueHit[] => index.search({ audience, filter: [...kindFilter(kind), ...conditions], hitsPerPage: most }).hits.map(cardOf);
