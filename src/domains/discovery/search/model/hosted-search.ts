/**
 * Converts the shop's search calls to requests of a hosted search, and its responses to the shop's own.
 */

import { hasTexts, isJsonObject } from '#lib/json.ts';
import type { Market } from '#markets/market.ts';
import { type FacetCount, type Histogram, HistogramBuilder } from '#packages/search-engine/index.ts';
import { indexName } from './index-names.ts';
import { cardOf, facetAnswers, HELPFUL_HITS, type Kind, type ListHelp, type ListResult, listFacets, PAGE_SIZE } from './list-shape.ts';
import { PRICE_STOPS, priceScale } from './price-stops.ts';
import type { SearchHit } from './search-document.ts';
import { cleared, type RefinedSearch, searchFor } from './state.ts';
import { DISJUNCTIVE, hostedFilters } from './state-filter.ts';

/** URL of the hosted search, and the key of guests. */
export interface HostedSearchConfig {
  readonly url: string;
  readonly applicationId: string;
  readonly guestKey: string;
  /** True if a browser may send its user token before the shopper has decided about analytics. */
  readonly sendsBeforeChoice: boolean;
}

/** Market, kind and conditions of a hosted search. */
export interface HostedScope {
  readonly market: Market;
  readonly kind: Kind;
  /** Conditions of the page, in the grammar of `filters`. */
  readonly filter: string;
}

/** One request of a call, with the parameters next to the index name. */
export type HostedRequest = Readonly<Record<string, unknown>> & { readonly indexName: string };

/** A hit with the fields that the hosted search adds. */
export type HostedHit = SearchHit & {
  readonly soldOut?: unknown;
  readonly _highlightResult?: unknown;
  readonly queryID?: unknown;
  readonly __position?: unknown;
};

/** The fields of a result that the shop reads. */
export interface HostedResult {
  readonly hits?: readonly HostedHit[];
  readonly nbHits?: number;
  readonly nbPages?: number;
  readonly queryID?: string;
  readonly facets?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly facetHits?: readonly FacetCount[];
}

const MAX_VALUES = 1_000;

/** Excludes gift cards, which have their own page. */
const kindText = (kind: Kind): string => `isSpirit:${kind === 'spirits'} AND NOT category:"Gift card"`;

const scopeText = ({ kind, filter }: HostedScope): string => (filter === '' ? kindText(kind) : `${kindText(kind)} AND ${filter}`);

const common = (scope: HostedScope, state: RefinedSearch): HostedRequest => ({
  indexName: indexName(scope.market, state.sortBy),
  query: state.query,
  filters: scopeText(scope),
  ...hostedFilters(state),
});

/** A request that only counts. */
const counting = (request: HostedRequest): HostedRequest => ({ ...request, hitsPerPage: 0, analytics: false, clickAnalytics: false });

const omit = <V>(record: Readonly<Record<string, V>>, key: string): Record<string, V> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));

/** Returns facets with their own filter, which their counts ignore. */
const refinedFacets = ({ refinementList, multiRange }: RefinedSearch): string[] =>
  DISJUNCTIVE.filter((attribute) => attribute in refinementList || attribute in multiRange);

/** Makes the requests for a page of a list: the page, then each refined facet without its own filter. */
export const listRequests = (scope: HostedScope, state: RefinedSearch): HostedRequest[] => [
  {
    ...common(scope, state),
    facets: [...listFacets(scope.market), 'bottlePrice'],
    maxValuesPerFacet: MAX_VALUES,
    page: state.page - 1,
    hitsPerPage: PAGE_SIZE,
    clickAnalytics: true,
  },
  ...refinedFacets(state).map((attribute) => ({
    ...counting(
      common(scope, { ...state, refinementList: omit(state.refinementList, attribute), multiRange: omit(state.multiRange, attribute) }),
    ),
    facets: [attribute],
    maxValuesPerFacet: MAX_VALUES,
  })),
];

/** Makes the requests for help after no results: without filters, in the other shop, and popular offers. */
export const helpRequests = (scope: HostedScope, state: RefinedSearch): HostedRequest[] => [
  counting(common(scope, cleared(state))),
  counting(common({ ...scope, kind: scope.kind === 'wine' ? 'spirits' : 'wine', filter: '' }, searchFor(state.query))),
  { ...common(scope, searchFor('')), hitsPerPage: HELPFUL_HITS },
];

const isOptional = (value: unknown, type: 'number' | 'string'): boolean => value === undefined || typeof value === type;
const isHit = (value: unknown): boolean => hasTexts(value, ['objectID', 'offerId', 'name', 'url']);

const isHostedResult = (value: unknown): value is HostedResult =>
  isJsonObject(value) &&
  isOptional(value.nbHits, 'number') &&
  isOptional(value.nbPages, 'number') &&
  isOptional(value.queryID, 'string') &&
  (value.hits === undefined || (Array.isArray(value.hits) && value.hits.every(isHit))) &&
  (value.facets === undefined || isJsonObject(value.facets)) &&
  (value.facetHits === undefined || Array.isArray(value.facetHits));

/** Parses the body of a response. @throws TypeError if it is not the results of a search */
export function parseHostedResults(body: unknown): readonly HostedResult[] {
  const results: unknown = isJsonObject(body) ? body.results : null;
  if (!Array.isArray(results) || !results.every(isHostedResult)) throw new TypeError('The hosted search sent no results.');
  return results;
}

const countsIn = (result: HostedResult | undefined, attribute: string): FacetCount[] =>
  Object.entries(result?.facets?.[attribute] ?? {})
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));

/** Makes a histogram of the price slider from the number of hits by bottle price. Returns null if there are none. */
export function toPriceHistogram(counts: readonly FacetCount[]): Histogram | null {
  const histogram = new HistogramBuilder(PRICE_STOPS);
  for (const { value, count } of counts) histogram.add(Number(value), count);
  return histogram.finish();
}

/** Converts a hosted hit to a hit of the shop's own search. */
export function hostedHit(hit: HostedHit): ReturnType<typeof cardOf> {
  const { soldOut: _out, _highlightResult: _marks, queryID: _id, __position: _at, ...own } = hit;
  const card = cardOf(own);
  return { ...card, slot: card.slot === Number.MAX_SAFE_INTEGER ? null : card.slot };
}

const helpOf = (results: readonly HostedResult[], state: RefinedSearch): ListHelp => ({
  didYouMean: null,
  withoutFilters: results[0]?.nbHits ?? 0,
  elsewhere: state.query === '' ? 0 : (results[1]?.nbHits ?? 0),
  show: 'popular',
  hits: (results[2]?.hits ?? []).map(hostedHit),
});

/** Makes the list from the results of `listRequests`, and of `helpRequests` if there were no hits. */
export function hostedList(
  { market }: HostedScope,
  state: RefinedSearch,
  showAll: string,
  results: readonly HostedResult[],
  help: readonly HostedResult[],
): ListResult {
  const [main, ...others] = results;
  const refined = refinedFacets(state);
  const countsOf = (attribute: string): FacetCount[] => {
    const own = refined.indexOf(attribute);
    return countsIn(own === -1 ? main : others[own], attribute);
  };
  const total = main?.nbHits ?? 0;
  return {
    hits: (main?.hits ?? []).map(hostedHit),
    total,
    page: state.page,
    pages: Math.max(1, main?.nbPages ?? 1),
    facets: facetAnswers(market, state, showAll, countsOf),
    prices: priceScale(toPriceHistogram(countsOf('bottlePrice'))),
    help: total === 0 ? helpOf(help, state) : null,
    ...(main?.queryID === undefined ? {} : { queryID: main.queryID }),
  };
}

/** Makes a request for values of a facet by prefix. */
export const facetRequest = (
  scope: HostedScope,
  state: RefinedSearch,
  facet: string,
  facetQuery: string,
  maxFacetHits: number,
): HostedRequest => ({
  ...common(scope, { ...state, refinementList: omit(state.refinementList, facet) }),
  type: 'facet',
  facet,
  facetQuery,
  maxFacetHits,
});

/** Makes a request for the first offers of a query. */
export const createTextRequest = (scope: HostedScope, query: string, hitsPerPage: number): HostedRequest => ({
  ...common(scope, searchFor(query)),
  hitsPerPage,
});
