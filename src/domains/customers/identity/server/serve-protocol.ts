/** Serves the OpenID protocol: the provider's endpoints [ID-1, API-37] and sign-out [ID-4]. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toCommonError } from '#lib/http/api-error.ts';
import type { Config } from '#lib/server/config.ts';
import { allowedTarget } from '../model/return-to.ts';
import { allowedOrigins } from './allowed-origins.ts';
import { asProviderSees, type BrowserSessions } from './browser-session.ts';
import type { Issuers } from './issuers.ts';
import { PATHS } from './protocol.ts';

export interface ProtocolService {
  readonly config: Config;
  readonly issuers: Issuers;
  readonly sessions: BrowserSessions;
  readonly originOf: (request: FastifyRequest) => string;
}

const ENDPOINTS = [
  { method: ['GET', 'POST'], url: PATHS.authorization },
  { method: ['POST', 'OPTIONS'], url: PATHS.token },
  { method: ['POST', 'OPTIONS'], url: PATHS.revocation },
  { method: ['GET', 'OPTIONS'], url: PATHS.jwks },
  { method: ['GET', 'OPTIONS'], url: PATHS.discovery },
] as const;

interface SignOutQuery {
  readonly client_id?: string;
  readonly returnTo?: string;
  readonly post_logout_redirect_uri?: string;
  readonly state?: string;
}

/** Returns the target of a sign-out: an allowed target with the caller's state, else `/`. */
function afterSignOut(query: SignOutQuery, config: Config, origin: string): string {
  const isClient = query.client_id === undefined || query.client_id === config.IDENTITY_CLIENT_ID;
  const requested = query.returnTo ?? query.post_logout_redirect_uri;
  const target = isClient && typeof requested === 'string' ? allowedTarget(requested, allowedOrigins(config, origin)) : null;
  if (target === null) return '/';
  if (typeof query.state !== 'string' || query.state === '') return target;
  return `${target}${target.includes('?') ? '&' : '?'}state=${encodeURIComponent(query.state)}`;
}

interface Mounted {
  readonly method: readonly ('GET' | 'POST' | 'OPTIONS')[];
  readonly url: string;
}

/** Mounts endpoints of a provider. It reads bodies and writes responses itself. */
export function mountProvider(
  app: FastifyInstance,
  endpoints: readonly Mounted[],
  issuers: Issuers,
  originOf: (request: FastifyRequest) => string,
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    const respond = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const origin = originOf(request);
      const { handle } = await issuers.at(origin);
      for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value);
      reply.hijack();
      await handle(asProviderSees(request, origin), reply.raw);
    };
    for (const { method, url } of endpoints)
      scope.route({ method: [...method], url, exposeHeadRoute: false, schema: { hide: true }, handler: respond });
  });
}

/** Serves the protocol and the sign-out. */
export function serveProtocol(app: FastifyInstance, service: ProtocolService): void {
  const { config, issuers, sessions, originOf } = service;
  mountProvider(app, ENDPOINTS, issuers, originOf);

  app.get<{ Querystring: SignOutQuery }>(PATHS.signOut, { schema: { hide: true } }, async (request, reply) => {
    // Prefetching a link must not sign the shopper out.
    const purpose = request.headers['sec-purpose'] ?? request.headers.purpose;
    if (purpose?.includes('prefetch')) return reply.code(403).send(toCommonError('cross_site'));
    await sessions.end(request, reply);
    reply.header('cache-control', 'no-store');
    return reply.redirect(afterSignOut(request.query, config, originOf(request)), 302);
  });
}
