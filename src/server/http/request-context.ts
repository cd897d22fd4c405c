/** Reads what endpoints and pages need from a request: site, origin and headers. */
import type { FastifyRequest } from 'fastify';
import type { Settings } from '#domains/settings/server/settings-store.ts';
import { parseIfMatch } from '#lib/http/if-match.ts';
import type { CallContext } from '#lib/http/request-context.ts';
import type { Config } from '#lib/server/config.ts';
import { isLocalRequest } from '#lib/server/local-address.ts';
import { isHostHeader, isLoopbackHost, siteOrigin } from '#markets/origins.ts';
import { type Site, siteOfFormerHost, siteOfHost } from '#markets/sites.ts';

/** Returns the site that has, or had, the host of the `Host` header, or the first site. */
export const siteOf = (config: Config, request: Pick<FastifyRequest, 'host'>): Site =>
  siteOfHost(config.sites, request.host) ?? siteOfFormerHost(config.formerHosts, request.host) ?? config.sites[0];

type Addressed = Pick<FastifyRequest, 'host' | 'protocol'>;

/** Returns the URL that a request was sent to, or null if its `Host` is malformed. A forwarded protocol may be any text. */
function requestedOrigin({ host, protocol }: Addressed): string | null {
  if (host === '' || !isHostHeader(host)) return null;
  return new URL(`${protocol === 'https' ? 'https' : 'http'}://${host}`).origin;
}

/**
 * Returns the origin for links and emails of a request: that of its site if the host table lists it, else PUBLIC_URL [SITE-24]. A former
 * host has the origin of the host that its site has now.
 * Only loopback hosts keep the protocol and port of the request.
 */
export function originOf(config: Config, request: Addressed): string {
  const site = siteOfHost(config.sites, request.host);
  const moved = site ? null : siteOfFormerHost(config.formerHosts, request.host);
  const requested = requestedOrigin(request);
  if (requested !== null && moved) return siteOrigin(moved.host, config.PUBLIC_URL, requested);
  if (!site || requested === null) return config.PUBLIC_URL;
  return isLoopbackHost(site.host) ? requested : siteOrigin(site.host, config.PUBLIC_URL);
}

/** Returns true if an `Origin` header names this shop: the request's own, PUBLIC_URL, a listed site, or a configured one [API-20]. */
export function isKnownOrigin(config: Config, request: Addressed, origin: string): boolean {
  if (origin === config.PUBLIC_URL || config.ALLOWED_ORIGINS.includes(origin)) return true;
  const own = requestedOrigin(request);
  if (!siteOfHost(config.sites, request.host) && !siteOfFormerHost(config.formerHosts, request.host) && origin === own) return true;
  const [, host] = /^https?:\/\/([^/]+)$/.exec(origin) ?? [];
  const site = host === undefined ? null : siteOfHost(config.sites, host);
  if (!host || !site) return false;
  // A proxy in front of a loopback host may add TLS without a header, so only the ports are compared.
  if (isLoopbackHost(site.host)) return portOf(host) === portOf(request.host);
  return origin === siteOrigin(site.host, config.PUBLIC_URL);
}

const portOf = (hostHeader: string): string => /:(\d*)$/.exec(hostHeader)?.[1] ?? '';

const single = (value: string | string[] | undefined): string | null => (Array.isArray(value) ? (value[0] ?? null) : (value ?? null));

/** `Bearer x` → `x`. */
const bearerOf = (header: string | undefined): string | null => /^Bearer\s+(\S+)$/i.exec(header ?? '')?.[1] ?? null;

/** Returns the region that a proxy at the edge detected. Ignores the header unless the request came through a configured proxy. */
function edgeRegionOf(config: Config, request: FastifyRequest): string | null {
  const cameThroughProxy = (request.ips?.length ?? 0) > 1;
  if (!cameThroughProxy) return null;
  return config.GEOIP_HEADERS.map((name) => single(request.headers[name])).find(Boolean) ?? null;
}

/** Header with the revision of the settings: in requests that of the page, in responses a newer one. */
export const SETTINGS_REVISION = 'settings-revision';

/** Maximum length of a revision in a request. */
const MAX_REVISION_LENGTH = 40;

/** Returns the revision that a request names. @returns null if it names none */
export function revisionIn({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const value = single(headers[SETTINGS_REVISION]);
  return value && value.length <= MAX_REVISION_LENGTH ? value : null;
}

/** Returns the terms of a revision that is not the current one. @returns null without a revision or with the current one */
function outdatedTermsOf(settings: Settings, site: Site, revision: string | null): CallContext['outdatedTerms'] {
  if (revision === null || revision === settings.current().revision(site)) return null;
  return settings.termsOfRevision(site, revision) ?? 'unknown';
}

/** Builds the context of an endpoint or page from its request. */
export function callContextOf(config: Config, settings: Settings, request: FastifyRequest): CallContext {
  const ifMatch = parseIfMatch(request.headers['if-match']);
  const site = siteOf(config, request);
  return {
    site,
    terms: settings.current().terms[site.market],
    outdatedTerms: outdatedTermsOf(settings, site, revisionIn(request)),
    origin: originOf(config, request),
    ip: request.ip,
    edgeRegion: edgeRegionOf(config, request),
    isLocal: isLocalRequest(request.raw),
    requestId: request.id,
    idempotencyKey: single(request.headers['idempotency-key'])?.slice(0, 255) || null,
    // A malformed `If-Match` is rejected before the handler of a call runs. Pages do not read the header.
    ifMatch: ifMatch === 'malformed' ? null : ifMatch,
    bearer: bearerOf(request.headers.authorization),
  };
}
