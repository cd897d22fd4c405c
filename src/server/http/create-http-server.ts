/** Creates the http server of the process. It sends each request to the instance of its host: the shop or the office. */
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#lib/server/config.ts';
import { inRequestSpan } from '#lib/server/telemetry/telemetry.ts';
import { isOfficeHost } from '#server/office/office-origin.ts';

/** Time in ms for which a connection stays open after a response. Longer than that of common load balancers. */
const KEEP_ALIVE_MS = 72_000;

type HostConfig = Pick<Config, 'OFFICE_URL' | 'TRUSTED_PROXIES' | 'REQUEST_TIMEOUT_MS'>;

/** Returns the host that a request names. A forwarded one counts only behind a proxy; it selects the instance and nothing else. */
function hostOf({ TRUSTED_PROXIES }: HostConfig, { headers }: IncomingMessage): string {
  const forwarded = TRUSTED_PROXIES.length > 0 ? [headers['x-forwarded-host']].flat()[0] : undefined;
  return forwarded?.split(',')[0]?.trim() || (headers.host ?? '');
}

/** Creates the server, which does not listen yet. @param office null if the shop serves no office */
export function createHttpServer(config: HostConfig, shop: RequestListener, office: Pick<FastifyInstance, 'routing'> | null): Server {
  const { REQUEST_TIMEOUT_MS: timeout } = config;
  const limits = { headersTimeout: timeout, requestTimeout: timeout, connectionsCheckingInterval: Math.min(5_000, timeout / 2) };
  const server = createServer(limits, (request, response) => {
    inRequestSpan(request, response, () => {
      if (office && isOfficeHost(config, hostOf(config, request))) office.routing(request, response);
      else shop(request, response);
    });
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  // Limits the time in ms for which a connection may be idle.
  server.setTimeout(timeout * 2);
  return server;
}
