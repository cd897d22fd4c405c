/** Builds the content security policy of pages. It allows inline scripts by their hashes, so that it stays valid for cached pages. */
import { createHash } from 'node:crypto';

/** Other origins that pages may connect to and load scripts from. */
interface ExternalOrigins {
  readonly connect: readonly string[];
  readonly script: readonly string[];
}

export interface PolicyOptions {
  /** True to allow Vite's inline scripts and its WebSocket. */
  readonly development: boolean;
  /** Origin of an external identity service, which the login client calls and frames. Null for the built-in one. */
  readonly identity: string | null;
  /** Origins of the hosted search. Empty if browsers do not use it. */
  readonly search: readonly string[];
  /** Origins of external services, such as analytics and notifications. */
  readonly external: readonly ExternalOrigins[];
}

/** Path of the endpoint that receives browser reports, and its name in headers. */
export const REPORTS_PATH = '/api/browser-reports';
export const REPORTS_GROUP = 'shop';

const also = (origins: readonly string[]): string => origins.map((origin) => ` ${origin}`).join('');
const hashOf = (code: string): string => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

/**
 * Returns the `content-security-policy` of a rendered page. Pages are cached, so scripts have neither nonces nor, in production,
 * `unsafe-inline`.
 * @param scripts inline scripts of the renderer. No other inline script runs
 */
export function contentSecurityPolicy(scripts: readonly string[], { development, identity, search, external }: PolicyOptions): string {
  const outside = {
    connect: external.flatMap(({ connect }) => connect),
    script: external.flatMap(({ script }) => script),
  };
  const hashes = [...new Set(scripts.map(hashOf))];
  // Third-party scripts may write markup directly, so Trusted Types are required only if all scripts are the shop's own.
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
