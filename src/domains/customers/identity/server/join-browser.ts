/**
 * Binds a join to the browser that requested it. The password of a join is valid only in that browser; a link opened elsewhere
 * requires a new one (docs/decisions/0085-proof-before-an-account-changes-hands.md).
 */
import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieNames } from './cookie-names.ts';

const PATH = '/auth';
/** Longer than the lifetime of a link, because a link can be resent. */
const SECONDS = 24 * 60 * 60;
const VALUE = /^[A-Za-z0-9_-]{43}$/;

const digestOf = (value: string): string => createHash('sha256').update(value).digest('base64url');

function readCookie(request: FastifyRequest, origin: string): string | null {
  const start = `${cookieNames(origin).join}=`;
  const pair = (request.headers.cookie ?? '').split(';').find((each) => each.trim().startsWith(start));
  const value = pair?.trim().slice(start.length) ?? '';
  return VALUE.test(value) ? value : null;
}

/** Returns the digest of this browser's cookie; null if it has none. */
export function joinBrowserOf(request: FastifyRequest, origin: string): string | null {
  const value = readCookie(request, origin);
  return value === null ? null : digestOf(value);
}

/** Sets the cookie unless the browser has one. @returns its digest */
export function markJoinBrowser(request: FastifyRequest, reply: FastifyReply, origin: string): string {
  const value = readCookie(request, origin) ?? randomBytes(32).toString('base64url');
  const secure = origin.startsWith('https:') ? '; Secure' : '';
  reply.header('set-cookie', `${cookieNames(origin).join}=${value}; Path=${PATH}; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax${secure}`);
  return digestOf(value);
}
