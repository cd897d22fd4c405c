/** Structured logs with a request id and without personal data: routes, never addresses, queries, headers or bodies. */
import type { FastifyServerOptions } from 'fastify';
import type { Config } from '../../platform/server/config.ts';

interface LoggedRequest {
  readonly method?: string;
  readonly host?: string;
  readonly routeOptions?: { readonly url?: string | undefined };
}

/** Fastify's logger options; tokens stand in some paths, so only the route's pattern is logged. */
export const logging = (level: Config['LOG_LEVEL']): FastifyServerOptions['logger'] =>
  level === 'silent'
    ? false
    : {
        level,
        serializers: {
          req: (request: LoggedRequest) => ({ method: request.method, host: request.host, route: request.routeOptions?.url }),
          res: (reply: { statusCode?: number }) => ({ status: reply.statusCode }),
        },
      };
