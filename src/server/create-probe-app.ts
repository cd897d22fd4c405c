/** Builds the server of a process that serves neither shop nor office: liveness, readiness and metrics. */
import Fastify, { type FastifyInstance } from 'fastify';
import { toCommonError } from '#lib/http/api-error.ts';
import type { ReadMetrics } from '#lib/server/telemetry/telemetry.ts';
import { logging } from '#server/http/logging.ts';
import { createRegistry } from '#server/http/metrics.ts';
import { serveProbes } from '#server/http/serve-probes.ts';
import { systemDepsOf } from '#server/jobs/scheduler.ts';
import { createMetricsReader } from '#server/metrics/metrics-reader.ts';
import type { AppServices } from './create-services.ts';
import { type GracefulStop, gracefulStop } from './graceful-stop.ts';

export interface ProbeServer {
  readonly app: FastifyInstance;
  readonly office: null;
  readonly pages: null;
  readonly stopping: GracefulStop;
  readonly readMetrics: ReadMetrics;
}

/** Builds the server. Does not listen yet. */
export function buildProbeServer(services: AppServices): ProbeServer {
  const { config } = services;
  const system = systemDepsOf(services);
  const app = Fastify({ logger: logging(config), forceCloseConnections: 'idle' });
  const stopping = gracefulStop(app);
  const readMetrics = createMetricsReader(system, createRegistry(config.SHOP_ROLE, system));
  serveProbes(app, {
    database: services.database,
    readMetrics,
    token: config.METRICS_TOKEN,
    isStopping: stopping.isStopping,
    details: () => ({ role: config.SHOP_ROLE }),
  });
  app.setNotFoundHandler(async (_request, reply) => reply.code(404).send(toCommonError('not_found')));
  return { app, office: null, pages: null, stopping, readMetrics };
}
