/** Builds the server of a process that serves neither shop nor office: liveness, readiness and metrics. */
import Fastify, { type FastifyInstance } from 'fastify';
import { toCommonError } from '#lib/http/api-error.ts';
import { logging } from '#server/http/logging.ts';
import { createRegistry } from '#server/http/metrics.ts';
import { serveProbes } from '#server/http/serve-probes.ts';
import { systemDepsOf } from '#server/jobs/scheduler.ts';
import type { AppServices } from './create-services.ts';
import { type GracefulStop, gracefulStop } from './graceful-stop.ts';

export interface ProbeServer {
  readonly app: FastifyInstance;
  readonly office: null;
  readonly pages: null;
  readonly stopping: GracefulStop;
}

/** Builds the server. Does not listen yet. */
export function buildProbeServer(services: AppServices): ProbeServer {
  const { config } = services;
  const system = systemDepsOf(services);
  const app = Fastify({ logger: logging(config), forceCloseConnections: 'idle' });
  const stopping = gracefulStop(app);
  const registry = createRegistry(config.SHOP_ROLE, system);
  serveProbes(app, {
    system,
    registry,
    token: config.METRICS_TOKEN,
    isStopping: stopping.isStopping,
    details: () => ({ role: config.SHOP_ROLE }),
  });
  app.setNotFoundHandler(async (_request, reply) => reply.code(404).send(toCommonError('not_found')));
  return { app, office: null, pages: null, stopping };
}
