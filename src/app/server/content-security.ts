/** The security headers of pages; scripts are allowed by the hash of each inline one, so kept bytes and header agree. */
import { createHash } from 'node:crypto';

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g;

/** Origins beside the shop's own that pages may talk to and take scripts from. */
export interface ElsewhereOrigins {
  readonly connect: readonly string[];
  readonly script: readonly string[];
}

const NOWHERE: ElsewhereOrigins = { connect: [], script: [] };
const also = (origins: readonly string[]): string => origins.map((origin) => ` ${origin}`).join('');

/**
 * `content-security-policy` of a finished page. No nonce, no unsafe-inline: the page may be kept and sent again.
 * @param html the page's bytes; read a byte a character, which is cheap and finds the same scripts
 * @param identity origin of the identity service where it is another one: the login client calls it and frames it
 * @param search origin of the hosted search where browsers use one
 * @param analytics where analytics and notifications send to and load from, beside the shop itself
 */
export function contentSecurityPolicy(
  html: Buffer,
  development: boolean,
  identity: string | null = null,
  search: string | null = null,
  analytics: ElsewhereOrigins = NOWHERE,
): string {
  const hashes = new Set<string>();
  for (const [, attributes = '', code = ''] of html.toString('latin1').matchAll(INLINE_SCRIPT)) {
    if (/type="application\/(ld\+)?json"/.test(attributes)) continue;
    hashes.add(`'sha256-${createHash('sha256').update(code, 'latin1').digest('base64')}'`);
  }
  return [
    "default-src 'self'",
    development ? "script-src 'self' 'unsafe-inline'" : `script-src 'self' ${[...hashes].join(' ')}`.trim() + also(analytics.script),
    development ? "style-src 'self' 'unsafe-inline'" : "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data:${also(analytics.script)}`,
    "font-src 'self'",
    `connect-src 'self'${identity === null ? '' : ` ${identity}`}${search === null ? '' : ` ${search}`}${also(analytics.connect)}${development ? ' ws:' : ''}`,
    `frame-src 'self'${identity === null ? '' : ` ${identity}`}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
