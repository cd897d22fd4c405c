/** What operators look at: liveness, readiness, and figures in Prometheus text. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { SearchIndexes } from '#domains/discovery/search/server/index-service.ts';
import type { Database } from '#lib/db/pool.ts';
import { commonRefusal } from '#lib/http/api-error.ts';
import { MARKETS } from '#markets/market.ts';
import type { PageCache } from './page-cache.ts';

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Figures tell how the business goes, so they are for its operators: whoever has the token, or, where none is configured, this
 * machine itself. What a proxy on this machine passes on comes from elsewhere.
 */
export function mayReadMetrics({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>, token: string | undefined): boolean {
  if (token !== undefined) return timingSafeEqual(hash(headers.authorization ?? ''), hash(`Bearer ${token}`));
  return LOOPBACK.has(ip) && headers['x-forwarded-for'] === undefined && headers.forwarded === undefined;
}

/** Serve `/healthz` (the process answers), `/readyz` (not stopping, database reachable, migrations done, search built) and `/metrics`. */
export function observe(
  app: FastifyInstance,
  database: Database,
  pages: PageCache,
  search: SearchIndexes,
  metricsToken: string | undefined,
  isStopping: () => boolean,
): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'cellardoor_request_seconds',
    help: 'Time to answer, by route and status class',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  });
  const failures = new Counter({ name: 'cellardoor_failures_total', help: 'Answers of 500 and above', registers: [registry] });
  new Gauge({
    name: 'cellardoor_page_cache_bytes',
    help: 'Memory of kept pages',
    registers: [registry],
    collect() {
      this.set(pages.bytes);
    },
  });
  new Gauge({
    name: 'cellardoor_page_cache_hits',
    help: 'Pages served from memory',
    registers: [registry],
    collect() {
      this.set(pages.hits);
    },
  });
  new Gauge({
    name: 'cellardoor_page_cache_misses',
    help: 'Pages rendered',
    registers: [registry],
    collect() {
      this.set(pages.misses);
    },
  });
  new Gauge({
    name: 'cellardoor_search_offers',
    help: 'Offers in the search index, by market',
    labelNames: ['market'],
    registers: [registry],
    collect() {
      for (const market of MARKETS) this.set({ market }, search.of(market).size);
    },
  });

  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    seconds.observe({ method: request.method, route, status: `${Math.floor(reply.statusCode / 100)}xx` }, reply.elapsedTime / 1000);
    if (reply.statusCode >= 500) failures.inc();
  });

  const open = { config: { rateLimit: false } };
  app.get('/healthz', open, async () => ({ status: 'ok' }));
  app.get('/readyz', open, async (_request, reply) => {
    const migrated = await database
      .queryOne({ name: 'ready', text: "select to_regclass('migration') is not null as migrated" })
      .then((row) => (row as { migrated: boolean } | null)?.migrated === true)
      .catch(() => false);
    const offers = Object.fromEntries(MARKETS.map((market) => [market, search.of(market).size]));
    const ready = migrated && !isStopping();
    const status = ready ? 'ready' : isStopping() ? 'stopping' : 'not ready';
    return reply.code(ready ? 200 : 503).send({ status, database: migrated, search: offers });
  });
  app.get('/metrics', open, async (request, reply) => {
    if (!mayReadMetrics(request, metricsToken)) return reply.code(404).send(commonRefusal('not_found'));
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics());
  });
}
