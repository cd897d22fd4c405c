/**
 * Serves uploads of buyers' photos. The body is the file itself, larger than the calls of contracts may be. The order and the origin of the
 * request are checked before the body is read.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { CLAIM_ERRORS } from '#domains/selling/claims/messages/errors.ts';
import { MAX_PHOTO_BYTES } from '#domains/selling/claims/model/claim.ts';
import { createPhotoUploads } from '#domains/selling/claims/server/add-photo.ts';
import type { ClaimedOrder } from '#domains/selling/claims/server/claim.repository.ts';
import type { FindOwnOrder } from '#domains/selling/claims/server/order-access.ts';
import type { Database } from '#lib/db/pool.ts';
import { COMMON_ERRORS, type ErrorSpec } from '#lib/define-contract.ts';
import { ApiError, RETRY_AFTER_SECONDS, toCommonError, toErrorBody } from '#lib/http/api-error.ts';
import type { CallContext } from '#lib/http/request-context.ts';
import type { FailureValues } from '#lib/result.ts';

/** Per client IP address: converting takes a tenth of a second of processor time. */
const PER_MINUTE = 40;
const ERRORS: Readonly<Record<string, ErrorSpec>> = {
  ...COMMON_ERRORS,
  ...CLAIM_ERRORS,
  token_invalid: { status: 401, title: 'Your sign-in has ended. Please sign in again.' },
};
const query = z.object({ order: z.string().min(1).max(200) });

export interface ClaimPhotoOptions {
  readonly database: Database;
  readonly contextOf: (request: FastifyRequest) => CallContext;
  readonly findOrder: FindOwnOrder;
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

/** Serves `POST /api/claims/photos?order=`. */
export function serveClaimPhotos(app: FastifyInstance, { database, contextOf, findOrder, isUnsafe }: ClaimPhotoOptions): void {
  const uploads = createPhotoUploads(database);
  const orderOf = new WeakMap<FastifyRequest, ClaimedOrder>();

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/octet-stream', { parseAs: 'buffer', bodyLimit: MAX_PHOTO_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    scope.setErrorHandler(async (error, _request, reply) => {
      const isTooLarge = error instanceof Error && 'code' in error && error.code === 'FST_ERR_CTP_BODY_TOO_LARGE';
      if (!isTooLarge) throw error;
      return sendFailure(reply, 'photo_too_large');
    });
    scope.post(
      '/api/claims/photos',
      {
        bodyLimit: MAX_PHOTO_BYTES,
        schema: { hide: true },
        config: { rateLimit: { max: PER_MINUTE, timeWindow: 60_000, groupId: 'claim photos' } },
        onRequest: async (request, reply) => {
          reply.header('cache-control', 'no-store');
          if (isUnsafe(request)) await reply.code(403).send(toCommonError('cross_site'));
        },
        preParsing: async (request, reply) => {
          const { data } = query.safeParse(request.query);
          try {
            const order = data ? await findOrder(data.order, contextOf(request)) : null;
            if (!order) return sendFailure(reply, 'order_not_found');
            orderOf.set(request, order);
          } catch (error) {
            if (!(error instanceof ApiError)) throw error;
            return sendFailure(reply, error.code, error.values);
          }
          const leave = uploads.enter();
          if (leave === null) return sendFailure(reply, 'busy');
          reply.raw.once('close', leave);
        },
      },
      async (request, reply) => {
        const order = orderOf.get(request);
        if (!order) throw new Error('an order was found and is missing');
        const added = await uploads.add(order, Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));
        if (!added.ok) return sendFailure(reply, added.code, 'values' in added ? added.values : undefined);
        return reply.send({ data: added.value });
      },
    );
  });
}
