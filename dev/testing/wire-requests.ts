/** Requests of the search protocol that try to see more than the key allows. */
import { MARKETS } from '../../src/market/market.ts';
import { indexName } from '../../src/search/index-names.ts';
import { SORTS } from '../../src/search-engine/default-order.ts';
import { OFFER_CANARIES } from './canaries.ts';

interface WireRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly body?: string;
}

const FACETS = ['countries', 'regions', 'varietals', 'tags', 'category', 'tiersEligible', 'brand'];

/** @param isFull every order of every market, and each canary by each of its words */
export function wireRequests(isFull: boolean): WireRequest[] {
  const names = MARKETS.flatMap((market) => (isFull ? SORTS : SORTS.slice(0, 1)).map((sort) => indexName(market, sort)));
  const query = (index: string, asked: object): WireRequest => ({
    method: 'POST',
    url: `/1/indexes/${index}/query`,
    body: JSON.stringify(asked),
  });
  return names.flatMap((index) => [
    query(index, { query: '', hitsPerPage: 1_000, facets: ['*'], maxValuesPerFacet: 100 }),
    query(index, { query: 'qz', hitsPerPage: 1_000, getRankingInfo: true }),
    query(index, { query: '', filters: 'secret:true', hitsPerPage: 1_000 }),
    query(index, { query: '', filters: 'tiersEligible:GOLD OR tiersEligible:GUEST OR tiersEligible:ALL', hitsPerPage: 1_000 }),
    ...OFFER_CANARIES.flatMap(({ name, offer }): WireRequest[] => [
      query(index, { query: `qz${name}name` }),
      { method: 'GET', url: `/1/indexes/${index}/${offer.offerId}` },
      ...(isFull ? [query(index, { query: `qz${name}plac` }), query(index, { query: '', filters: `tags:qz${name}tag` })] : []),
    ]),
    ...FACETS.map(
      (facet): WireRequest => ({
        method: 'POST',
        url: `/1/indexes/${index}/facets/${facet}/query`,
        body: JSON.stringify({ facetQuery: '', maxFacetHits: 100 }),
      }),
    ),
    {
      method: 'POST',
      url: '/1/indexes/*/queries',
      body: JSON.stringify({ requests: [{ indexName: index, query: '', hitsPerPage: 1_000, facets: ['*'] }] }),
    },
  ]);
}
