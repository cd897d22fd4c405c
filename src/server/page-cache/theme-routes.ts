/** Serves style sheets with the retailer's colours. They are immutable: the path has the colours. */
import type { FastifyInstance } from 'fastify';
import { themeSheet } from '#domains/settings/model/theme.ts';
import { toCommonError } from '#lib/http/api-error.ts';

/** Serves `/theme/{kind}-{colours}.css`. */
export function serveThemes(app: FastifyInstance): void {
  app.get<{ Params: { name: string } }>('/theme/:name', async (request, reply) => {
    const sheet = themeSheet(request.params.name);
    if (sheet === null) return reply.code(404).send(toCommonError('not_found'));
    return reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=31536000, immutable').send(sheet);
  });
}
