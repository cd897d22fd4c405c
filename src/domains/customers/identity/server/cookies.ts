/** Cookies of the identity service: their names, and the one that binds a join to its browser. */
import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Names of the identity service's cookies at an origin. Under https their prefixes stop other hosts and connections without TLS
 * from planting cookies: `__Host-` for the session of the whole origin, `__Secure-` for pending sign-ins, which are bound to a
 * path.
 */
export interface CookieNames {
  readonly session: string;
  readonly interaction: string;
  readonly resume: string;
  readonly social: string;
  /** Binds a join to its browser. */
  readonly join: string;
}

export function cookieNames(origin: string): CookieNames {
  const isSecure = origin.startsWith('https:');
  const bound = isSecure ? '__Secure-' : '';
  return {
    session: `${isSecure ? '__Host-' : ''}cellardoor_session`,
    interaction: `${bound}cellardoor_interaction`,
    resume: `${bound}cellardoor_resume`,
    social: `${bound}cellardoor_social`,
    join: `${bound}cellardoor_join`,
  };
}

const JOIN_PATH = '/auth';
/** Longer than the lifetime of a link, because a link can be resent. */
const JOIN_SECONDS = 24 * 60 * 60;
const JOIN_VALUE = /^[A-Za-z0-9_-]{43}$/;

const digestOf = (value: string): string => createHash('sha256').update(value).digest('base64url');

function readCookie(request: FastifyRequest, origin: string): string | null {
  const start = `${cookieNames(origin).join}=`;
  const pair = (request.headers.cookie ?? '').split(';').find((each) => each.trim().startsWith(start));
  const value = pair?.trim().slice(start.length) ?? '';
  return JOIN_VALUE.test(value) ? value : null;
}

/**
 * Returns the digest of this browser's join cookie; null if it has none. The password of a join is valid only in the browser that
 * requested it; a link opened elsewhere requires a new one (docs/decisions/0085-proof-before-an-account-changes-hands.md).
 */
export function joinBrowserOf(request: FastifyRequest, origin: string): string | null {
  const value = readCookie(request, origin);
  return value === null ? null : digestOf(value);
}

/** Sets the cookie unless the browser has one. @returns its digest */
export function markJoinBrowser(request: FastifyRequest, reply: FastifyReply, origin: string): string {
  const value = readCookie(request, origin) ?? randomBytes(32).toString('base64url');
  const secure = origin.startsWith('https:') ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `${cookieNames(origin).join}=${value}; Path=${JOIN_PATH}; Max-Age=${JOIN_SECONDS}; HttpOnly; SameSite=Lax${secure}`,
  );
  return digestOf(value);
}
