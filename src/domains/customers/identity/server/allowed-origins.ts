/** Origins of the shop: the table of sites, PUBLIC_URL, the identity service, and configured ones. */

import type { Config } from '#lib/server/config.ts';
import { siteOrigin } from '#markets/origins.ts';
import { siteOfHost } from '#markets/sites.ts';

type OriginConfig = Pick<Config, 'sites' | 'PUBLIC_URL' | 'ALLOWED_ORIGINS' | 'IDENTITY_URL'>;

/** Returns the origins that a redirect from `origin` may lead to, in lower case [ID-17]. */
export function allowedOrigins(config: OriginConfig, origin: string): string[] {
  const sites = config.sites.map(({ host }) => siteOrigin(host, config.PUBLIC_URL, origin));
  const more = config.IDENTITY_URL === undefined ? [] : [config.IDENTITY_URL];
  return [...new Set([origin, ...sites, config.PUBLIC_URL, ...more, ...config.ALLOWED_ORIGINS].map((known) => known.toLowerCase()))];
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
