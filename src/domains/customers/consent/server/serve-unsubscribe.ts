/**
 * POST /unsubscribe: withdraws consent by a signed link, without sign-in or cookie. Requests of mail programs
 * (`List-Unsubscribe=One-Click`, RFC 8058) get no redirect; the page's form redirects to the page. GET changes nothing, because
 * mail scanners follow every link.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import { CONSENT_WORDING, type ConsentSource } from '../model/marketing.ts';
import { recordConsents } from './consent.repository.ts';
import { readUnsubscribeToken } from './unsubscribe-token.ts';

export const UNSUBSCRIBE_PATH = '/unsubscribe';

const MAX_BODY_BYTES = 4_000;

export interface UnsubscribeService {
  readonly database: Database;
  readonly secret: () => Promise<string>;
  readonly marketOf: (request: FastifyRequest) => Market;
}

/** Returns the source of the request: a mail program or the page's form; null for anything else. */
function sourceOf(body: string, contentType: string): Extract<ConsentSource, 'one_click' | 'unsubscribe_page'> | null {
  if (contentType.startsWith('multipart/form-data'))
    return body.includes('name="List-Unsubscribe"') && body.includes('One-Click') ? 'one_click' : null;
  const fields = new URLSearchParams(body);
  if (fields.get('List-Unsubscribe') === 'One-Click') return 'one_click';
  return fields.get('confirm') === 'yes' ? 'unsubscribe_page' : null;
}

export function serveUnsubscribe(app: FastifyInstance, { database, secret, marketOf }: UnsubscribeService): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'string', bodyLimit: MAX_BODY_BYTES },
      (_request, body, done) => done(null, String(body)),
    );
    scope.post(UNSUBSCRIBE_PATH, { schema: { hide: true } }, async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const token = new URL(request.url, 'http://any').searchParams.get('token') ?? '';
      const target = readUnsubscribeToken(await secret(), token);
      if (!target) {
        const title = "This unsubscribe link isn't valid. Use the link in your latest email from us.";
        return reply.code(404).send({ status: 404, title, code: 'unsubscribe_link_invalid' });
      }
      const source = sourceOf(typeof request.body === 'string' ? request.body : '', request.headers['content-type'] ?? '');
      if (source === null) {
        const title = 'The body must be the form field List-Unsubscribe=One-Click or confirm=yes.';
        return reply.code(400).send({ status: 400, title, code: 'invalid_input' });
      }
      const { customerId, channel } = target;
      const withdrawal = { channel, granted: false, wording: CONSENT_WORDING[channel], source };
      await database.transaction((transaction) => recordConsents(transaction, customerId, [withdrawal], marketOf(request)));
      if (source === 'one_click') return reply.type('text/plain; charset=utf-8').send('You have been unsubscribed.\n');
      return reply.redirect(`${UNSUBSCRIBE_PATH}?token=${encodeURIComponent(token)}`, 303);
    });
  });
}
