/** Serves `/healthz` (process is up), `/readyz` (not stopping, database migrated, lists built) and `/metrics` in processes of every role. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Registry } from 'prom-client';
import type { SearchIndexes } from '#domains/discovery/search/server/index-service.ts';
import { isMigrated } from '#lib/db/migrate.ts';
import type { Database } from '#lib/db/pool.ts';
import { toCommonError } from '#lib/http/api-error.ts';
import type { ProcessRole } from '#lib/process-roles.ts';
import type { ReadMetrics } from '#lib/server/telemetry/telemetry.ts';

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Returns true if a request may read the metrics: it has the token or, if no token is configured, comes from this machine. Requests
 * forwarded by a proxy on this machine count as remote. Metrics reveal business figures.
 */
export function mayReadMetrics({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>, token: string | undefined): boolean {
  if (token !== undefined) return timingSafeEqual(hash(headers.authorization ?? ''), hash(`Bearer ${token}`));
  return LOOPBACK.has(ip) && headers['x-forwarded-for'] === undefined && headers.forwarded === undefined;
}

export interface ProbeSources {
  readonly database: Database;
  readonly readMetrics: ReadMetrics;
  /** Bearer token of `/metrics`. Without a token only this machine may read them. */
  readonly token: string | undefined;
  readonly isStopping: () => boolean;
  /** Returns true while the process lacks what shoppers need, and another one can serve them. */
  readonly isPreparing?: () => boolean;
  /** Returns what `/readyz` says besides. It does not decide. */
  readonly details: () => Readonly<Record<string, unknown>>;
}

/** What load balancers, orchestrators and monitors request of a process. */
export const PROBE_PATH = /^\/(?:healthz|readyz|metrics)(?:\?|$)/;

/** Time in ms after which a process is ready without its lists: it can sell, and perhaps no other one can. */
export const MAX_PREPARING_MS = 120_000;

/**
 * Returns whether a process of a role still waits for its search indexes. One of role `all` is alone and sells without them
 * (docs/decisions/0133-start-and-memory.md).
 */
export function waitForLists(
  role: ProcessRole,
  search: Pick<SearchIndexes, 'isPreparing'>,
  now: () => number = () => performance.now(),
): () => boolean {
  const end = now() + MAX_PREPARING_MS;
  return () => role === 'web' && search.isPreparing && now() < end;
}

/** Serves the probes. */
export function serveProbes(
  app: FastifyInstance,
  { database, readMetrics, token, isStopping, isPreparing = () => false, details }: ProbeSources,
): void {
  const open = { config: { rateLimit: false } };
  app.get('/healthz', open, async () => ({ status: 'ok' }));
  app.get('/readyz', open, async (_request, reply) => {
    const migrated = await isMigrated(database).catch(() => false);
    const ready = migrated && !isStopping() && !isPreparing();
    const status = ready ? 'ready' : isStopping() ? 'stopping' : 'not ready';
    return reply.code(ready ? 200 : 503).send({ status, database: migrated, ...details() });
  });
  app.get('/metrics', open, async (request, reply) => {
    if (!mayReadMetrics(request, token)) return reply.code(404).send(toCommonError('not_found'));
    const texts = (await readMetrics()).map(({ registry }) => registry.metrics());
    return reply
      .header('cache-control', 'no-store')
      .type(Registry.PROMETHEUS_CONTENT_TYPE)
      .send((await Promise.all(texts)).join(''));
  });
}
