/** Makes a page of a list with its facets from an index. */

import type { CatalogueHit } from '#domains/catalogue/contract.ts';
import type { Market } from '#markets/market.ts';
import { type Filter, hasValue, type SearchIndex, type SearchRequest } from '#packages/search-engine/index.ts';
import { distinctWords, nearestQuery } from './did-you-mean.ts';
import { parseFilters } from './filters-grammar.ts';
import { cardOf, facetAnswers, HELPFUL_HITS, type Kind, type ListHelp, type ListResult, listFacets, PAGE_SIZE } from './list-shape.ts';
import { PRICE_STOPS, priceScale } from './price-stops.ts';
import type { SearchAudience } from './search-audience.ts';
import type { SearchHit } from './search-document.ts';
import { cleared, type RefinedSearch } from './state.ts';
import { DISJUNCTIVE, engineFilter } from './state-filter.ts';

/** The audience and the kind of a list. */
export interface ListScope {
  readonly index: SearchIndex<SearchHit>;
  readonly audience: SearchAudience;
  readonly market: Market;
  readonly kind: Kind;
  /** Conditions of the page, in the grammar of `filters`. */
  readonly carried: string;
}

/** Excludes gift cards, which have their own page. */
export const kindFilter = (kind: Kind): Filter => [
  [hasValue('isSpirit', String(kind === 'spirits'))],
  [hasValue('category', 'Gift card', true)],
];

const scopeFilter = ({ kind, carried }: ListScope): Filter => [...kindFilter(kind), ...parseFilters(carried)];

/** Makes the engine's request for a state in a scope. */
export const requestOf = (scope: ListScope, state: RefinedSearch): SearchRequest => ({
  eligibility: scope.audience,
  query: state.query,
  within: scopeFilter(scope),
  filter: engineFilter(state),
  disjunctive: DISJUNCTIVE,
  sort: state.sortBy,
});

/** The words of one scope per index, because reading those of thousands of producers takes longer than a page. */
const knownWords = new WeakMap<SearchIndex<SearchHit>, { readonly scope: string; readonly words: ReadonlySet<string> }>();

/** Lists the words of values that a query can be corrected to, the most frequent values of each attribute first. */
const wordsIn = ({ index, audience, kind, carried }: ListScope, all: SearchRequest): ReadonlySet<string> => {
  const scope = `${index.revision} ${audience.key} ${kind} ${carried}`;
  const cached = knownWords.get(index);
  if (cached?.scope === scope) return cached.words;
  const words = distinctWords(
    ['varietals', 'regions', 'countries', 'categories', 'brand'].flatMap((attribute) =>
      (index.countFacet(attribute, all) ?? []).map(({ value }) => value),
    ),
  );
  knownWords.set(index, { scope, words });
  return words;
};

const help = (scope: ListScope, state: RefinedSearch): ListHelp => {
  const { index, audience } = scope;
  const all: SearchRequest = { eligibility: audience, filter: scopeFilter(scope) };
  const count = (request: SearchRequest) => index.search({ ...request, hitsPerPage: 0 }).nbHits;
  const near =
    state.query === '' ? [] : index.search({ ...all, query: state.query, anyWordIfNothing: true, hitsPerPage: HELPFUL_HITS }).hits;
  const suggestion = nearestQuery(state.query, wordsIn(scope, all));
  return {
    didYouMean: suggestion !== null && count({ ...all, query: suggestion }) > 0 ? suggestion : null,
    withoutFilters: count(requestOf(scope, cleared(state))),
    elsewhere:
      state.query === ''
        ? 0
        : count({ eligibility: audience, query: state.query, filter: kindFilter(scope.kind === 'wine' ? 'spirits' : 'wine') }),
    show: near.length > 0 ? 'near' : 'popular',
    hits: (near.length > 0 ? near : index.search({ ...all, hitsPerPage: HELPFUL_HITS }).hits).map(cardOf),
  };
};

/** Returns a page of a list. `showAll` is the URL key of a facet to return in full. @throws SearchError (400) for a malformed filter */
export function toListResult(scope: ListScope, state: RefinedSearch, showAll: string): ListResult {
  const { hits, nbHits, nbPages, facets, histogram } = scope.index.search({
    ...requestOf(scope, state),
    facets: listFacets(scope.market),
    maxValuesPerFacet: Number.POSITIVE_INFINITY,
    histogram: { attribute: 'bottlePrice', bounds: PRICE_STOPS },
    page: state.page - 1,
    hitsPerPage: PAGE_SIZE,
    paginationLimitedTo: Number.POSITIVE_INFINITY,
  });
  return {
    hits: hits.map(cardOf),
    total: nbHits,
    page: state.page,
    pages: Math.max(1, nbPages),
    facets: facetAnswers(scope.market, state, showAll, (attribute) => facets.get(attribute) ?? []),
    prices: priceScale(histogram),
    help: nbHits === 0 ? help(scope, state) : null,
  };
}

export interface CategoryCount {
  readonly category: CatalogueHit['category'];
  readonly count: number;
  readonly example: CatalogueHit;
}

/** Lists the categories of a kind with their number of offers and first offer, largest first. */
export function categoryCounts({ index, audience, kind }: Pick<ListScope, 'index' | 'audience' | 'kind'>): CategoryCount[] {
  const filter = kindFilter(kind);
  return (index.countFacet('category', { eligibility: audience, filter }) ?? []).flatMap(({ value, count }) => {
    const [first] = index.search({ eligibility: audience, filter: [...filter, [hasValue('category', value)]], hitsPerPage: 1 }).hits;
    return first ? [{ category: first.category, count, example: cardOf(first) }] : [];
  });
}

/** Returns the first offers of a kind that meet further conditions. */
export const firstOffers = (
  { index, audience, kind }: Pick<ListScope, 'index' | 'audience' | 'kind'>,
  conditions: Filter,
  most: number,
): CatalogueHit[] =>
  index.search({ eligibility: audience, filter: [...kindFilter(kind), ...conditions], hitsPerPage: most }).hits.map(cardOf);
