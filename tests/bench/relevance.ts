/**
 * Benchmark of search quality and speed on a retailer's file, compared with MiniSearch on the same records. Run: node --expose-gc
 * tests/bench/relevance.ts FILE.csv.gz [mapping] [queries of each kind], by default winemag and 200.
 */

import MiniSearch from 'minisearch';
import { toHit } from '#domains/catalogue/model/hit.ts';
import { loadMapping } from '#domains/catalogue/server/import/load-mapping.ts';
import { readRecords } from '#domains/catalogue/server/import/read/read-records.ts';
import type { SearchDocument } from '#domains/discovery/search/model/search-attributes.ts';
import { audienceOf, type SearchHit, searchDocument } from '#domains/discovery/search/model/search-document.ts';
import { SEARCH_SCHEMA } from '#domains/discovery/search/model/search-schema.ts';
import { createIndex, type SearchIndex } from '#packages/search-engine/index.ts';
import { type JudgedQuery, judgedQueries, type Scores, scoresOf } from './relevance-judgements.ts';
import { quantile } from './report.ts';

const FACETS = ['priceRange', 'categories', 'varietals', 'countries', 'regions', 'vintage', 'packSize', 'tags'] as const;
const GUEST = audienceOf('AU', { tier: null, isStaff: false });

interface Engine {
  readonly name: string;
  /** Returns the ids of the first ten and counts eight facets. */
  readonly find: (query: JudgedQuery) => readonly string[];
}

async function documentsOf(file: string, mapping: string): Promise<SearchHit[]> {
  const documents: SearchHit[] = [];
  for await (const outcome of readRecords([file], await loadMapping(mapping))) {
    if ('reject' in outcome) continue;
    for (const record of outcome.records) {
      const price = record.record === 'offer' ? record.prices.AU : undefined;
      if (record.record !== 'offer' || !price) continue;
      const state = { packPriceCents: Math.round(price.packPrice * 100), packRrpCents: null, available: 50 };
      documents.push(searchDocument(toHit(record, state, ''), { audience: record.audience, popularity: 0 }));
    }
  }
  return documents;
}

const own = (index: SearchIndex<SearchHit>): Engine => ({
  name: 'Cellardoor',
  find: ({ query, filter }) =>
    index
      .search({ eligibility: GUEST, query, filter, facets: FACETS, disjunctive: FACETS, hitsPerPage: 10 })
      .hits.map(({ objectID }) => objectID),
});

const TEXTS = ['brand', 'name', 'vintage', 'varietal', 'region', 'country', 'category'] as const;

function mini(documents: readonly SearchDocument[], combineWith: 'AND' | 'OR'): Engine {
  const index = new MiniSearch<SearchDocument>({
    idField: 'objectID',
    fields: [...TEXTS],
    storeFields: ['bottlePrice', ...FACETS],
    processTerm: (term) => term.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase(),
    searchOptions: { prefix: true, fuzzy: 0.2, combineWith, boost: { name: 2, brand: 2 } },
  });
  index.addAll(documents);
  return {
    name: `MiniSearch, ${combineWith}`,
    find({ query, passes }) {
      const hits = index.search(query, { filter: (hit) => passes(hit as unknown as SearchDocument) });
      for (const attribute of FACETS) {
        const counts = new Map<unknown, number>();
        for (const hit of hits) for (const value of [hit[attribute]].flat()) counts.set(value, (counts.get(value) ?? 0) + 1);
      }
      return hits.slice(0, 10).map(({ id }) => String(id));
    },
  };
}

const mean = (scores: readonly Scores[], of: keyof Scores): string =>
  (scores.reduce((sum, score) => sum + score[of], 0) / Math.max(1, scores.length)).toFixed(3);

const [file, mapping = 'winemag', each = '200'] = process.argv.slice(2);
if (!file) throw new Error('Name a file: node --expose-gc tests/bench/relevance.ts FILE.csv.gz [mapping] [queries of each kind]');
const documents = await documentsOf(file, mapping);
const queries = judgedQueries(documents, Number(each));
console.log(`${documents.length} offers, ${queries.length} judged queries\n`);

const megabytes = (): number => {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 2 ** 20;
};
const builders: readonly (() => Engine)[] = [
  () => own(createIndex(SEARCH_SCHEMA, documents)),
  () => mini(documents, 'AND'),
  () => mini(documents, 'OR'),
];
for (const build of builders) {
  const before = megabytes();
  const began = performance.now();
  const engine = build();
  const seconds = (performance.now() - began) / 1000;
  console.log(`${engine.name}: built in ${seconds.toFixed(2)} s, ${(megabytes() - before).toFixed(0)} MB`);
  console.log(`  ${''.padEnd(26)} Hit@1  Hit@10 MRR    nDCG@10 p50 ms  p99 ms`);
  for (const query of queries.slice(0, 200)) engine.find(query);
  const all: Scores[] = [];
  const allTimes: number[] = [];
  const line = (label: string, scores: readonly Scores[], times: readonly number[]): void =>
    console.log(
      `  ${label.padEnd(26)} ${mean(scores, 'hit1')}  ${mean(scores, 'hit10')}  ${mean(scores, 'mrr')}  ${mean(scores, 'ndcg10')}   ${quantile(times, 0.5).toFixed(2).padStart(6)}  ${quantile(times, 0.99).toFixed(2).padStart(6)}`,
    );
  for (const kind of new Set(queries.map((query) => query.kind))) {
    const scores: Scores[] = [];
    const times: number[] = [];
    for (const query of queries.filter((each) => each.kind === kind)) {
      const start = performance.now();
      const found = engine.find(query);
      times.push(performance.now() - start);
      scores.push(scoresOf(found, query.relevant));
    }
    line(kind, scores, times);
    all.push(...scores);
    allTimes.push(...times);
  }
  line('all', all, allTimes);
  console.log('');
}
