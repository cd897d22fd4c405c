/**
 * Measures the search engine on generated offers: build time, memory, and the duration of a search with eight facets by kind of query,
 * compared with MiniSearch on the same offers.
 * Run: node --expose-gc tests/bench/search-engine.ts [offers …], by default 10000 and 100000. A million offers need
 * --max-old-space-size=9000.
 *
 * Results on a busy machine with two cores (load 17 to 29), so they show ratios and memory, not speed. p50 of all kinds of query with
 * eight facets: 0.26 ms at 10,000 offers, 0.84 ms at 100,000, 14 ms at 1,000,000. MiniSearch: 3.4 ms and 21 ms at the first two.
 * Memory without the documents: 6, 41 and 388 MB. MiniSearch, without filters, facets and prices: 11 and 29 MB.
 */

import MiniSearch from 'minisearch';
import type { SearchDocument } from '#domains/discovery/search/model/search-attributes.ts';
import { SearchAudience } from '#domains/discovery/search/model/search-audience.ts';
import { SEARCH_SCHEMA } from '#domains/discovery/search/model/search-schema.ts';
import { createIndex, hasValue, isBetween, type SearchIndex, type SearchRequest } from '#packages/search-engine/index.ts';
import { generateOffers, randomFrom } from './generate-offers.ts';

const FACETS = ['priceRange', 'categories', 'varietals', 'countries', 'regions', 'vintage', 'packSize', 'tags'];
const ROUNDS = 2_000;
const WARMUP_ITERATIONS = 60;
/** Maximum number of offers for MiniSearch. Larger lists take minutes and gigabytes. */
const MINI_MOST = 100_000;
const audience = new SearchAudience({ territory: 'AU', tiers: ['GUEST', 'ALL'], secret: false });
const base: SearchRequest = { eligibility: audience, facets: FACETS, disjunctive: FACETS, hitsPerPage: 40 };

type Kind = (document: SearchDocument, random: () => number) => SearchRequest;

const typo = (text: string, random: () => number): string => {
  const at = 1 + Math.floor(random() * (text.length - 2));
  return text.slice(0, at) + text.slice(at + 1);
};

/** Kinds of requests, each built from an offer of the list. */
const KINDS: Readonly<Record<string, Kind>> = {
  everything: () => base,
  'everything by price': () => ({ ...base, sort: 'price_asc' }),
  title: (d) => ({ ...base, query: `${d.brand} ${d.name} ${d.vintage}` }),
  producer: (d) => ({ ...base, query: d.brand }),
  'varietal and region': (d) => ({ ...base, query: `${d.varietal} ${d.region}` }),
  'as typed': (d, random) => ({ ...base, query: d.name.slice(0, 1 + Math.floor(random() * d.name.length)) }),
  'title with a typo': (d, random) => ({ ...base, query: `${d.brand} ${typo(d.name, random)}` }),
  'varietal by price': (d) => ({ ...base, query: d.varietal, sort: 'price_desc' }),
  filters: (d) => ({
    ...base,
    filter: [
      [hasValue('countries', d.country)],
      [hasValue('categories', 'Red'), hasValue('categories', 'White')],
      [isBetween('bottlePrice', 10, 60)],
    ],
  }),
  'query and filters': (d) => ({ ...base, query: d.varietal, filter: [[hasValue('countries', d.country)], [hasValue('packSize', '12')]] }),
};

const megabytes = (): number => {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 2 ** 20;
};

const percentile = (sorted: Float64Array, share: number): string =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(2);

const time = (run: () => void): number => {
  const start = performance.now();
  run();
  return performance.now() - start;
};

const report = (label: string, times: number[]): void => {
  const sorted = Float64Array.from(times).sort();
  console.log(`  ${label.padEnd(32)} p50 ${percentile(sorted, 0.5).padStart(7)} ms   p99 ${percentile(sorted, 0.99).padStart(7)} ms`);
};

const measureSearches = (index: SearchIndex<SearchDocument>, documents: readonly SearchDocument[]): void => {
  const random = randomFrom(7);
  const all: number[] = [];
  const one = (kind: Kind): number => {
    const request = kind(documents[Math.floor(random() * documents.length)] as SearchDocument, random);
    return time(() => index.search(request));
  };
  const iterations = Math.max(200, Math.min(ROUNDS, Math.floor(2e8 / documents.length / Object.keys(KINDS).length)));
  for (const kind of Object.values(KINDS)) for (let i = 0; i < 100; i++) one(kind);
  for (const [label, kind] of Object.entries(KINDS)) {
    const times = Array.from({ length: iterations }, () => one(kind));
    all.push(...times);
    report(label, times);
  }
  report('all kinds', all);
};

const measureUpdates = (index: SearchIndex<SearchDocument>, documents: readonly SearchDocument[]): void => {
  const times = documents.slice(0, 300).map((document, n) =>
    time(() => {
      index.update({ put: [{ ...document, packPrice: document.packPrice + n }] });
      index.search(base);
    }),
  );
  report('change, then search', times);
  index.update({ put: documents.slice(300, 300 + documents.length / 50) });
  const slices: number[] = [];
  for (let more = true; more; ) slices.push(time(() => (more = index.tidy())));
  report(`merge, ${slices.length} slices`, slices);
  console.log(`  longest slice ${Math.max(...slices).toFixed(1)} ms`);
};

/**
 * Measures MiniSearch on the same offers and kinds of queries. Counts eight facets over its results. MiniSearch has no filters, so
 * these kinds are left out.
 */
const measureMiniSearch = (documents: readonly SearchDocument[]): void => {
  const before = megabytes();
  const index = new MiniSearch<SearchDocument>({
    idField: 'objectID',
    fields: ['brand', 'name', 'vintage', 'varietal', 'region', 'country', 'category'],
    storeFields: FACETS,
    searchOptions: { prefix: true, fuzzy: 0.2, combineWith: 'AND', boost: { name: 2, brand: 2 } },
  });
  const seconds = time(() => index.addAll(documents)) / 1000;
  console.log(`  MiniSearch: built in ${seconds.toFixed(2)} s, ${(megabytes() - before).toFixed(0)} MB`);
  const random = randomFrom(7);
  const all: number[] = [];
  for (const [label, kind] of Object.entries(KINDS)) {
    const times = Array.from({ length: WARMUP_ITERATIONS }, () => {
      const { query, filter } = kind(documents[Math.floor(random() * documents.length)] as SearchDocument, random);
      return query === undefined || filter !== undefined
        ? Number.NaN
        : time(() => {
            const hits = index.search(query);
            for (const attribute of FACETS) {
              const counts = new Map<unknown, number>();
              for (const hit of hits) for (const value of [hit[attribute]].flat()) counts.set(value, (counts.get(value) ?? 0) + 1);
            }
          });
    }).filter((milliseconds) => !Number.isNaN(milliseconds));
    if (times.length === 0) continue;
    report(`MiniSearch, ${label}`.slice(0, 32), times);
    all.push(...times);
  }
  report('MiniSearch, all kinds', all);
};

const counts = process.argv.slice(2).map(Number);
for (const count of counts.length > 0 ? counts : [10_000, 100_000]) {
  const documents = generateOffers(count);
  const before = megabytes();
  let index: SearchIndex<SearchDocument> | undefined;
  const seconds = time(() => (index = createIndex(SEARCH_SCHEMA, documents))) / 1000;
  if (index === undefined) continue;
  console.log(`${count} offers: built in ${seconds.toFixed(2)} s, ${(megabytes() - before).toFixed(0)} MB beside the documents`);
  measureSearches(index, documents);
  measureUpdates(index, documents);
  if (count <= MINI_MOST) measureMiniSearch(documents);
}
