/** Origins that belong to the shop: those of the table of sites, PUBLIC_URL, the identity service, and configured ones. */

import type { Config } from '#lib/server/config.ts';
import { siteOrigin } from '#markets/origins.ts';
import { siteOfHost } from '#markets/sites.ts';

type OriginConfig = Pick<Config, 'sites' | 'PUBLIC_URL' | 'ALLOWED_ORIGINS' | 'IDENTITY_URL'>;

/** Every origin that a redirect from `origin` may lead to, in lower case. */
export function allowedOrigins(config: OriginConfig, origin: string): string[] {
  const sites = config.sites.map(({ host }) => siteOrigin(host, config.PUBLIC_URL, origin));
  const more = config.IDENTITY_URL === undefined ? [] : [config.IDENTITY_URL];
  return [...new Set([origin, ...sites, config.PUBLIC_URL, ...more, ...config.ALLOWED_ORIGINS].map((known) => known.toLowerCase()))];
}

/** True where the shop itself signs people in on this origin. */
export const isBuiltInIdentity = (config: OriginConfig): boolean =>
  config.IDENTITY_URL === undefined || config.IDENTITY_URL === config.PUBLIC_URL;

/** Issuers whose access tokens are taken: each own origin with a slash, or only the identity service where it is elsewhere. */
export function isIssuer(config: OriginConfig, issuer: string): boolean {
  if (config.IDENTITY_URL !== undefined && issuer === `${config.IDENTITY_URL}/`) return true;
  if (!isBuiltInIdentity(config) || !URL.canParse(issuer)) return false;
  const { origin, host } = new URL(issuer);
  if (issuer !== `${origin}/`) return false;
  const site = siteOfHost(config.sites, host);
  return origin === config.PUBLIC_URL || (site !== null && siteOrigin(site.host, config.PUBLIC_URL, origin) === origin);
}
