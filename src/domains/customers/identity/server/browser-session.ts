/** Session of the browser with the provider, in a cookie of this origin. The hosted pages begin and end it. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import type { Database } from '#lib/db/pool.ts';
import { cookieNames } from './cookies.ts';
import type { Customer } from './customer.repository.ts';
import type { Issuers } from './issuers.ts';
import { SESSION_SECONDS } from './protocol.ts';
import { recordSession, revokeSession } from './session.repository.ts';

export interface BrowserSessions {
  /** Signs a customer in on this browser. Signs out another customer on it. */
  begin(request: FastifyRequest, reply: FastifyReply, customer: Pick<Customer, 'id' | 'subject'>, method: string): Promise<void>;
  /** Returns the signed-in subject; null for guests. */
  subject(request: FastifyRequest, reply: FastifyReply): Promise<string | null>;
  /** Ends the session of this browser with all its tokens. */
  end(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

/** Sets the headers from which the provider reads protocol and host. They are always overwritten, because it trusts them. */
export function asProviderSees(request: FastifyRequest, origin: string): FastifyRequest['raw'] {
  const { protocol, host } = new URL(origin);
  request.raw.headers['x-forwarded-proto'] = protocol.slice(0, -1);
  request.raw.headers['x-forwarded-host'] = host;
  return request.raw;
}

const COOKIE = { httpOnly: true, sameSite: 'lax', path: '/', signed: true } as const;

export function browserSessions(database: Database, issuers: Issuers, originOf: (request: FastifyRequest) => string): BrowserSessions {
  const open = async (request: FastifyRequest, reply: FastifyReply) => {
    const origin = originOf(request);
    const { provider } = await issuers.at(origin);
    const ctx = provider.createContext(asProviderSees(request, origin), reply.raw);
    return { provider, ctx, session: await provider.Session.get(ctx as never) };
  };
  const setCookie = (reply: FastifyReply, provider: Provider, ctx: ReturnType<Provider['createContext']>, id: string | null): void => {
    const expires = id === null ? new Date(0) : new Date(Date.now() + SESSION_SECONDS * 1_000);
    ctx.cookies.set(provider.cookieName('session'), id ?? '', { ...COOKIE, expires });
    // The provider writes to the raw response. Fastify's cookies would overwrite its headers.
    const written = reply.raw.getHeader('set-cookie');
    reply.raw.removeHeader('set-cookie');
    if (written !== undefined) reply.header('set-cookie', written);
  };

  return {
    async begin(request, reply, customer, method) {
      const { provider, ctx, session: old } = await open(request, reply);
      const isSame = old.accountId === customer.subject;
      if (old.accountId && !isSame) await revokeSession(database, old.uid);
      const session = isSame ? old : new provider.Session();
      // A new id at each sign-in prevents session fixation.
      if (isSame) session.resetIdentifier();
      session.loginAccount({ accountId: customer.subject, amr: [method] });
      const userAgent = (request.headers['user-agent'] ?? '').slice(0, 300);
      await recordSession(database, customer.id, { id: session.uid, method, userAgent });
      await session.save(SESSION_SECONDS);
      setCookie(reply, provider, ctx, session.jti);
    },
    async subject(request, reply) {
      if (!request.headers.cookie?.includes(`${cookieNames(originOf(request)).session}=`)) return null;
      const { session } = await open(request, reply);
      return session.accountId ?? null;
    },
    async end(request, reply) {
      const { provider, ctx, session } = await open(request, reply);
      if (session.accountId) await revokeSession(database, session.uid);
      setCookie(reply, provider, ctx, null);
    },
  };
}
