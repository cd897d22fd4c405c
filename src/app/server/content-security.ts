/** The security headers of pages; scripts are allowed by the hash of each inline one, so kept bytes and header agree. */
import { createHash } from 'node:crypto';

/** What may stand between `<script` and `>`, of scripts that the policy need not name. */
const IS_FILE = /\ssrc=/;
const IS_DATA = /type="application\/(ld\+)?json"/;

/** The source expressions of a page's inline scripts, found in its bytes without making a text of them. */
function inlineScripts(html: Buffer): Set<string> {
  const hashes = new Set<string>();
  for (let at = html.indexOf('<script'); at >= 0; at = html.indexOf('<script', at)) {
    const code = html.indexOf('>', at) + 1;
    const end = html.indexOf('</script>', code);
    if (code === 0 || end < 0) break;
    const attributes = html.toString('latin1', at, code);
    if (!IS_FILE.test(attributes) && !IS_DATA.test(attributes))
      hashes.add(`'sha256-${createHash('sha256').update(html.subarray(code, end)).digest('base64')}'`);
    at = end;
  }
  return hashes;
}

/** Origins beside the shop's own that pages may talk to and take scripts from. */
export interface ElsewhereOrigins {
  readonly connect: readonly string[];
  readonly script: readonly string[];
}

const NOWHERE: ElsewhereOrigins = { connect: [], script: [] };
const also = (origins: readonly string[]): string => origins.map((origin) => ` ${origin}`).join('');

/**
 * `content-security-policy` of a finished page. No nonce, no unsafe-inline: the page may be kept and sent again.
 * @param html the page's bytes
 * @param identity origin of the identity service where it is another one: the login client calls it and frames it
 * @param search origins of the hosted search where browsers use one
 * @param analytics where analytics and notifications send to and load from, beside the shop itself
 */
export function contentSecurityPolicy(
  html: Buffer,
  development: boolean,
  identity: string | null = null,
  search: readonly string[] = [],
  analytics: ElsewhereOrigins = NOWHERE,
): string {
  const hashes = inlineScripts(html);
  return [
    "default-src 'self'",
    development ? "script-src 'self' 'unsafe-inline'" : `script-src 'self' ${[...hashes].join(' ')}`.trim() + also(analytics.script),
    development ? "style-src 'self' 'unsafe-inline'" : "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data:${also(analytics.script)}`,
    "font-src 'self'",
    `connect-src 'self'${identity === null ? '' : ` ${identity}`}${also(search)}${also(analytics.connect)}${development ? ' ws:' : ''}`,
    `frame-src 'self'${identity === null ? '' : ` ${identity}`}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
