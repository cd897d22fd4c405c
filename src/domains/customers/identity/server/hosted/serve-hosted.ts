/** Serves the forms of the hosted pages, social sign-in, and the redirect of signed-in shoppers. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { continuesAuthorization, returnTarget, withAuthenticated } from '#domains/customers/identity/model/return-to.ts';
import type { Database } from '#lib/db/pool.ts';
import { toCommonError } from '#lib/http/api-error.ts';
import { clientKey } from '#lib/http/client-key.ts';
import type { Config } from '#lib/server/config.ts';
import { logSecurityEvent, pseudonym } from '#lib/server/security-log.ts';
import { allowedOrigins } from '../allowed-origins.ts';
import type { BrowserSessions } from '../browser-session.ts';
import { cookieNames, joinBrowserOf } from '../cookies.ts';
import { goOn, hostedForms, pageAddress } from './hosted-forms.ts';
import type { QueueIdentityMail } from './identity-mail.ts';
import { findLink } from './one-time-link.repository.ts';
import { SOCIAL_PATH, SOCIAL_SECONDS, type SocialSignIn } from './social.ts';

export interface HostedService {
  readonly config: Config;
  readonly database: Database;
  readonly sessions: BrowserSessions;
  readonly social: SocialSignIn;
  readonly queueMail: QueueIdentityMail;
  readonly originOf: (request: FastifyRequest) => string;
  /** Returns true if the form was sent from another site. */
  readonly isForeign: (request: FastifyRequest) => boolean;
}

const FORM_BYTES = 20_000;
/** Pages that redirect signed-in shoppers. */
const SIGN_IN_PAGES = new Set(['/auth/login', '/auth/login/using-password', '/auth/join']);

const cookieOf = (request: FastifyRequest, name: string): string | undefined =>
  request.headers.cookie
    ?.split(/;\s*/)
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/** Browsers reject a prefixed cookie without `Secure`, even to delete it. */
const socialCookie = (origin: string, value: string, seconds: number): string =>
  `${cookieNames(origin).social}=${value}; Path=${SOCIAL_PATH}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${origin.startsWith('https:') ? '; Secure' : ''}`;

export function serveHosted(app: FastifyInstance, service: HostedService): void {
  const { config, database, sessions, social, originOf, isForeign } = service;
  const originsOf = (request: FastifyRequest): string[] => allowedOrigins(config, originOf(request));

  // Opened directly by a signed-in shopper: redirects, and the shop obtains its tokens [ID-15].
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' || !request.url.startsWith('/auth/')) return;
    const { pathname, searchParams } = new URL(request.url, 'http://any');
    const target = returnTarget(searchParams.get('returnTo'), originsOf(request));
    if (!SIGN_IN_PAGES.has(pathname.replace(/\/$/, '')) || continuesAuthorization(target) || searchParams.has('error')) return;
    if ((await sessions.subject(request, reply)) !== null)
      await reply.header('cache-control', 'no-store').redirect(withAuthenticated(target), 303);
  });

  // A join confirmed in another browser shows a page that asks for a password.
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' || !request.url.startsWith('/auth/verify-email?')) return;
    const { pathname, searchParams } = new URL(request.url, 'http://any');
    const token = searchParams.get('token');
    if (pathname !== '/auth/verify-email' || token === null || searchParams.has('choose')) return;
    const link = await findLink(database, token, ['join']);
    if (!link || link.browserDigest === joinBrowserOf(request, originOf(request))) return;
    await reply.header('cache-control', 'no-store').redirect(pageAddress(pathname, { token, choose: 'yes' }), 303);
  });

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: FORM_BYTES }, (_request, body, done) =>
      done(null, new URLSearchParams(String(body))),
    );
    for (const [path, form] of Object.entries(hostedForms(service))) {
      scope.post(path, { schema: { hide: true } }, async (request, reply) => {
        if (isForeign(request)) return reply.code(403).send(toCommonError('cross_site'));
        const fields = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
        const origin = originOf(request);
        return goOn(reply, await form({ fields, origin, request, reply }), origin);
      });
    }
  });

  const hidden = { schema: { hide: true } };
  app.get<{ Params: { provider: string } }>(`${SOCIAL_PATH}/:provider`, hidden, async (request, reply) => {
    const { searchParams } = new URL(request.url, 'http://any');
    const returnTo = returnTarget(searchParams.get('returnTo'), originsOf(request));
    const { provider } = request.params;
    reply.header('cache-control', 'no-store');
    if (!social.has(provider)) return reply.redirect(pageAddress('/auth/login', { error: 'social_failed', returnTo }), 303);
    const origin = originOf(request);
    const started = await social.start(provider, origin, returnTo, searchParams.get('email')).catch((error: unknown) => {
      request.log.error({ err: error }, 'a provider could not be reached');
      return null;
    });
    if (!started) return reply.redirect(pageAddress('/auth/login', { error: 'social_failed', returnTo }), 303);
    reply.header('set-cookie', socialCookie(origin, started.cookie, SOCIAL_SECONDS));
    return reply.redirect(started.url, 303);
  });

  app.get<{ Params: { provider: string } }>(`${SOCIAL_PATH}/:provider/callback`, hidden, async (request, reply) => {
    const { search } = new URL(request.url, 'http://any');
    const { provider } = request.params;
    const origin = originOf(request);
    const end = await social.finish(provider, origin, search.slice(1), cookieOf(request, cookieNames(origin).social));
    reply.header('cache-control', 'no-store').header('set-cookie', socialCookie(origin, '', 0));
    if (end.kind !== 'signed_in') {
      logSecurityEvent(request.log, 'sign_in_failed', { method: 'social', reason: end.kind, client: pseudonym(clientKey(request.ip)) });
      const error = end.kind === 'failed' ? 'social_failed' : 'social_unverified';
      return reply.redirect(pageAddress('/auth/login', { error, returnTo: end.returnTo }), 303);
    }
    await sessions.begin(request, reply, end.customer, provider);
    return reply.redirect(withAuthenticated(end.returnTo), 303);
  });
}
