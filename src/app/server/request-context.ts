/** Reads of a request what calls and pages need: its site, its origin, its headers. */
import type { FastifyRequest } from 'fastify';
import { type Site, siteOfHost } from '../../market/sites.ts';
import type { Config } from '../../platform/server/config.ts';
import type { CallContext } from '../../platform/server/http/context.ts';

/** The site the `Host` header names, else the first of the table. */
export const siteOf = (config: Config, request: Pick<FastifyRequest, 'host'>): Site =>
  siteOfHost(config.sites, request.host) ?? config.sites[0];

/** The request's own origin where the host table lists it, else PUBLIC_URL. */
export function originOf(config: Config, request: Pick<FastifyRequest, 'host' | 'protocol'>): string {
  return siteOfHost(config.sites, request.host) ? `${request.protocol}://${request.host.toLowerCase()}` : config.PUBLIC_URL;
}

/** Whether an `Origin` header names this shop: the request's own, a listed site on any port, or a configured one. */
export function isKnownOrigin(config: Config, request: FastifyRequest, origin: string): boolean {
  if (origin === `${request.protocol}://${request.host}` || origin === config.PUBLIC_URL || config.ALLOWED_ORIGINS.includes(origin))
    return true;
  const host = /^https?:\/\/([^/]+)$/.exec(origin)?.[1];
  const own = request.host.split(':')[1];
  return host !== undefined && host.split(':')[1] === own && siteOfHost(config.sites, host) !== null;
}

const single = (value: string | string[] | undefined): string | null => (Array.isArray(value) ? (value[0] ?? null) : (value ?? null));

/** `Bearer x` → `x`. */
const bearerOf = (header: string | undefined): string | null => /^Bearer\s+(\S+)$/i.exec(header ?? '')?.[1] ?? null;

/** `"7"`, `W/"7"` or `7` → 7. */
const versionOf = (header: string | null): number | null => {
  const digits = /^(?:W\/)?"?(\d{1,9})"?$/.exec(header?.trim() ?? '')?.[1];
  return digits === undefined ? null : Number(digits);
};

/** The region that an edge in front of the shop found: only what came through a configured proxy counts. */
function edgeRegionOf(config: Config, request: FastifyRequest): string | null {
  const cameThroughProxy = (request.ips?.length ?? 0) > 1;
  if (!cameThroughProxy) return null;
  return config.GEO_HEADERS.map((name) => single(request.headers[name])).find(Boolean) ?? null;
}

export function callContextOf(config: Config, request: FastifyRequest): CallContext {
  return {
    site: siteOf(config, request),
    origin: originOf(config, request),
    ip: request.ip,
    edgeRegion: edgeRegionOf(config, request),
    requestId: request.id,
    idempotencyKey: single(request.headers['idempotency-key'])?.slice(0, 255) || null,
    ifMatch: versionOf(single(request.headers['if-match'])),
    basedOn: single(request.headers['based-on']),
    bearer: bearerOf(request.headers.authorization),
  };
}
