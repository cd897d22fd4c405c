/**
 * Serves uploads of pictures. The body is the file itself, larger than the calls of contracts may be. Session, permission and the origin of
 * the request are checked before the body is read.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MAX_PICTURE_BYTES } from '#domains/catalogue/model/picture-limits.ts';
import { pictureUploadContract } from '#domains/catalogue/picture-office-contract.ts';
import { readLibrary } from '#domains/catalogue/server/pictures/picture-library.repository.ts';
import { viewPictures } from '#domains/catalogue/server/pictures/picture-view.ts';
import { createPictureUploads } from '#domains/catalogue/server/pictures/upload-picture.ts';
import type { OfficeEndpointSpec } from '#domains/staff/model/office-call.ts';
import type { OfficeRequest } from '#domains/staff/server/office-handlers.ts';
import type { Database } from '#lib/db/pool.ts';
import { COMMON_ERRORS, type ErrorSpec } from '#lib/define-contract.ts';
import { ApiError, RETRY_AFTER_SECONDS, toCommonError, toErrorBody } from '#lib/http/api-error.ts';
import type { CallerChecks } from '#lib/http/register-endpoints.ts';
import type { FailureValues } from '#lib/result.ts';

const { uploadPicture: SPEC } = pictureUploadContract;
const ERRORS: Readonly<Record<string, ErrorSpec>> = { ...COMMON_ERRORS, ...SPEC.errors };

export interface PictureUploadOptions {
  readonly database: Database;
  readonly contextOf: (request: FastifyRequest, reply: FastifyReply) => OfficeRequest;
  readonly authenticate: CallerChecks<OfficeRequest, OfficeEndpointSpec>['authenticate'];
  /** Returns true for a request that another site may have caused. */
  readonly isUnsafe: (request: FastifyRequest) => boolean;
}

async function sendFailure(reply: FastifyReply, code: string, values?: FailureValues): Promise<void> {
  const spec = ERRORS[code];
  if (!spec) throw new Error(`an upload returned the undeclared error '${code}'`);
  if (spec.status === 503) reply.header('retry-after', RETRY_AFTER_SECONDS);
  await reply
    .header('cache-control', 'no-store')
    .code(spec.status)
    .send(toErrorBody(code, spec, values));
}

/** Serves the upload. */
export function servePictureUpload(office: FastifyInstance, { database, contextOf, authenticate, isUnsafe }: PictureUploadOptions): void {
  const uploads = createPictureUploads(database);
  const staffOf = new WeakMap<FastifyRequest, NonNullable<OfficeRequest['staff']>>();

  void office.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/octet-stream', { parseAs: 'buffer', bodyLimit: MAX_PICTURE_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    scope.post<{ Querystring: { name?: unknown } }>(
      SPEC.path,
      {
        bodyLimit: MAX_PICTURE_BYTES,
        schema: { hide: true },
        onRequest: async (request, reply) => {
          reply.header('cache-control', 'no-store');
          if (isUnsafe(request)) await reply.code(403).send(toCommonError('cross_site'));
        },
        preParsing: async (request, reply) => {
          const context = contextOf(request, reply);
          try {
            await authenticate(context, SPEC);
          } catch (error) {
            if (!(error instanceof ApiError)) throw error;
            return sendFailure(reply, error.code, error.values);
          }
          if (!context.staff) throw new Error('a caller was checked and is missing');
          staffOf.set(request, context.staff);
          if (!SPEC.input.safeParse(request.query).success) return sendFailure(reply, 'name_invalid');
          const leave = uploads.enter();
          if (leave === null) return sendFailure(reply, 'busy');
          reply.raw.once('close', leave);
        },
      },
      async (request, reply) => {
        const staff = staffOf.get(request);
        const { name } = SPEC.input.parse(request.query);
        if (!staff) throw new Error('a caller was checked and is missing');
        const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const added = await uploads.add(staff, name, bytes);
        if (!added.ok) return sendFailure(reply, added.code, added.values);
        const [picture] = await viewPictures(database, staff, await readLibrary(database, [added.value.id]));
        // Somebody removed it at this moment.
        if (!picture) return sendFailure(reply, 'not_found');
        return reply.send({ picture, isNew: added.value.isNew });
      },
    );
  });
}
