/** Names the spans of requests by their routes. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { describeRequest, isTracing, type SpanAttributes } from '#lib/server/telemetry/telemetry.ts';

/**
 * Names the span of each request by method and route. Paths and queries are left out, because they may contain personal data.
 * @param describe returns further attributes and, if it is not the route of the server, the pattern of the page
 */
export function describeTraces(
  app: FastifyInstance,
  describe: (request: FastifyRequest, route: string) => { readonly route: string; readonly attributes: SpanAttributes },
): void {
  if (!isTracing()) return;
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.url === undefined) return;
    const { route, attributes } = describe(request, request.routeOptions.url);
    describeRequest(`${request.method} ${route}`, { 'http.route': route, ...attributes });
  });
}
