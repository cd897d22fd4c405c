/** Structured logs with a request id and without personal data: routes, never addresses, queries, headers or bodies. */
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../platform/server/config.ts';

/** Fastify's logger options; tokens stand in some paths, so only the route's pattern is logged. */
export const logging = (level: Config['LOG_LEVEL']) => ({
  level,
  serializers: {
    req: (request: FastifyRequest) => ({ method: request.method, host: request.host, route: request.routeOptions.url ?? '' }),
    res: (reply: { statusCode?: number }) => ({ status: reply.statusCode ?? 0 }),
  },
});
