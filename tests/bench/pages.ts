/**
 * Benchmark of pages and searches by number of offers: pages from the cache, first renders, the shop's own list call and the hosted
 * search as the vendor's client asks for a list, with all facets and prices. Requests come from autocannon in a process of its own,
 * processor time is that of the server process. Option: --offers 252,1500,100000
 */
import { parseArgs } from 'node:util';
import { CATALOGUE_CHANGED } from '#domains/catalogue/server/import/import-log.repository.ts';
import { SHOW_MORE_LIMIT } from '#domains/discovery/search/model/facets.ts';
import { indexName } from '#domains/discovery/search/model/index-names.ts';
import { listFacets, PAGE_SIZE } from '#domains/discovery/search/model/list-shape.ts';
import { openDatabase } from '#lib/db/pool.ts';
import { findRunningPostgres } from '#packages/embedded-postgres/running-instance.ts';
import { type BenchShop, OFFER_PATH, removeData, startBenchShop } from './bench-shop.ts';
import type { BudgetName } from './budgets.ts';
import { createShopData, SAMPLE_OFFERS } from './large-shop.ts';
import { hammer } from './load.ts';
import { offersOf } from './mixed-load.ts';
import { printRows, type Row, row } from './report.ts';
import { cpuMsOf } from './server-process.ts';

const options = parseArgs({ options: { offers: { type: 'string', default: `${SAMPLE_OFFERS},1500,100000` } } }).values;
/** First renders to warm up, and as many to measure. */
const RENDERS = 300;
/** Changes of stock after each of which the home page is rendered: to warm up, and to measure. */
const CHANGES = 40;
/** Time in ms after which an announced change has reached the index and cleared the page cache. */
const CHANGE_MS = 250;

/** The index has stock up to ten cases, so that only a change below changes it. */
const STOCK_CHANGE =
  "update stock_levels set level = reserved + case when level - reserved = 5 then 6 else 5 end where product_id = 1001 and market = 'AU'";

const COMPRESSED = { 'accept-encoding': 'br' };
const WIRE = { 'content-type': 'application/json', 'x-algolia-application-id': 'shop', 'x-algolia-api-key': 'guest' };

/**
 * What react-instantsearch 7.50 sends for a list with the shop's settings: a search box, 40 hits, a refinement list with "Show more" for
 * each facet, the price range, and insights. A refined facet is counted by a second request.
 */
function instantSearch(query: string, country?: string): object[] {
  const common = {
    indexName: indexName('AU', 'default'),
    query,
    filters: 'isSpirit:false',
    highlightPreTag: '__ais-highlight__',
    highlightPostTag: '__/ais-highlight__',
    maxValuesPerFacet: SHOW_MORE_LIMIT,
    page: 0,
    userToken: 'anonymous-bench',
  };
  const facets = ['bottlePrice', ...listFacets('AU')].sort();
  const main = { ...common, facets, hitsPerPage: PAGE_SIZE, clickAnalytics: true };
  if (country === undefined) return [main];
  return [
    { ...main, facetFilters: [[`countries:${country}`]] },
    { ...common, facets: 'countries', hitsPerPage: 0, analytics: false, clickAnalytics: false },
  ];
}

const request = async ({ url }: BenchShop, path: string): Promise<void> => {
  await (await fetch(url + path, { headers: COMPRESSED })).arrayBuffer();
};

/** Returns the processor time in ms of a first render. `pathOf` returns a page that is not in the cache. */
async function renderCpuMs(shop: BenchShop, pathOf: (index: number) => string): Promise<number> {
  for (let index = 0; index < RENDERS; index += 1) await request(shop, pathOf(index));
  const before = await cpuMsOf(shop);
  for (let index = RENDERS; index < 2 * RENDERS; index += 1) await request(shop, pathOf(index));
  return ((await cpuMsOf(shop)) - before) / RENDERS;
}

/**
 * Returns the processor time in ms of rendering the home page, which has one URL, after a change of stock has removed it from the
 * cache. Every other change is without a request, and its time is subtracted.
 */
async function homeCpuMs(shop: BenchShop): Promise<number> {
  const database = openDatabase(findRunningPostgres(shop.dataDir)?.connectionString ?? '', 1);
  const spent = { render: 0, change: 0 };
  for (let change = -CHANGES; change < 2 * CHANGES; change += 1) {
    const kind = change < 0 || change % 2 === 0 ? 'render' : 'change';
    await database.execute({ text: STOCK_CHANGE });
    await database.execute({ text: `notify ${CATALOGUE_CHANGED}` });
    await new Promise((resolve) => setTimeout(resolve, CHANGE_MS));
    const before = await cpuMsOf(shop);
    if (kind === 'render') await request(shop, '/');
    const after = await cpuMsOf(shop);
    if (change >= 0) spent[kind] += after - before;
  }
  await database.close();
  return (spent.render - spent.change) / CHANGES;
}

async function cachedPages(shop: BenchShop): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [what, path] of [
    ['home', '/'],
    ['list of 40 cards', '/wines'],
    ['offer', OFFER_PATH],
  ] as const) {
    const { perSecond } = await hammer({ url: shop.url + path, headers: COMPRESSED });
    rows.push(row(`${what}, from the cache`, perSecond, 'req/s', 'cachedPagesPerSecond'));
  }
  return rows;
}

async function searches(shop: BenchShop, isLarge: boolean): Promise<Row[]> {
  const rows: Row[] = [];
  const measure = async (what: string, target: Parameters<typeof hammer>[0], perSecondBudget?: BudgetName, p50Budget?: BudgetName) => {
    const { perSecond, p50, p99, failed } = await hammer(target);
    rows.push(
      row(`${what}${failed > 0 ? ` (${failed} failed)` : ''}`, perSecond, 'req/s', perSecondBudget),
      row(`${what}: p50`, p50, 'ms', p50Budget),
      row(`${what}: p99`, p99, 'ms'),
    );
  };
  const list = `${shop.url}/api/search/list?kind=wine`;
  await measure('own list call, everything', { url: list }, isLarge ? 'largeListCallsPerSecond' : undefined);
  await measure('own list call, a query', { url: `${list}&search=query%3Dshiraz` }, isLarge ? 'largeListCallsPerSecond' : undefined);
  const url = `${shop.url}/1/indexes/*/queries`;
  const wire = (what: string, requests: readonly object[]) =>
    measure(
      what,
      { url, method: 'POST', headers: WIRE, body: JSON.stringify({ requests }) },
      isLarge ? undefined : 'searchesPerSecond',
      isLarge ? 'largeSearchP50Ms' : undefined,
    );
  await wire('hosted search, everything', instantSearch(''));
  await wire('hosted search, a query', instantSearch('shiraz'));
  await wire('hosted search, a query and a filter, 2 requests', instantSearch('shiraz', 'Australia'));
  return rows;
}

/** Processor time of first renders at the number of offers before. */
let renders: { readonly offers: string; readonly rows: readonly Row[] } | null = null;
for (const count of options.offers.split(',').map(Number)) {
  const { dataDir } = await createShopData(count);
  // A small page cache, so that the pages of the sample shop's offers can be rendered again.
  const rendering = await startBenchShop({ dataDir, env: { PAGE_CACHE_MAX_MB: '1' } });
  const first: Row[] = [];
  try {
    const offers = await offersOf(rendering, 2 * RENDERS);
    const listCpu = await renderCpuMs(rendering, (index) => `/wines?bottlePrice=0:${1_000 + index}&page=${1 + (index % 3)}`);
    first.push(row('first render of a list of 40 cards, CPU', listCpu, 'ms', 'renderCpuMs'));
    first.push(row('first render of home, CPU', await homeCpuMs(rendering), 'ms', 'renderCpuMs'));
    const offerCpu = await renderCpuMs(rendering, (index) => offers[index % offers.length]?.url ?? OFFER_PATH);
    first.push(row('first render of an offer, CPU', offerCpu, 'ms', 'renderCpuMs'));
    first.push(row('first render of an empty list, CPU', await renderCpuMs(rendering, (index) => `/wines?query=qqq${index}`), 'ms'));
  } finally {
    await rendering.stop(true);
  }
  const shop = await startBenchShop({ dataDir });
  const rows: Row[] = [];
  try {
    const isLarge = count >= 100_000;
    if (count <= SAMPLE_OFFERS) rows.push(...(await cachedPages(shop)));
    rows.push(...first, ...(await searches(shop, isLarge)));
    const growth = (renders?.rows ?? []).map((before, index) =>
      row(
        `${before.what}, to that with ${renders?.offers} offers`,
        (first[index]?.figure ?? Number.NaN) / before.figure,
        'times',
        isLarge ? 'renderGrowth' : undefined,
      ),
    );
    rows.push(...growth);
  } finally {
    await shop.stop(true);
    await removeData(dataDir);
  }
  const offers = count.toLocaleString('en-AU');
  printRows(`Pages and searches with ${offers} offers, autocannon with 10 connections`, rows);
  renders = { offers, rows: first };
}
