import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GUEST } from '#domains/catalogue/model/audience.ts';
import { createIndex } from '#packages/search-engine/index.ts';
import { generateOffers } from '#tests/bench/generate-offers.ts';
import { runs } from '#tests/stress/run-count.ts';
import { facetRequest, type HostedRequest, type HostedResult, hostedList, listRequests } from './hosted-search.ts';
import { readIndexName } from './index-names.ts';
import { audienceOf, type SearchHit } from './search-document.ts';
import { SEARCH_SCHEMA } from './search-schema.ts';
import { EMPTY_SEARCH, type RefinedSearch } from './state.ts';
import { toListResult } from './to-list-result.ts';
import { handleQueries } from './wire.ts';

const documents = generateOffers(600, { seed: 5, hidden: 0.1 }) as SearchHit[];
const index = createIndex(SEARCH_SCHEMA, documents);
const audience = audienceOf('AU', GUEST);
const ask = (requests: readonly HostedRequest[]): HostedResult[] => {
  const { status, json } = handleQueries(
    {
      resolve: (name) => {
        const sort = readIndexName(name)?.sort;
        return sort ? { index, sort, audience } : null;
      },
      clock: () => 0,
      newQueryID: () => 'f'.repeat(32),
    },
    JSON.stringify({ requests }),
  );
  expect(status).toBe(200);
  return JSON.parse(json).results;
};

const values = (attribute: 'categories' | 'varietals' | 'countries' | 'packSize'): string[] => [
  ...new Set(documents.flatMap((document) => [document[attribute]].flat().map(String))),
];
const state: fc.Arbitrary<RefinedSearch> = fc.record({
  query: fc.constantFrom('', 'shiraz', 'estate', 'nothing like this'),
  page: fc.constantFrom(1, 2),
  sortBy: fc.constantFrom('default' as const, 'price_asc' as const, 'price_desc' as const),
  toggle: fc.subarray(['secret', 'isMixed']),
  refinementList: fc
    .record({
      categories: fc.subarray(values('categories'), { maxLength: 2 }),
      varietals: fc.subarray(values('varietals'), { maxLength: 2 }),
      countries: fc.subarray(values('countries'), { maxLength: 3 }),
      packSize: fc.subarray(values('packSize'), { maxLength: 1 }),
    })
    .map((lists) => Object.fromEntries(Object.entries(lists).filter(([, chosen]) => chosen.length > 0))),
  multiRange: fc.constantFrom({}, { bottlePrice: { low: 15, high: 60 } }, { bottlePrice: { low: null, high: 30 } }),
});

test('makes the same list from hosted responses as from the shop’s own index', () => {
  fc.assert(
    fc.property(state, fc.constantFrom('', 'countries:"France"'), (displayed, filter) => {
      const scope = { market: 'AU', kind: 'wine', filter } as const;
      const own = toListResult({ index, audience, market: 'AU', kind: 'wine', carried: filter }, displayed, 'regions');
      const hosted = hostedList(scope, displayed, 'regions', ask(listRequests(scope, displayed)), []);
      expect({ ...hosted, help: null }).toEqual({ ...own, help: null, queryID: 'f'.repeat(32) });
    }),
    { numRuns: runs(60) },
  );
});

test('searches for values of a facet without the facet’s own filter', () => {
  const chosen = { ...EMPTY_SEARCH, refinementList: { countries: ['France'] } };
  const scope = { market: 'AU', kind: 'wine', filter: '' } as const;
  const [found] = ask([facetRequest(scope, chosen, 'countries', 'aus', 10)]);
  expect(found?.facetHits?.map(({ value }) => value)).toContain('Australia');
});
