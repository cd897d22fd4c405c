/** Origins of the shop, which may sign shoppers in and call the identity service: the table of sites, PUBLIC_URL, and configured ones. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#lib/server/config.ts';
import { siteOrigin } from '#markets/origins.ts';
import { siteOfHost } from '#markets/sites.ts';
import { identityContract } from '../contract.ts';
import type { LoginConfig } from '../model/auth-user.ts';

type OriginConfig = Pick<Config, 'sites' | 'PUBLIC_URL' | 'ALLOWED_ORIGINS' | 'IDENTITY_URL'>;

/** Returns the origins that a redirect from `origin` may lead to, in lower case [ID-17]. */
export function allowedOrigins(config: OriginConfig, origin: string): string[] {
  const sites = config.sites.map(({ host }) => siteOrigin(host, config.PUBLIC_URL, origin));
  const more = config.IDENTITY_URL === undefined ? [] : [config.IDENTITY_URL];
  return [...new Set([origin, ...sites, config.PUBLIC_URL, ...more, ...config.ALLOWED_ORIGINS].map((each) => each.toLowerCase()))];
}

/** Returns true if the built-in identity service signs shoppers in on this origin. */
export const isBuiltInIdentity = (config: OriginConfig): boolean =>
  config.IDENTITY_URL === undefined || config.IDENTITY_URL === config.PUBLIC_URL;

/**
 * Returns true if access tokens of the issuer are accepted: each of our origins with a trailing slash [ID-5], or only the external
 * identity service.
 */
export function isIssuer(config: OriginConfig, issuer: string): boolean {
  if (config.IDENTITY_URL !== undefined && issuer === `${config.IDENTITY_URL}/`) return true;
  if (!isBuiltInIdentity(config) || !URL.canParse(issuer)) return false;
  const { origin, host } = new URL(issuer);
  if (issuer !== `${origin}/`) return false;
  const site = siteOfHost(config.sites, host);
  return origin === config.PUBLIC_URL || (site !== null && siteOrigin(site.host, config.PUBLIC_URL, origin) === origin);
}

/** Derives the configuration of the login client at an origin. */
export const loginConfig = (config: Config, origin: string): LoginConfig => ({
  domain: isBuiltInIdentity(config) ? origin : (config.IDENTITY_URL ?? origin),
  clientId: config.IDENTITY_CLIENT_ID,
  audience: config.IDENTITY_AUDIENCE,
  isHere: isBuiltInIdentity(config),
});

/** Calls of the identity host [ID-6]. The protocol's endpoints set their own CORS headers. */
const CROSS_ORIGIN_PATHS: readonly string[] = [
  identityContract.validateEmail.path,
  identityContract.checkSocialIdentity.path,
  identityContract.changeEmailStep2.path,
  identityContract.changeEmailStep3.path,
];
const CROSS_ORIGIN_HEADERS = 'authorization, content-type, idempotency-key';
const CORS_MAX_AGE_SECONDS = 3_600;

/** Allows cross-origin calls from pages of the shop if the identity service has its own origin [ID-7]. */
export function allowCrossOrigin(app: FastifyInstance, config: Config, originOf: (request: FastifyRequest) => string): void {
  const allow = (request: FastifyRequest, reply: FastifyReply): boolean => {
    const { origin } = request.headers;
    const own = originOf(request);
    if (origin === undefined || origin === own || !allowedOrigins(config, own).includes(origin)) return false;
    reply.header('access-control-allow-origin', origin).header('vary', 'origin').header('cross-origin-resource-policy', 'cross-origin');
    return true;
  };
  app.addHook('onRequest', async (request, reply) => {
    if (CROSS_ORIGIN_PATHS.includes(request.url)) allow(request, reply);
  });
  for (const path of CROSS_ORIGIN_PATHS) {
    app.options(path, { schema: { hide: true } }, async (request, reply) => {
      if (allow(request, reply))
        reply
          .header('access-control-allow-methods', 'POST')
          .header('access-control-allow-headers', CROSS_ORIGIN_HEADERS)
          .header('access-control-max-age', CORS_MAX_AGE_SECONDS);
      return reply.code(204).send();
    });
  }
}
