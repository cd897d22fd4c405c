/** Allows cross-origin calls from pages of the shop if the identity service has its own origin [ID-7]. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#lib/server/config.ts';
import { identityContract } from '../contract.ts';
import { allowedOrigins } from './allowed-origins.ts';

/** Calls of the identity host [ID-6]. The protocol's endpoints set their own CORS headers. */
const PATHS: readonly string[] = [
  identityContract.validateEmail.path,
  identityContract.checkSocialIdentity.path,
  identityContract.changeEmailStep2.path,
  identityContract.changeEmailStep3.path,
];
const HEADERS = 'authorization, content-type, idempotency-key';
const SECONDS = 3_600;

export function allowCrossOrigin(app: FastifyInstance, config: Config, originOf: (request: FastifyRequest) => string): void {
  const allow = (request: FastifyRequest, reply: FastifyReply): boolean => {
    const { origin } = request.headers;
    const own = originOf(request);
    if (origin === undefined || origin === own || !allowedOrigins(config, own).includes(origin)) return false;
    reply.header('access-control-allow-origin', origin).header('vary', 'origin').header('cross-origin-resource-policy', 'cross-origin');
    return true;
  };
  app.addHook('onRequest', async (request, reply) => {
    if (PATHS.includes(request.url)) allow(request, reply);
  });
  for (const path of PATHS) {
    app.options(path, { schema: { hide: true } }, async (request, reply) => {
      if (allow(request, reply))
        reply
          .header('access-control-allow-methods', 'POST')
          .header('access-control-allow-headers', HEADERS)
          .header('access-control-max-age', SECONDS);
      return reply.code(204).send();
    });
  }
}
