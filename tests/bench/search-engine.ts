/**
 * Measures the search engine on generated offers: build time, memory, and the duration of a search with the facets and the prices of
 * a list by kind of query, compared with MiniSearch on the same offers, without prices. Option: --offers 10000,100000. A million
 * offers need `node --expose-gc --max-old-space-size=9000 tests/bench/search-engine.ts --offers 1000000`.
 */

import { parseArgs } from 'node:util';
import MiniSearch from 'minisearch';
import { listFacets, PAGE_SIZE } from '#domains/discovery/search/model/list-shape.ts';
import { PRICE_STOPS } from '#domains/discovery/search/model/price-stops.ts';
import type { SearchDocument } from '#domains/discovery/search/model/search-attributes.ts';
import { SearchAudience } from '#domains/discovery/search/model/search-audience.ts';
import { SEARCH_SCHEMA } from '#domains/discovery/search/model/search-schema.ts';
import { DISJUNCTIVE } from '#domains/discovery/search/model/state-filter.ts';
import { createIndex, hasValue, isBetween, type SearchIndex, type SearchRequest } from '#packages/search-engine/index.ts';
import type { BudgetName } from './budgets.ts';
import { generateOffers, randomFrom } from './generate-offers.ts';
import { printRows, quantile, type Row, row } from './report.ts';

const FACETS = listFacets('AU');
const ROUNDS = 2_000;
const WARMUP_ITERATIONS = 60;
/** Maximum number of offers for MiniSearch. Larger lists take minutes and gigabytes. */
const MINI_MOST = 100_000;
const audience = new SearchAudience({ territory: 'AU', tiers: ['GUEST', 'ALL'], secret: false });
/** What a page of a list asks for. */
const base: SearchRequest = {
  eligibility: audience,
  facets: FACETS,
  disjunctive: DISJUNCTIVE,
  maxValuesPerFacet: Number.POSITIVE_INFINITY,
  histogram: { attribute: 'bottlePrice', bounds: PRICE_STOPS },
  hitsPerPage: PAGE_SIZE,
};

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

const time = (run: () => void): number => {
  const start = performance.now();
  run();
  return performance.now() - start;
};

/** Budgets of kinds by the number of offers. */
const BUDGETED: Readonly<Record<number, { readonly budget: BudgetName; readonly kinds: readonly string[] }>> = {
  100000: { budget: 'engineP50Ms', kinds: ['everything by price', 'filters', 'all kinds'] },
  1000000: { budget: 'millionOffersP50Ms', kinds: ['all kinds'] },
};

const timesOf = (what: string, times: readonly number[], budget?: BudgetName): Row[] => [
  row(`${what}: p50`, quantile(times, 0.5), 'ms', budget),
  row(`${what}: p99`, quantile(times, 0.99), 'ms'),
];

const measureSearches = (index: SearchIndex<SearchDocument>, documents: readonly SearchDocument[]): Row[] => {
  const budgeted = BUDGETED[documents.length];
  const budgetOf = (kind: string) => (budgeted?.kinds.includes(kind) ? budgeted.budget : undefined);
  const rows: Row[] = [];
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
    rows.push(...timesOf(label, times, budgetOf(label)));
  }
  return [...rows, ...timesOf('all kinds', all, budgetOf('all kinds'))];
};

const measureUpdates = (index: SearchIndex<SearchDocument>, documents: readonly SearchDocument[]): Row[] => {
  const times = documents.slice(0, 300).map((document, n) =>
    time(() => {
      index.update({ put: [{ ...document, packPrice: document.packPrice + n }] });
      index.search(base);
    }),
  );
  index.update({ put: documents.slice(300, 300 + documents.length / 50) });
  const slices: number[] = [];
  for (let more = true; more; ) slices.push(time(() => (more = index.tidy())));
  return [
    ...timesOf('change, then search', times),
    ...timesOf(`merge, ${slices.length} slices`, slices),
    row(
      'merge, longest slice',
      slices.reduce((longest, slice) => Math.max(longest, slice), 0),
      'ms',
    ),
  ];
};

/**
 * Measures MiniSearch on the same offers and kinds of queries. Counts the facets over its results. MiniSearch has no filters, so
 * these kinds are left out.
 */
const measureMiniSearch = (documents: readonly SearchDocument[]): Row[] => {
  const before = megabytes();
  const index = new MiniSearch<SearchDocument>({
    idField: 'objectID',
    fields: ['brand', 'name', 'vintage', 'varietal', 'region', 'country', 'category'],
    storeFields: FACETS,
    searchOptions: { prefix: true, fuzzy: 0.2, combineWith: 'AND', boost: { name: 2, brand: 2 } },
  });
  const seconds = time(() => index.addAll(documents)) / 1000;
  const rows = [row('MiniSearch, build', seconds, 's'), row('MiniSearch, memory beside the documents', megabytes() - before, 'MB')];
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
    rows.push(...timesOf(`MiniSearch, ${label}`, times));
    all.push(...times);
  }
  return [...rows, ...timesOf('MiniSearch, all kinds', all)];
};

const { offers } = parseArgs({ options: { offers: { type: 'string', default: '10000,100000' } } }).values;
for (const count of offers.split(',').map(Number)) {
  const documents = generateOffers(count);
  const before = megabytes();
  let index: SearchIndex<SearchDocument> | undefined;
  const seconds = time(() => (index = createIndex(SEARCH_SCHEMA, documents))) / 1000;
  if (index === undefined) continue;
  const rows = [row('build', seconds, 's'), row('memory beside the documents', megabytes() - before, 'MB')];
  rows.push(...measureSearches(index, documents), ...measureUpdates(index, documents));
  if (count <= MINI_MOST) rows.push(...measureMiniSearch(documents));
  printRows(`Search engine with ${count.toLocaleString('en-AU')} offers`, rows);
}
