/** Runs the hosted search's real client libraries, unchanged, against the shop [SRCH-34]. */
import { createRequire } from 'node:module';
import algoliasearchHelper, { type SearchResults } from 'algoliasearch-helper';
import { liteClient } from 'algoliasearch-v5/lite';
import { createElement, type FunctionComponent, type ReactElement, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import searchInsights, { type InsightsClient } from 'search-insights';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestCustomer, type TestCustomer } from '#tests/fixtures/customer.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { searchContract } from '../contract.ts';
import type { SearchHit } from '../model/search-document.ts';

/** The browser build of version 4 lite, which its package exports for bundlers only. */
const algoliasearchV4 = createRequire(import.meta.url)(
  'algoliasearch/dist/algoliasearch-lite.umd.js',
) as typeof import('algoliasearch/lite.js').default;

/** Its types describe the browser build, which is not a Node module. */
const aa = searchInsights as unknown as InsightsClient;

interface FacetItem {
  readonly label: string;
  readonly count: number;
}

/** The used part of the React library, whose types do not resolve under Node's rules. */
interface ReactLibrary {
  readonly InstantSearch: FunctionComponent<{ searchClient: unknown; indexName: string; initialUiState: unknown; children?: ReactNode }>;
  getServerState(
    page: ReactElement,
    how: { renderToString: (page: ReactElement) => string },
  ): Promise<{ initialResults: Record<string, { results: readonly unknown[] }> }>;
  useHits(): { readonly items: readonly SearchHit[] };
  useRefinementList(of: { attribute: string; operator: 'or' }): { readonly items: readonly FacetItem[] };
  useRange(of: { attribute: string }): { readonly range: { readonly min?: number; readonly max?: number } };
  useSearchBox(): { readonly query: string };
}

const INDEX = 'au_storefront_site_offers';

let shop: TestShop;
let gold: TestCustomer;
let staff: TestCustomer;

beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock(
    {
      offerId: 'shiraz',
      productId: 1,
      name: 'Old Block Shiraz',
      varietal: 'Shiraz',
      region: 'Barossa Valley',
      country: 'Australia',
      prices: { AU: { packPrice: 300 }, SG: { packPrice: 390 } },
    },
    {
      offerId: 'syrah',
      productId: 2,
      name: 'Hill Syrah',
      varietal: 'Syrah',
      region: 'Yarra Valley',
      country: 'Australia',
      prices: { AU: { packPrice: 120 } },
    },
    {
      offerId: 'riesling',
      productId: 3,
      name: 'River Riesling',
      category: 'White',
      varietal: 'Riesling',
      region: 'Mosel',
      country: 'Germany',
      prices: { AU: { packPrice: 60 } },
    },
    {
      offerId: 'gin',
      productId: 4,
      name: 'Coast Gin',
      category: 'Gin',
      country: 'Australia',
      vintage: '',
      prices: { AU: { packPrice: 480 } },
    },
    { offerId: 'gold', productId: 5, name: 'Gold Shiraz', varietal: 'Shiraz', tiersEligible: ['GOLD'], prices: { AU: { packPrice: 600 } } },
    {
      offerId: 'black',
      productId: 6,
      name: 'Black Shiraz',
      varietal: 'Shiraz',
      tiersEligible: ['BLACK'],
      prices: { AU: { packPrice: 700 } },
    },
    { offerId: 'market', productId: 7, name: 'Black Market Shiraz', varietal: 'Shiraz', secret: true, prices: { AU: { packPrice: 90 } } },
    { offerId: 'singapore', productId: 8, name: 'Island Shiraz', varietal: 'Shiraz', audience: 'SG', prices: { SG: { packPrice: 90 } } },
  );
  [gold, staff] = await Promise.all([createTestCustomer(shop, { tier: 'GOLD' }), createTestCustomer(shop, { isStaff: true })]);
});

afterAll(() => shop.stop());

/** The browser build of version 4 uses XMLHttpRequest; this test sends its requests with fetch. */
const requester = {
  async send(request: { url: string; method: string; headers: Readonly<Record<string, string>>; data?: string | undefined }) {
    const response = await fetch(request.url, { method: request.method, headers: request.headers, body: request.data ?? null });
    return { status: response.status, content: await response.text(), isTimedOut: false };
  },
};

const v4 = (key = 'guest') =>
  algoliasearchV4('shop', key, { hosts: [{ url: `localhost:${shop.running.port}`, protocol: 'http' }], requester });
const v5 = (key = 'guest') =>
  liteClient('shop', key, { hosts: [{ url: `localhost:${shop.running.port}`, protocol: 'http', accept: 'readWrite' }] });
const keyOf = async (customer: TestCustomer) => {
  const result = await shop.call(searchContract).key({}, { bearer: customer.bearer });
  if (!result.ok) throw new Error(result.title);
  return result.value.data;
};
const idsOf = (results: { hits: readonly { objectID: string }[] } | undefined) => results?.hits.map(({ objectID }) => objectID).sort();
const first = (result: { results: readonly unknown[] }) =>
  result.results[0] as { hits: SearchHit[]; nbHits: number } & Record<string, unknown>;

describe('version 4 lite', () => {
  test('searches with highlights, facets and filters [API-72]', async () => {
    const { results } = await v4().search<SearchHit>([
      {
        indexName: INDEX,
        query: 'shiraz',
        params: { facets: ['varietals', 'packPrice'], highlightPreTag: '<b>', highlightPostTag: '</b>' },
      },
      { indexName: `${INDEX}_price_asc`, params: { filters: 'isSpirit:false', hitsPerPage: 2 } },
    ]);
    const [found, cheapest] = results as unknown as Record<string, unknown>[];
    expect(found).toMatchObject({
      nbHits: 2,
      index: INDEX,
      facets: { varietals: { Shiraz: 1, Syrah: 1 } },
      facets_stats: { packPrice: { min: 120, max: 300 } },
    });
    const highlighted = { _highlightResult: { name: { value: 'Old Block <b>Shiraz</b>', matchLevel: 'full' } } };
    expect(found?.hits).toContainEqual(expect.objectContaining({ objectID: 'shiraz', _highlightResult: expect.anything() }));
    expect(first({ results }).hits.find(({ objectID }) => objectID === 'shiraz')).toMatchObject(highlighted);
    expect(cheapest?.hits).toMatchObject([{ objectID: 'riesling' }, { objectID: 'syrah' }]);
  });

  test('searches for facet values', async () => {
    const [response] = await v4().searchForFacetValues([
      { indexName: INDEX, params: { facetName: 'regions', facetQuery: 'val', maxFacetHits: 10 } },
    ]);
    expect(response?.facetHits.map(({ value }) => value).sort()).toEqual(['Barossa Valley', 'Yarra Valley']);
  });
});

describe('version 5 lite', () => {
  test('searches, by price, one page at a time', async () => {
    const response = await v5().search<SearchHit>({ requests: [{ indexName: `${INDEX}_price_desc`, hitsPerPage: 1, page: 1 }] });
    expect(first(response)).toMatchObject({ page: 1, nbPages: 4, hits: [{ objectID: 'shiraz' }] });
  });

  test('searches for facet values', async () => {
    const { results } = await v5().searchForFacets({
      requests: [{ indexName: INDEX, type: 'facet', facet: 'countries', facetQuery: 'aus' }],
    });
    expect(results).toMatchObject([{ facetHits: [{ value: 'Australia', highlighted: '<em>Aus</em>tralia', count: 3 }] }]);
  });

  test('reads the message of a rejected search [SRCH-36]', async () => {
    await expect(v5().search({ requests: [{ indexName: INDEX, filters: 'a:b OR (c:d AND e:f)' }] })).rejects.toThrow(
      /filter \(X AND Y\) OR Z/,
    );
    await expect(v5().search({ requests: [{ indexName: 'nowhere' }] })).rejects.toThrow('Index nowhere does not exist');
  });
});

describe('limits of a key', () => {
  const all = (key: string, parameters: Record<string, unknown> = {}) =>
    v5(key).search<SearchHit>({ requests: [{ indexName: INDEX, query: 'shiraz', typoTolerance: false, ...parameters }] });

  test('guests see offers for everyone [SRCH-39]', async () => {
    expect(idsOf(first(await all('guest')))).toEqual(['shiraz', 'syrah']);
  });

  test('customers also see offers of their tier, and secret offers [SRCH-40]', async () => {
    expect(idsOf(first(await all((await keyOf(gold)).key)))).toEqual(['gold', 'market', 'shiraz', 'syrah']);
  });

  test('staff see every tier [SRCH-41]', async () => {
    expect(idsOf(first(await all((await keyOf(staff)).key)))).toEqual(['black', 'gold', 'market', 'shiraz', 'syrah']);
  });

  test.each([
    { filters: 'tiersEligible:BLACK OR tiersEligible:GOLD' },
    { facetFilters: [['tiersEligible:BLACK']] },
    { filters: 'secret:true' },
    { objectIDs: ['black'], audience: 'SG', tiers: 'any' },
  ])('cannot be widened by parameters: %j', async (parameters) => {
    const ids = idsOf(first(await all('guest', parameters))) ?? [];
    expect(ids.filter((id) => !['shiraz', 'syrah'].includes(id))).toEqual([]);
  });

  test('restrict each market to its own index and site [SRCH-31]', async () => {
    await expect(v5().search({ requests: [{ indexName: 'sg_storefront_site_offers' }] })).rejects.toThrow(/does not exist/);
    const response = await shop.get(
      '/1/indexes/sg_storefront_site_offers/singapore?x-algolia-application-id=shop&x-algolia-api-key=guest',
      {},
      'sg.localhost',
    );
    expect(JSON.parse(response.text)).toMatchObject({ objectID: 'singapore', packPrice: 90 });
  });

  test.each([
    { name: 'an unknown key', query: 'x-algolia-application-id=shop&x-algolia-api-key=other' },
    { name: 'another application', query: 'x-algolia-application-id=other&x-algolia-api-key=guest' },
    { name: 'no key', query: '' },
  ])('reject $name with 403 [SRCH-38, SRCH-42]', async ({ query }) => {
    const response = await shop.get(`/1/indexes/${INDEX}/shiraz?${query}`);
    expect([response.status, JSON.parse(response.text).message]).toEqual([403, 'Invalid Application-ID or API key']);
  });

  test('an altered key is rejected with 403 [SRCH-42]', async () => {
    const { key, validUntil } = await keyOf(gold);
    const text = Buffer.from(key, 'base64').toString();
    expect(text.slice(64)).toContain(`validUntil=${validUntil}`);
    const altered = Buffer.from(text.replace('GOLD', 'BLACK')).toString('base64');
    await expect(all(altered)).rejects.toThrow('Invalid Application-ID or API key');
  });

  test('hide an object with 404', async () => {
    const hidden = await shop.get(`/1/indexes/${INDEX}/black?x-algolia-application-id=shop&x-algolia-api-key=guest`);
    expect([hidden.status, JSON.parse(hidden.text)]).toEqual([404, { message: 'ObjectID does not exist', status: 404 }]);
  });

  test('require a token for a customer’s key [SRCH-40, API-71]', async () => {
    expect(await shop.call(searchContract).key({})).toMatchObject({ ok: false, status: 401, code: 'token_missing' });
  });
});

test('keep the counts of a chosen facet’s other values for disjunctive refinement', async () => {
  const helper = algoliasearchHelper(v4() as never, INDEX, { disjunctiveFacets: ['varietals'], facets: ['countries'] });
  const results = await new Promise<SearchResults<SearchHit>>((resolve, reject) => {
    helper.on('result', (event) => resolve(event.results as SearchResults<SearchHit>));
    helper.on('error', ({ error }) => reject(error));
    helper.addDisjunctiveFacetRefinement('varietals', 'Shiraz').search();
  });
  expect(idsOf(results)).toEqual(['shiraz']);
  expect(results.getFacetValues('varietals', { sortBy: ['name:asc'] })).toMatchObject([
    { name: 'Riesling', count: 1, isRefined: false },
    { name: 'Shiraz', count: 1, isRefined: true },
    { name: 'Syrah', count: 1, isRefined: false },
  ]);
});

test('react-instantsearch renders results, facets and ranges', async () => {
  const { getServerState, InstantSearch, useHits, useRange, useRefinementList, useSearchBox } = (await import(
    'react-instantsearch'
  )) as unknown as ReactLibrary;
  const Page = () => {
    const { items: hits } = useHits();
    const { items } = useRefinementList({ attribute: 'countries', operator: 'or' });
    const { range } = useRange({ attribute: 'packPrice' });
    const { query } = useSearchBox();
    const shown = {
      query,
      hits: hits.map(({ objectID }) => objectID),
      countries: items.map(({ label, count }) => [label, count]),
      range,
    };
    return createElement('pre', null, JSON.stringify(shown));
  };
  const page = createElement(
    InstantSearch,
    { searchClient: v5(), indexName: INDEX, initialUiState: { [INDEX]: { query: 'valley', range: { packPrice: '100:400' } } } },
    createElement(Page),
  );
  const state = await getServerState(page, { renderToString });
  const results = state.initialResults[INDEX]?.results?.[0] as unknown as { hits: SearchHit[]; facets: unknown };
  expect(idsOf(results)).toEqual(['shiraz', 'syrah']);
  expect(results.facets).toMatchObject({ countries: { Australia: 2 } });
});

describe('insights', () => {
  const post = (body: unknown, type = 'text/plain') =>
    fetch(`http://localhost:${shop.running.port}/1/events?X-Algolia-Application-Id=shop&X-Algolia-API-Key=guest`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: JSON.stringify(body),
    });
  const event = {
    eventType: 'click',
    eventName: 'Clicked',
    index: INDEX,
    userToken: 'guest-1',
    timestamp: Date.now(),
    objectIDs: ['shiraz'],
    positions: [1],
  };

  test.each([
    { name: 'a click', events: [event], status: 200 },
    { name: 'an unknown type', events: [{ ...event, eventType: 'gaze' }], status: 200 },
    { name: 'two positions for one object', events: [{ ...event, positions: [1, 2] }], status: 422 },
    { name: 'a name of 65 letters', events: [{ ...event, eventName: 'x'.repeat(65) }], status: 422 },
    { name: 'an event of last year', events: [{ ...event, timestamp: Date.now() - 31 * 86_400_000 }], status: 422 },
    { name: 'too many', events: Array(1_001).fill(event), status: 422 },
  ])('answers $name with $status', async ({ events, status }) => {
    expect((await post({ events })).status).toBe(status);
    expect((await post({ events }, 'application/json')).status).toBe(status);
  });

  test('accepts the library’s own events with the replica, its query and the position over all pages', async () => {
    const search = { indexName: `${INDEX}_price_desc`, hitsPerPage: 1, page: 1, clickAnalytics: true };
    const { hits, index, page, queryID } = first(await v5().search<SearchHit>({ requests: [search] }));
    aa('init', { appId: 'shop', apiKey: 'guest', host: `http://localhost:${shop.running.port}`, userToken: 'library' });
    const objectIDs = hits.map(({ objectID }) => objectID);
    const about = { index: String(index), queryID: String(queryID), objectIDs };
    expect(await aa('clickedObjectIDsAfterSearch', { ...about, eventName: 'Clicked', positions: [Number(page) + 1] })).toBe(true);
    expect(await aa('addedToCartObjectIDsAfterSearch', { ...about, eventName: 'Added' })).toBe(true);
    expect(await aa('viewedObjectIDs', { index: INDEX, objectIDs, eventName: 'Viewed' })).toBe(true);
    const readSettings = () =>
      shop.database.queryMany<{ name: string; properties: unknown }>({
        text: "select name, event->'properties' as properties from analytics_events where anonymous_id = 'library' order by name",
      });
    await expect.poll(readSettings).toEqual([
      { name: 'insight click', properties: { ...about, eventName: 'Clicked', positions: [2] } },
      { name: 'insight conversion', properties: { ...about, eventName: 'Added', eventSubtype: 'addToCart' } },
      { name: 'insight view', properties: { index: INDEX, objectIDs, eventName: 'Viewed' } },
    ]);
    expect([index, objectIDs]).toEqual([`${INDEX}_price_desc`, ['shiraz']]);
  });
});
