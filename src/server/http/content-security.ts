/** The content security policy of pages: inline scripts of the renderer are named by their hash, so cached bytes and header agree. */
import { createHash } from 'node:crypto';

/** Origins beside the shop's own that pages may talk to and take scripts from. */
interface ExternalOrigins {
  readonly connect: readonly string[];
  readonly script: readonly string[];
}

export interface PolicyOptions {
  /** Vite's own scripts and its socket work. */
  readonly development: boolean;
  /** Origin of the identity service where it is another one: the login client calls it and frames it. */
  readonly identity: string | null;
  /** Origins of the hosted search where browsers use one. */
  readonly search: readonly string[];
  /** Origins of outside services, such as analytics and notifications. */
  readonly external: readonly ExternalOrigins[];
}

/** Where browsers send reports, and what that endpoint is called in headers. */
export const REPORTS_PATH = '/api/browser-reports';
export const REPORTS_GROUP = 'shop';

const also = (origins: readonly string[]): string => origins.map((origin) => ` ${origin}`).join('');
const hashOf = (code: string): string => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

/**
 * The `content-security-policy` of a finished page. There is no nonce and no unsafe-inline: the page may be cached and sent again.
 * @param scripts code of the inline scripts that the renderer wrote; no other inline script runs
 */
export function contentSecurityPolicy(scripts: readonly string[], { development, identity, search, external }: PolicyOptions): string {
  const outside = {
    connect: external.flatMap(({ connect }) => connect),
    script: external.flatMap(({ script }) => script),
  };
  const hashes = [...new Set(scripts.map(hashOf))];
  // Scripts of other companies write markup as they like, so Trusted Types are demanded of our own alone.
  const demandsTrustedTypes = !development && outside.script.length === 0;
  return [
    "default-src 'self'",
    development ? "script-src 'self' 'unsafe-inline'" : `script-src 'self'${also(hashes)}${also(outside.script)}`,
    development ? "style-src 'self' 'unsafe-inline'" : "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data:${also(outside.script)}`,
    "font-src 'self'",
    `connect-src 'self'${identity === null ? '' : ` ${identity}`}${also(search)}${also(outside.connect)}${development ? ' ws:' : ''}`,
    `frame-src 'self'${identity === null ? '' : ` ${identity}`}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(demandsTrustedTypes ? ["require-trusted-types-for 'script'", 'trusted-types default'] : []),
    `report-uri ${REPORTS_PATH}`,
    `report-to ${REPORTS_GROUP}`,
  ].join('; ');
}
