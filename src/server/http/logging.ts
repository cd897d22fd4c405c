/** Writes structured logs with a request id and without personal data: routes, never URLs, queries, headers or bodies. */
import { hostname } from 'node:os';
import type { FastifyRequest } from 'fastify';
import type { Config } from '#lib/server/config.ts';
import { isTracing, traceFields } from '#lib/server/telemetry/telemetry.ts';

export type LoggedError = {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  readonly code?: unknown;
  readonly cause?: LoggedError;
  readonly errors?: readonly LoggedError[];
};

/** Returns the logged part of an error. Other properties are left out, because the database puts rejected rows into them. */
function loggedError(error: Error & { readonly code?: unknown }): LoggedError {
  const { name, message, stack = '', code, cause } = error;
  return {
    type: name,
    message,
    stack,
    ...(code === undefined ? {} : { code }),
    ...(cause instanceof Error ? { cause: loggedError(cause) } : {}),
    ...(error instanceof AggregateError ? { errors: error.errors.filter((one) => one instanceof Error).map(loggedError) } : {}),
  };
}

/** Options of Fastify's logger. Some paths contain tokens, so only the route pattern is logged. */
export const logging = ({ LOG_LEVEL: level, SHOP_ROLE: role }: Pick<Config, 'LOG_LEVEL' | 'SHOP_ROLE'>) => ({
  level,
  ...(isTracing() ? { mixin: traceFields } : {}),
  base: { pid: process.pid, hostname: hostname(), role },
  serializers: {
    req: (request: FastifyRequest) => ({ method: request.method, host: request.host, route: request.routeOptions.url ?? '' }),
    err: loggedError,
    res: (reply: { statusCode?: number }) => ({ status: reply.statusCode ?? 0 }),
  },
});
