/** Serves the endpoint where mail services report bounces and complaints (docs/decisions/0099-mail-that-fails.md). */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { recordReport } from '#domains/outbound/mail/server/mail-log.repository.ts';
import type { Database } from '#lib/db/pool.ts';
import { readMailEvents } from '#lib/mail/read-events.ts';
import { readMailReport } from '#lib/mail/read-report.ts';
import { type MailFailure, recordMailFailure } from '#lib/mail/suppression.repository.ts';
import { isKnownAddress } from './known-address.repository.ts';

export const MAIL_WEBHOOK = '/webhooks/mail';
const MAX_BYTES = 1_048_576;

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Returns the secret of a request: a bearer token, or the password of basic authentication, which some services put into the URL. */
function givenSecret(authorization: string | undefined): string {
  const [scheme = '', value = ''] = (authorization ?? '').split(' ');
  if (scheme.toLowerCase() === 'bearer') return value;
  if (scheme.toLowerCase() !== 'basic') return '';
  const pair = Buffer.from(value, 'base64').toString('utf8');
  return pair.slice(pair.indexOf(':') + 1);
}

/** Records failures of addresses that the shop knows. @returns how many were new */
export async function takeMailFailures(database: Database, failures: readonly MailFailure[]): Promise<number> {
  let recorded = 0;
  for (const failure of failures)
    if ((await isKnownAddress(database, failure.address)) && (await recordMailFailure(database, failure))) {
      await recordReport(database, failure);
      recorded += 1;
    }
  return recorded;
}

/** Parses the failures in a body: JSON of a mail service, or an e-mail. @returns null for any other body */
async function readBody(body: Buffer, contentType: string): Promise<readonly MailFailure[] | null> {
  if (contentType.startsWith('message/') || contentType.startsWith('multipart/report')) return readMailReport(body).catch(() => null);
  try {
    return readMailEvents(JSON.parse(body.toString('utf8')));
  } catch {
    return null;
  }
}

/** Serves the endpoint. Requests must send the secret. */
export async function serveMailReports(app: FastifyInstance, database: Database, secret: string): Promise<void> {
  await app.register(async (own) => {
    own.removeAllContentTypeParsers();
    own.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_request, body, done) => done(null, body));
    own.post(MAIL_WEBHOOK, async (request, reply) => {
      if (!timingSafeEqual(hash(givenSecret(request.headers.authorization)), hash(secret)))
        return reply
          .code(401)
          .header('www-authenticate', 'Basic realm="mail reports"')
          .send({ status: 401, code: 'secret_wrong', title: 'The secret does not fit.' });
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const failures = await readBody(body, String(request.headers['content-type'] ?? '').toLowerCase());
      if (failures === null)
        return reply.code(400).send({
          status: 400,
          code: 'invalid_input',
          title:
            'The body must be a report of Postmark, SendGrid or Amazon SES, {"type","email"} with type bounce, soft_bounce or complaint, or a mail as message/rfc822.',
        });
      return reply.code(200).send({ recorded: await takeMailFailures(database, failures) });
    });
  });
}
