/** Prometheus metrics of a process. */
import { statfs } from 'node:fs/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { SearchIndexes } from '#domains/discovery/search/server/index-service.ts';
import { cartContract } from '#domains/selling/cart/contract.ts';
import { checkoutContract } from '#domains/selling/checkout/contract.ts';
import { oneClickContract } from '#domains/selling/checkout/one-click-contract.ts';
import type { SystemDeps } from '#domains/system/server/system-deps.ts';
import type { EndpointSpec } from '#lib/define-contract.ts';
import type { ProcessRole } from '#lib/process-roles.ts';
import { MARKETS, type Market } from '#markets/market.ts';
import { createCounter, createGauge, createHistogram, createReadCounter, createReadGauge } from '#server/metrics/create-metrics.ts';
import { registerProcessMetrics } from '#server/metrics/process-metrics.ts';
import { LIVE_PATH } from '#server/office/serve-live.ts';
import type { PageCache } from '#server/page-cache/page-cache.ts';
import { isClosedResponse } from './closed-shop.ts';

/** Returns the free share of the disk that a folder is on. NaN if there is no such folder. */
async function freeShareOf(folder: string): Promise<number> {
  const { bavail, blocks } = await statfs(folder).catch(() => ({ bavail: Number.NaN, blocks: Number.NaN }));
  return bavail / blocks;
}

/** Creates the metrics that processes of every role have. */
export function createRegistry(role: ProcessRole, { database, version, folder }: SystemDeps): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  registerProcessMetrics(registry);
  createGauge('cellardoor_build_info', registry).set({ version, role }, 1);
  createReadGauge('cellardoor_pool_connections', registry, (gauge) => {
    const { inUse, idle } = database.load();
    gauge.set({ state: 'in_use' }, inUse);
    gauge.set({ state: 'idle' }, idle);
  });
  createReadGauge('cellardoor_pool_waiting', registry, (gauge) => gauge.set(database.load().waiting));
  createReadCounter('cellardoor_pool_acquisitions_total', registry, () => database.load().acquisitions);
  createReadCounter('cellardoor_pool_wait_seconds_total', registry, () => database.load().waitMs / 1_000);
  createReadGauge('cellardoor_disk_free_ratio', registry, async (gauge) => gauge.set(await freeShareOf(folder)));
  return registry;
}

/**
 * Routes whose requests are no work for shoppers or staff: probes, which load balancers ask each second, hashed files, and the event stream
 * of the office, which lasts as long as its page is open.
 */
const UNMEASURED = new Set(['/healthz', '/readyz', '/metrics', '/assets/*', LIVE_PATH]);

/** Calls of carts and checkout, whose failures are an alert of their own. */
const CHECKOUT_CALLS = [cartContract, checkoutContract, oneClickContract].flatMap((contract) => Object.values<EndpointSpec>(contract));

/** Returns the number of offers that can be found. */
export const indexedOffers = (search: SearchIndexes, market: Market): number => (search.isReady ? search.of(market).size : 0);

export interface ShopSources {
  readonly registry: Registry;
  readonly pages: PageCache;
  readonly search: SearchIndexes;
  /** The instance of the office, whose requests are measured too; null if there is none. */
  readonly office: FastifyInstance | null;
  /** Returns the pattern of the page of a request, or of its route if it is none. */
  readonly routeOf: (request: FastifyRequest, route: string) => string;
  /** Returns whether shoppers can buy. */
  readonly isOpen: () => boolean;
}

/** Measures requests, cached pages and the search index. */
export function measureShop(app: FastifyInstance, { registry, pages, search, office, routeOf, isOpen }: ShopSources): void {
  createReadGauge('cellardoor_page_cache_bytes', registry, (gauge) => gauge.set(pages.bytes));
  createReadCounter('cellardoor_page_cache_hits_total', registry, () => pages.hits);
  createReadCounter('cellardoor_page_cache_misses_total', registry, () => pages.misses);
  createReadGauge('cellardoor_search_indexed_offers', registry, (gauge) => {
    for (const market of MARKETS) gauge.set({ market }, indexedOffers(search, market));
  });
  createReadGauge('cellardoor_search_index_age_seconds', registry, (gauge) => gauge.set(search.ageMs / 1_000));
  createReadGauge('cellardoor_shop_open', registry, (gauge) => gauge.set(isOpen() ? 1 : 0));
  const duration = createHistogram('cellardoor_http_request_duration_seconds', registry);
  // A series that begins at its first failure shows no increase.
  for (const { method, path } of CHECKOUT_CALLS) duration.zero({ method, route: path, status: '5xx' });
  const serverErrors = createCounter('cellardoor_http_server_errors_total', registry);
  for (const instance of office ? [app, office] : [app])
    instance.addHook('onResponse', async (request, reply) => {
      const pattern = request.routeOptions.url ?? 'none';
      if (UNMEASURED.has(pattern)) return;
      const route = instance === app ? routeOf(request, pattern) : pattern;
      const isClosed = isClosedResponse(reply);
      const status = isClosed ? 'closed' : `${Math.floor(reply.statusCode / 100)}xx`;
      duration.observe({ method: request.method, route, status }, reply.elapsedTime / 1000);
      if (reply.statusCode >= 500 && !isClosed) serverErrors.inc();
    });
}
