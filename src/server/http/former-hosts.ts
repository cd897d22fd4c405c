/** Redirects addresses of hosts that a site had before to the host that it has now. */
import type { FastifyInstance } from 'fastify';
import { UNSUBSCRIBE_PATH } from '#domains/customers/consent/server/serve-unsubscribe.ts';
import type { Config } from '#lib/server/config.ts';
import { siteOfFormerHost, siteOfHost } from '#markets/sites.ts';
import { HOST_PROOF_PATH } from './host-proof.ts';
import { originOf } from './request-context.ts';

/** How long a redirect may be stored, so that a host can be given back to its site. */
const REDIRECT_SECONDS = 3_600;

/** Health checks, and what other services send and do not follow redirects with. */
const IS_SERVED = /^\/(?:(?:healthz|readyz|metrics)(?:\?|$)|webhooks\/)/;

const staysHere = ({ url, method }: { readonly url: string; readonly method: string }): boolean =>
  IS_SERVED.test(url) || url.startsWith(`${HOST_PROOF_PATH}/`) || (method === 'POST' && url.startsWith(`${UNSUBSCRIBE_PATH}?`));

/** Responds with 308 to requests for former hosts, with the same path and query. */
export function redirectFormerHosts(app: FastifyInstance, config: Config): void {
  app.addHook('onRequest', async (request, reply) => {
    if (siteOfHost(config.sites, request.host) || !siteOfFormerHost(config.formerHosts, request.host) || staysHere(request)) return;
    return reply.header('cache-control', `public, max-age=${REDIRECT_SECONDS}`).redirect(`${originOf(config, request)}${request.url}`, 308);
  });
}
