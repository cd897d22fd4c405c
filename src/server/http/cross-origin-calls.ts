/**
 * Lets pages of ALLOWED_ORIGINS call the shop with CORS. Only its calls: pages, files and the checkout's redirects stay the shop's own. There
 * are no cookies in it: a customer's calls carry a bearer token, a guest's cart is known by its id.
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

/** @param paths addresses of the calls */
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
