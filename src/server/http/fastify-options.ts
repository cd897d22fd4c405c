/** What the instances of the shop and of the office share: limits, logging, and what is refused before routing. */
import { randomUUID } from 'node:crypto';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import type { Database } from '#lib/db/pool.ts';
import { toCommonError } from '#lib/http/api-error.ts';
import { clientKey } from '#lib/http/client-key.ts';
import { isWellFormedTarget, MALFORMED_TARGET, originForm } from '#lib/http/request-target.ts';
import type { Config } from '#lib/server/config.ts';
import { isHostHeader } from '#markets/origins.ts';
import { createLimitStore } from './call-limits.ts';
import { logging } from './logging.ts';
import { sendMalformed } from './send-refusal.ts';

const MALFORMED_HOST = 'Host is malformed: it must be a host name or an address, with a port from 1 to 65535 or none.';
const malformed = (status = 400) => ({ ...toCommonError('invalid_input', { reason: MALFORMED_TARGET }), status });

/** Returns Fastify's options. */
export const fastifyOptions = (config: Config) =>
  ({
    logger: logging(config),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: config.TRUSTED_PROXIES.length > 0 ? [...config.TRUSTED_PROXIES] : false,
    bodyLimit: 1_048_576,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    rewriteUrl: ({ url = '/', headers }) => originForm(url, headers.host ?? ''),
    frameworkErrors: (error, request, reply) => void sendMalformed(request, reply, malformed(error.statusCode)),
  }) satisfies FastifyServerOptions;

/** Sets how input is validated and output is written, and limits requests per client IP address and minute [API-22, API-25]. */
export async function limitRequests(app: FastifyInstance, config: Config, database: Database): Promise<void> {
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  const partOf = (limit: number): number => Math.ceil(limit / config.WEB_PROCESSES);
  // A route with a `groupId` is counted for all processes, any other one by each.
  app.addHook('onRoute', (route) => {
    const limit = route.config?.rateLimit;
    if (!limit || limit.groupId !== undefined || typeof limit.max !== 'number') return;
    route.config = { ...route.config, rateLimit: { ...limit, max: partOf(limit.max) } };
  });
  await app.register(rateLimit, {
    max: partOf(config.RATE_LIMIT_PER_MINUTE),
    store: createLimitStore(database),
    timeWindow: 60_000,
    // The plugin's own key fails if the client disconnected before its address was read.
    keyGenerator: (request) => clientKey(request.ip),
    errorResponseBuilder: () => toCommonError('rate_limited'),
  });
}

/** Refuses requests with a malformed host or target. */
export function refuseMalformed(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!isHostHeader(request.host)) return sendMalformed(request, reply, toCommonError('invalid_input', { reason: MALFORMED_HOST }));
    if (!isWellFormedTarget(request.url)) return sendMalformed(request, reply, malformed(400));
  });
}
