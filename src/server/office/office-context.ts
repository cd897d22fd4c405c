/** Reads what office calls need from a request: cookies, browser, origin. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OfficeCookie, OfficeRequest } from '#domains/staff/server/office-handlers.ts';
import type { AppServices } from '#server/create-services.ts';
import { callContextOf } from '#server/http/request-context.ts';
import { officeOrigin } from './office-origin.ts';

/** Name of the cookie of a session, without the prefix that it has over https. */
export const SESSION_COOKIE = 'cellardoor_office';

const NAMES: Readonly<Record<OfficeCookie, string>> = {
  session: SESSION_COOKIE,
  signIn: 'cellardoor_office_sign_in',
  device: 'cellardoor_office_device',
};
/** The session is sent with no request that another site caused. The others survive the way back from an identity tenant. */
const SAME_SITE: Readonly<Record<OfficeCookie, string>> = { session: 'Strict', signIn: 'Lax', device: 'Lax' };
const VALUE = /^[A-Za-z0-9_-]{43}$/;

function readCookie(header: string | undefined, name: string): string | null {
  const pair = (header ?? '').split(';').find((each) => each.trim().startsWith(`${name}=`));
  const value = pair?.trim().slice(name.length + 1) ?? '';
  return VALUE.test(value) ? value : null;
}

/** Creates the reader of a request's context. */
export const officeContextOf =
  ({ config, settings }: Pick<AppServices, 'config' | 'settings'>, officeUrl: string) =>
  (request: FastifyRequest, reply: FastifyReply): OfficeRequest => {
    const origin = officeOrigin(officeUrl, request);
    const isSecure = origin.startsWith('https:');
    // The prefix stops other hosts and connections without TLS from planting the cookie.
    const nameOf = (cookie: OfficeCookie): string => `${isSecure ? '__Host-' : ''}${NAMES[cookie]}`;
    const write = (cookie: OfficeCookie, value: string, maxAge: string): void => {
      const secure = isSecure ? '; Secure' : '';
      reply.header('set-cookie', `${nameOf(cookie)}=${value}; Path=/${maxAge}; HttpOnly; SameSite=${SAME_SITE[cookie]}${secure}`);
    };
    return {
      ...callContextOf(config, settings, request),
      origin,
      log: request.log,
      userAgent: request.headers['user-agent'] ?? '',
      cookies: {
        read: (cookie) => readCookie(request.headers.cookie, nameOf(cookie)),
        set: (cookie, value, seconds) => write(cookie, value, seconds === null ? '' : `; Max-Age=${seconds}`),
        clear: (cookie) => write(cookie, '', '; Max-Age=0'),
      },
      staff: null,
      session: null,
    };
  };
