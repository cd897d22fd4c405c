/** Decides by its headers whether another site caused a change, and logs foreign origins. */
import type { FastifyRequest } from 'fastify';
import { clientKey } from '#lib/http/client-key.ts';
import { type FetchMetadata, isUnsafeChange } from '#lib/http/cross-site.ts';
import { logSecurityEvent, pseudonym } from '#lib/server/security-log.ts';

const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
};

/** Reads the headers by which browsers say where a request came from. */
export const fetchMetadata = (request: FastifyRequest): FetchMetadata => ({
  site: header(request, 'sec-fetch-site'),
  mode: header(request, 'sec-fetch-mode'),
  purpose: header(request, 'sec-purpose') ?? header(request, 'purpose'),
  origin: header(request, 'origin'),
});

/** Returns true for a change that another site caused, or that the person did not intend. Logs foreign origins. */
export function isRefused(request: FastifyRequest, metadata: FetchMetadata, isAllowed: (origin: string) => boolean): boolean {
  const { origin } = metadata;
  if (origin !== undefined && !isAllowed(origin))
    logSecurityEvent(request.log, 'origin_refused', {
      origin: URL.canParse(origin) ? new URL(origin).origin.slice(0, 100) : 'malformed',
      route: request.routeOptions.url ?? '',
      client: pseudonym(clientKey(request.ip)),
    });
  return isUnsafeChange(metadata, isAllowed);
}
