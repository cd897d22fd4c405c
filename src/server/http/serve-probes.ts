/** Serves `/healthz` (process is up), `/readyz` (not stopping, database migrated, lists built) and `/metrics` in processes of every role. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Registry } from 'prom-client';
import type { SearchIndexes } from '#domains/discovery/search/server/index-service.ts';
import { isMigrated } from '#lib/db/migrate.ts';
import type { Queryable } from '#lib/db/pool.ts';
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
  readonly database: Queryable;
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

/** Time in ms for which a process stays ready while its database is unavailable. A failover takes less. */
const MAX_UNAVAILABLE_MS = 60_000;
/** Time in ms after which a database without an answer counts as unavailable. Load balancers wait longer for a probe. */
const DATABASE_TIMEOUT_MS = 2_000;

/** What `/readyz` says of the database. */
export interface DatabaseState {
  /** True if it answers and is migrated. */
  readonly isMigrated: boolean;
  /** True if it is migrated, or was a short time ago. */
  readonly isUsable: boolean;
}

/**
 * Returns a function that checks the database. One that is unavailable is unavailable to all processes: a load balancer would take out
 * every one, with their cached pages and with the answers that tell shoppers and clients when to try again. A process that alone cannot
 * reach it is taken out when the time is over (docs/decisions/0214-ready-without-a-database.md).
 * @param query returns true if the database is migrated
 */
export function createDatabaseCheck(
  query: () => Promise<boolean>,
  now: () => number = () => performance.now(),
  timeoutMs = DATABASE_TIMEOUT_MS,
): () => Promise<DatabaseState> {
  // A process serves requests only once its database was reached (waiting-server.ts).
  let migratedAt = now();
  /** Shared by probes, which would fill the pool while no connection is free. */
  let pending: Promise<boolean | null> | null = null;
  const check = async (): Promise<boolean | null> => {
    try {
      const isMigrated = await query();
      migratedAt = isMigrated ? now() : Number.NEGATIVE_INFINITY;
      return isMigrated;
    } catch {
      return null;
    } finally {
      pending = null;
    }
  };
  return async () => {
    pending ??= Promise.resolve().then(check);
    const found = await Promise.race([pending, sleep(timeoutMs, null, { ref: false })]);
    return { isMigrated: found === true, isUsable: now() - migratedAt < MAX_UNAVAILABLE_MS };
  };
}

/** Serves the probes. */
export function serveProbes(
  app: FastifyInstance,
  { database, readMetrics, token, isStopping, isPreparing = () => false, details }: ProbeSources,
): void {
  const open = { config: { rateLimit: false } };
  app.get('/healthz', open, async () => ({ status: 'ok' }));
  // A connection to a server that lost its power is closed, and the next probe gets another one.
  const readDatabaseState = createDatabaseCheck(() => isMigrated(database, DATABASE_TIMEOUT_MS));
  app.get('/readyz', open, async (_request, reply) => {
    const state = await readDatabaseState();
    const ready = state.isUsable && !isStopping() && !isPreparing();
    const status = ready ? 'ready' : isStopping() ? 'stopping' : 'not ready';
    return reply.code(ready ? 200 : 503).send({ status, database: state.isMigrated, ...details() });
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
