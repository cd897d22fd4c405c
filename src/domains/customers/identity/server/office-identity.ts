/**
 * Names of the OpenID provider at the office's origin, and the session that a sign-in leaves there. The provider itself is imported when
 * somebody signs in.
 */
import { createHmac } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { asProviderSees } from './browser-session.ts';
import type { Issuers } from './issuers.ts';
import { PATHS } from './protocol.ts';
import type { KeySet } from './signing-keys.ts';

export const OFFICE_CLIENT = 'office';
/** The provider's session only carries the person from the last step to the callback. The office has its own session. */
export const OFFICE_IDENTITY_SECONDS = 60;

export const OFFICE_ENDPOINTS = [
  { method: ['GET'], url: PATHS.authorization },
  { method: ['POST'], url: PATHS.token },
  { method: ['GET'], url: PATHS.jwks },
  { method: ['GET'], url: PATHS.discovery },
] as const;

/** Derives the client's secret from the cookie keys, so that every process has the same one and it is stored nowhere. */
export const officeClientSecret = ({ cookies }: KeySet): string =>
  createHmac('sha256', cookies.at(-1) ?? '')
    .update('client secret of the office')
    .digest('base64url');

/** Signs a person in at the provider, for the authorization request that follows. */
export async function beginOfficeIdentity(
  issuers: Issuers,
  origin: string,
  request: FastifyRequest,
  reply: FastifyReply,
  subject: string,
): Promise<void> {
  const { provider } = await issuers.at(origin);
  const ctx = provider.createContext(asProviderSees(request, origin), reply.raw);
  const session = new provider.Session();
  session.loginAccount({ accountId: subject });
  await session.save(OFFICE_IDENTITY_SECONDS);
  ctx.cookies.set(provider.cookieName('session'), session.jti, {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    signed: true,
    maxAge: OFFICE_IDENTITY_SECONDS * 1_000,
  });
  // The provider writes to the raw response. Fastify's cookies would overwrite its headers.
  const written = reply.raw.getHeader('set-cookie');
  reply.raw.removeHeader('set-cookie');
  if (written !== undefined) reply.header('set-cookie', written);
}
