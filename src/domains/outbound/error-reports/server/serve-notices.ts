/** Serves the vendor's notice protocol at the shop's origin: `POST /v1/notices/js` returns 201 with the notice's id [ERR-2]. */
import type {} from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { NOTICES_PATH, OWN_KEY } from '../model/limits.ts';
import { noticeSchema } from '../model/notice-schema.ts';
import type { ErrorReportService } from './error-report-service.ts';

const MAX_BODY_BYTES = 262_144;
const MAX_A_MINUTE = 30;

const parsed = (text: unknown): unknown => {
  try {
    return JSON.parse(String(text));
  } catch {
    return null;
  }
};

/** Registers the route. `mayReport` returns whether pages of an origin may use it. */
export function serveNotices(
  app: FastifyInstance,
  reports: ErrorReportService,
  mayReport: (request: FastifyRequest, origin: string) => boolean,
): void {
  app.register(async (wire) => {
    wire.removeAllContentTypeParsers();
    wire.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_BODY_BYTES }, (_request, body, done) => done(null, body));
    wire.post(NOTICES_PATH, { config: { rateLimit: { max: MAX_A_MINUTE, timeWindow: 60_000 } } }, async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const { origin } = request.headers;
      if (request.headers['x-api-key'] !== OWN_KEY || (origin !== undefined && !mayReport(request, origin)))
        return reply.code(403).send({ error: 'This key may not report errors here.' });
      const notice = noticeSchema.safeParse(parsed(request.body));
      if (!notice.success) return reply.code(422).send({ error: 'The body is no notice.' });
      return reply.code(201).send({ id: await reports.take('browser', notice.data) });
    });
  });
}
