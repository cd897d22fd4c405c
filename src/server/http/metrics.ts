/** Liveness, readiness and Prometheus metrics. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { SearchIndexes } from '#domains/discovery/search/server/index-service.ts';
import { isMigrated } from '#lib/db/migrate.ts';
import type { Database } from '#lib/db/pool.ts';
import { toCommonError } from '#lib/http/api-error.ts';
import { MARKETS, type Market } from '#markets/market.ts';
import type { PageCache } from '#server/page-cache/page-cache.ts';

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Counts the rows that jobs of this process deleted by age. */
export const purgedRows = new Counter({
  name: 'cellardoor_purged_rows_total',
  help: 'Rows that were deleted by age, by job',
  labelNames: ['job'],
  registers: [],
});

/**
 * Returns true if a request may read the metrics: it has the token or, if no token is configured, comes from this machine. Requests
 * forwarded by a proxy on this machine count as remote. Metrics reveal business figures.
 */
export function mayReadMetrics({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>, token: string | undefined): boolean {
  if (token !== undefined) return timingSafeEqual(hash(headers.authorization ?? ''), hash(`Bearer ${token}`));
  return LOOPBACK.has(ip) && headers['x-forwarded-for'] === undefined && headers.forwarded === undefined;
}

export interface MetricsSources {
  readonly database: Database;
  readonly pages: PageCache;
  readonly search: SearchIndexes;
  /** Bearer token of `/metrics`. Without a token only this machine may read them. */
  readonly token: string | undefined;
  readonly isStopping: () => boolean;
  /** The instance of the office, whose requests are measured too; null if there is none. */
  readonly office: FastifyInstance | null;
}

/**
 * Serves `/metrics`, `/healthz` (process is up) and `/readyz` (not stopping, database migrated). A process without search indexes is ready
 * too, because it serves offers, carts and checkout.
 */
export function serveMetrics(app: FastifyInstance, { database, pages, search, token, isStopping, office }: MetricsSources): void {
  const indexedOffers = (market: Market): number => (search.isReady ? search.of(market).size : 0);
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  registry.registerMetric(purgedRows);
  const duration = new Histogram({
    name: 'cellardoor_http_request_duration_seconds',
    help: 'Request duration by route and status class',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  });
  const serverErrors = new Counter({
    name: 'cellardoor_http_server_errors_total',
    help: 'Responses with status 500 and above',
    registers: [registry],
  });
  new Gauge({
    name: 'cellardoor_page_cache_bytes',
    help: 'Memory used by cached pages',
    registers: [registry],
    collect() {
      this.set(pages.bytes);
    },
  });
  new Counter({
    name: 'cellardoor_page_cache_hits_total',
    help: 'Pages served from the cache',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(pages.hits);
    },
  });
  new Counter({
    name: 'cellardoor_page_cache_misses_total',
    help: 'Pages rendered',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(pages.misses);
    },
  });
  new Gauge({
    name: 'cellardoor_search_indexed_offers',
    help: 'Offers in the search index, by market',
    labelNames: ['market'],
    registers: [registry],
    collect() {
      for (const market of MARKETS) this.set({ market }, indexedOffers(market));
    },
  });

  for (const instance of office ? [app, office] : [app])
    instance.addHook('onResponse', async (request, reply) => {
      const route = request.routeOptions.url ?? 'none';
      duration.observe({ method: request.method, route, status: `${Math.floor(reply.statusCode / 100)}xx` }, reply.elapsedTime / 1000);
      if (reply.statusCode >= 500) serverErrors.inc();
    });

  const open = { config: { rateLimit: false } };
  app.get('/healthz', open, async () => ({ status: 'ok' }));
  app.get('/readyz', open, async (_request, reply) => {
    const migrated = await isMigrated(database).catch(() => false);
    const offers = Object.fromEntries(MARKETS.map((market) => [market, indexedOffers(market)]));
    const ready = migrated && !isStopping();
    const status = ready ? 'ready' : isStopping() ? 'stopping' : 'not ready';
    return reply
      .code(ready ? 200 : 503)
      .send({ status, database: migrated, search: offers, lists: search.isReady ? 'ready' : 'preparing' });
  });
  app.get('/metrics', open, async (request, reply) => {
    if (!mayReadMetrics(request, token)) return reply.code(404).send(toCommonError('not_found'));
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics());
  });
}
