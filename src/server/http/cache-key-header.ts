/** Keys by which a CDN drops responses, in the header and with the separator that it reads (docs/guides/serve-pictures.md). */
import type { FastifyInstance } from 'fastify';
import type { Config } from '#lib/server/config.ts';

/** The shop writes the one of Fastly. */
const WRITTEN = 'surrogate-key';

/** Renames the header of keys if another CDN than Fastly is in front. Others separate keys by commas. */
export function nameCacheKeys(app: FastifyInstance, { CACHE_KEY_HEADER: name }: Pick<Config, 'CACHE_KEY_HEADER'>): void {
  if (name === WRITTEN) return;
  app.addHook('onSend', async (_request, reply) => {
    const keys = reply.getHeader(WRITTEN);
    if (typeof keys !== 'string') return;
    reply.removeHeader(WRITTEN).header(name, keys.split(' ').join(','));
  });
}
