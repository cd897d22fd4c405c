import { describe, expect, test } from 'vitest';
import { createIndex } from '#packages/search-engine/index.ts';
import { generateOffers } from '#tests/bench/generate-offers.ts';
import { readIndexName } from './index-names.ts';
import type { SearchDocument } from './search-attributes.ts';
import { SearchAudience } from './search-audience.ts';
import { SEARCH_SCHEMA } from './search-schema.ts';
import { handleFacetQuery, handleObject, handleQueries, handleQuery, type WireContext } from './wire.ts';

const index = createIndex(SEARCH_SCHEMA, generateOffers(1_500, { seed: 11, hidden: 0.1 }));
const guest = new SearchAudience({ territory: 'AU', tiers: ['GUEST', 'ALL'], secret: false });
const context: WireContext<SearchDocument> = {
  resolve: (name) => {
    const read = readIndexName(name);
    return read?.market === 'AU' ? { index, sort: read.sort, audience: guest } : null;
  },
  clock: () => 0,
  newQueryID: () => 'f'.repeat(32),
};
const NAME = 'au_storefront_site_offers';

interface Body {
  readonly hits: readonly (SearchDocument & { readonly _highlightResult: Record<string, { value: string; matchLevel: string }> })[];
  readonly [field: string]: unknown;
}

const results = (...requests: object[]): Body[] => {
  const response = handleQueries(context, JSON.stringify({ requests }));
  expect(response.status).toBe(200);
  return JSON.parse(response.json).results;
};
const first = (request: object): Body => results({ indexName: NAME, ...request })[0] as Body;
const message = (text: string) => {
  const { status, json } = handleQueries(context, text);
  return [status, JSON.parse(json).message];
};
const errorOf = (request: object) => message(JSON.stringify({ requests: [{ indexName: NAME, ...request }] }));

describe('a search', () => {
  test('returns the same for the v4 client (encoded params) and the v5 client (flat) [SRCH-34]', () => {
    const params = {
      query: 'shiraz',
      hitsPerPage: 5,
      facets: ['countries', 'packPrice'],
      facetFilters: [['categories:Red', 'categories:White'], 'isMixed:-true'],
      numericFilters: ['packPrice>=100'],
    };
    const encoded = Object.entries(params)
      .map(([name, value]) => `${name}=${encodeURIComponent(typeof value === 'object' ? JSON.stringify(value) : String(value))}`)
      .join('&');
    const flat = first(params);
    expect(first({ params: encoded })).toEqual(flat);
    expect(flat.hits).toHaveLength(5);
    expect(flat.hits.every((hit) => hit.packPrice >= 100 && !hit.isMixed && ['Red', 'White'].includes(hit.category))).toBe(true);
    expect(JSON.parse(handleQuery(context, NAME, JSON.stringify({ params: encoded })).json)).toEqual(flat);
  });

  test('returns every field that clients read', () => {
    const body = first({ query: 'shiraz', facets: '*', clickAnalytics: true, page: 1, hitsPerPage: 3 });
    expect(body).toMatchObject({
      page: 1,
      hitsPerPage: 3,
      query: 'shiraz',
      index: NAME,
      queryID: 'f'.repeat(32),
      processingTimeMS: 1,
      exhaustive: { facetsCount: true, facetValues: true, nbHits: true, rulesMatch: true, typo: true },
      exhaustiveFacetsCount: true,
      exhaustiveNbHits: true,
      exhaustiveTypo: true,
      params: 'query=shiraz&facets=*&clickAnalytics=true&page=1&hitsPerPage=3',
    });
    expect(body.nbPages).toBe(Math.ceil(Math.min(Number(body.nbHits), 1000) / 3));
    expect(body.facets).toHaveProperty('isMixed.false');
    expect(body.facets_stats).toHaveProperty('packPrice.avg');
    expect(first({})).not.toHaveProperty('queryID');
  });

  test('orders a replica as its name says [SRCH-32]', () => {
    const prices = (name: string) => first({ indexName: name, hitsPerPage: 1000 }).hits.map((hit) => hit.bottlePrice);
    const ascending = prices(`${NAME}_price_asc`);
    expect(ascending).toEqual([...ascending].sort((a, b) => a - b));
    const descending = prices(`${NAME}_price_desc`);
    expect(descending).toEqual([...descending].sort((a, b) => b - a));
    expect(descending[0]).toBeGreaterThan(ascending[0] ?? 0);
  });

  test('returns 1000 hits by default and at most, none for 0, and none beyond the thousandth [SRCH-43]', () => {
    expect(first({}).hits).toHaveLength(1000);
    expect(results(...Array.from({ length: 10 }, () => ({ indexName: NAME }))).map(({ hits }) => hits.length)).toEqual(
      Array(10).fill(1_000),
    );
    expect(message(JSON.stringify({ requests: Array.from({ length: 11 }, () => ({ indexName: NAME })) }))).toEqual([
      400,
      'Too many hits, a call returns at most 10000 in total: ask for fewer with "hitsPerPage", or in several calls',
    ]);
    expect(first({ hitsPerPage: 5000 })).toMatchObject({ hitsPerPage: 1000, nbPages: 1 });
    expect(first({ hitsPerPage: 0 })).toMatchObject({ hits: [], nbPages: 0 });
    expect(first({ page: 50, hitsPerPage: 20 }).hits).toEqual([]);
    expect(first({ offset: 5, length: 2 }).hits).toEqual(first({ hitsPerPage: 7 }).hits.slice(5));
  });

  test('highlights matches with the requested tags', () => {
    const tags = { highlightPreTag: '__ais-highlight__', highlightPostTag: '__/ais-highlight__' };
    const [hit] = first({ query: 'merl', ...tags }).hits;
    expect(hit?._highlightResult.varietal).toEqual({
      value: '__ais-highlight__Merl__/ais-highlight__ot',
      matchLevel: 'full',
      matchedWords: ['merl'],
      fullyHighlighted: false,
    });
    expect(Object.keys(first({ attributesToHighlight: ['name'] }).hits[0]?._highlightResult ?? {})).toEqual(['name']);
    expect(first({ attributesToHighlight: [] }).hits[0]).not.toHaveProperty('_highlightResult');
  });

  test('returns the requested attributes', () => {
    expect(Object.keys(first({ attributesToRetrieve: ['name'], attributesToHighlight: [] }).hits[0] ?? {}).sort()).toEqual([
      'name',
      'objectID',
    ]);
    expect(first({ attributesToRetrieve: ['-name'] }).hits[0]).not.toHaveProperty('name');
    expect(Object.keys(first({ responseFields: 'nbHits' }))).toEqual(['nbHits']);
  });

  test('returns nothing beyond the limits of the key, whatever the parameters', () => {
    const requested = ['tiersEligible:GOLD', 'secret:true', 'NOT tiersEligible:GUEST'].map((filters) => ({
      indexName: NAME,
      filters,
      audience: 'any',
      facets: ['*'],
    }));
    expect(results(...requested).map((body) => body.nbHits)).toEqual([0, 0, 0]);
  });
});

describe('a search for facet values', () => {
  test('returns the same by its own path and as an entry of type facet [SRCH-35]', () => {
    const { json } = handleFacetQuery(context, NAME, 'countries', JSON.stringify({ params: 'facetQuery=fra&maxFacetHits=5' }));
    const body = JSON.parse(json);
    expect(body).toMatchObject({ facetHits: [{ value: 'France', highlighted: '<em>Fra</em>nce' }], exhaustiveFacetsCount: true });
    expect(first({ type: 'facet', facet: 'countries', facetQuery: 'fra', maxFacetHits: 5 })).toEqual(body);
  });

  test('counts within the search', () => {
    const hits = (request: object): { count: number }[] =>
      JSON.parse(handleFacetQuery(context, NAME, 'countries', JSON.stringify(request)).json).facetHits;
    const within = hits({ facetQuery: 'fra', query: 'merlot' })[0]?.count ?? 0;
    expect(within).toBe(first({ query: 'merlot', filters: 'countries:France' }).nbHits);
    expect(within).toBeLessThan(hits({ facetQuery: 'fra' })[0]?.count ?? 0);
  });

  test('rejects an attribute that is no facet', () => {
    expect(handleFacetQuery(context, NAME, 'story', '{}').status).toBe(400);
  });
});

describe('an object', () => {
  const visible = first({}).hits[0]?.objectID ?? '';
  const hidden =
    index.search({ eligibility: new SearchAudience({ territory: 'AU', tiers: ['GOLD'], secret: false }) }).hits[0]?.objectID ?? '';

  test('returns all attributes or the requested ones', () => {
    expect(JSON.parse(handleObject(context, NAME, visible).json)).toMatchObject({ objectID: visible, audience: expect.any(String) });
    expect(JSON.parse(handleObject(context, NAME, visible, 'name').json)).toEqual({ objectID: visible, name: expect.any(String) });
  });

  test('returns 404 for a hidden object', () => {
    expect(hidden).not.toBe('');
    expect(handleObject(context, NAME, hidden)).toEqual(handleObject(context, NAME, 'none'));
    expect(handleObject(context, NAME, 'none')).toEqual({ status: 404, json: '{"message":"ObjectID does not exist","status":404}' });
  });
});

describe('an error [SRCH-36]', () => {
  test.each([
    ['no JSON', '{', 400, 'Invalid JSON'],
    ['no object', '[]', 400, 'Expecting a JSON object'],
    ['no requests', '{}', 400, 'Expecting "requests", a list'],
    ['an unknown index', '{"requests":[{"indexName":"other"}]}', 404, 'Index other does not exist'],
    ['a request that is no object', '{"requests":[1]}', 400, 'Expecting requests to be objects'],
    [
      'too many requests',
      JSON.stringify({ requests: Array(51).fill({ indexName: NAME }) }),
      400,
      'Too many requests, at most 50 are allowed',
    ],
  ])('of %s has a message', (_, text, status, expected) => {
    expect(message(text)).toEqual([status, expected]);
  });

  test.each([
    ['filters', { filters: 'a AND' }, 'filters: Unexpected token end of filter expected filter at col 5'],
    ['facetFilters', { facetFilters: ['x'] }, 'facetFilters: expected attribute:value, got x'],
    ['a number', { hitsPerPage: 'ten' }, 'Invalid value for "hitsPerPage" parameter, expected a whole number from 0'],
    ['a negative number', { page: -1 }, 'Invalid value for "page" parameter, expected a whole number from 0'],
    ['a query', { query: ['a'] }, 'Invalid value for "query" parameter, expected a string'],
    ['a list', { facets: [1] }, 'Invalid value for "facets" parameter, expected a list of strings'],
    ['typoTolerance', { typoTolerance: 'much' }, 'Invalid value for "typoTolerance" parameter, expected true, false, min or strict'],
    ['encoding', { params: 'query=%E0%A4%A' }, 'Invalid encoding in "params"'],
  ])('of a malformed %s has a message', (_, request, message) => {
    expect(errorOf(request)).toEqual([400, message]);
  });
});
