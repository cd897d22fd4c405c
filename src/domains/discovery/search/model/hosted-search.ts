/**
 * Converts the shop's search calls to requests of a hosted search, and its responses to the shop's own.
 */

import type { Market } from '#markets/market.ts';
import type { FacetCount } from '#packages/search-engine/index.ts';
import { indexName } from './index-names.ts';
import {
  cardOf,
  facetAnswers,
  HELPFUL_HITS,
  type Kind,
  type ListHelp,
  type ListResult,
  listFacets,
  PAGE_SIZE,
  pricesOf,
} from './list-shape.ts';
import type { SearchHit } from './search-document.ts';
import { cleared, type RefinedSearch, searchFor } from './state.ts';
import { DISJUNCTIVE, hostedFilters } from './state-filter.ts';

/** Where it is, and the key that sees what a guest sees. */
export interface HostedSearchConfig {
  readonly url: string;
  readonly applicationId: string;
  readonly guestKey: string;
  /** Whether a browser names itself there before its shopper chose about analytics. */
  readonly sendsBeforeChoice: boolean;
}

export interface HostedScope {
  readonly market: Market;
  readonly kind: Kind;
  /** Conditions that a page brings along, in the grammar of `filters`. */
  readonly filter: string;
}

/** One of the requests of a call; parameters beside the index's name. */
export type HostedRequest = Readonly<Record<string, unknown>> & { readonly indexName: string };

/** What this reads of a result. */
export interface HostedResult {
  readonly hits?: readonly (SearchHit & Readonly<Record<string, unknown>>)[];
  readonly nbHits?: number;
  readonly nbPages?: number;
  readonly queryID?: string;
  readonly facets?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly facetHits?: readonly FacetCount[];
}

const MAX_VALUES = 1_000;

/** What stands in lists of a kind: gift cards are sold on a page of their own. */
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

/** Facets with a filter of their own, which they are counted without. */
const refinedFacets = ({ refinementList, multiRange }: RefinedSearch): string[] =>
  DISJUNCTIVE.filter((attribute) => attribute in refinementList || attribute in multiRange);

/** Requests for a page of a list: the page itself, then each refined facet without its own filter. */
export const listRequests = (scope: HostedScope, state: RefinedSearch): HostedRequest[] => [
  {
    ...common(scope, state),
    facets: listFacets(scope.market),
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

/** Requests for what helps where nothing was found: without filters, in the other shop, what others buy. */
export const helpRequests = (scope: HostedScope, state: RefinedSearch): HostedRequest[] => [
  counting(common(scope, cleared(state))),
  counting(common({ ...scope, kind: scope.kind === 'wine' ? 'spirits' : 'wine', filter: '' }, searchFor(state.query))),
  { ...common(scope, searchFor('')), hitsPerPage: HELPFUL_HITS },
];

const countsIn = (result: HostedResult | undefined, attribute: string): FacetCount[] =>
  Object.entries(result?.facets?.[attribute] ?? {})
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));

/** A hit as the shop's own search answers it, without what was added for the hosted one. */
export function hostedHit(hit: SearchHit & Readonly<Record<string, unknown>>): ReturnType<typeof cardOf> {
  const { soldOut: _out, _highlightResult: _marks, queryID: _id, __position: _at, ...own } = hit;
  const card = cardOf(own as unknown as SearchHit);
  return { ...card, slot: card.slot === Number.MAX_SAFE_INTEGER ? null : card.slot };
}

const helpOf = (results: readonly HostedResult[], state: RefinedSearch): ListHelp => ({
  didYouMean: null,
  withoutFilters: results[0]?.nbHits ?? 0,
  elsewhere: state.query === '' ? 0 : (results[1]?.nbHits ?? 0),
  show: 'popular',
  hits: (results[2]?.hits ?? []).map(hostedHit),
});

/** In: the results of `listRequests`, and those of `helpRequests` where nothing was found. Out: the list. */
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
    prices: pricesOf(countsOf('bottlePrice')),
    help: total === 0 ? helpOf(help, state) : null,
    ...(main?.queryID === undefined ? {} : { queryID: main.queryID }),
  };
}

/** A request for values of a facet that begin with some words. */
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

/** A request for the first offers that some words find. */
export const wordsRequest = (scope: HostedScope, words: string, hitsPerPage: number): HostedRequest => ({
  ...common(scope, searchFor(words)),
  hitsPerPage,
});
