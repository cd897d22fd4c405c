/**
 * Allows pages of ALLOWED_ORIGINS to call the API with CORS. Pages, files and the checkout's redirects stay same-origin. No cookies are
 * sent: a customer's calls carry a bearer token, and a guest's cart is identified by its id.
 */
import cors from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '#lib/server/config.ts';

const MAX_AGE_SECONDS = 3_600;

const OPTIONS = {
  methods: ['GET', 'POST'],
  allowedHeaders: ['authorization', 'content-type', 'idempotency-key', 'if-match'],
  exposedHeaders: ['retry-after'],
  credentials: false,
  maxAge: MAX_AGE_SECONDS,
};

/** Registers CORS for endpoints. @param paths paths of the endpoints */
export async function allowCallsFrom(
  app: FastifyInstance,
  { ALLOWED_ORIGINS }: Pick<Config, 'ALLOWED_ORIGINS'>,
  paths: ReadonlySet<string>,
) {
  if (ALLOWED_ORIGINS.length === 0) return;
  await app.register(cors, {
    delegator: (request: FastifyRequest, done) => {
      const [path = ''] = request.url.split('?', 1);
      done(null, { ...OPTIONS, origin: paths.has(path) ? [...ALLOWED_ORIGINS] : false });
    },
  });
}
