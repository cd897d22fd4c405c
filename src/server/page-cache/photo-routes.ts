/** Serves the retailer's own pictures. They are immutable: the URL changes with the content. */
import type { FastifyInstance } from 'fastify';
import { readPictureFile } from '#domains/catalogue/server/pictures/picture.repository.ts';
import { toCommonError } from '#lib/http/api-error.ts';
import type { AppServices } from '#server/create-services.ts';

const TYPES: Readonly<Record<string, string>> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' };

/** Serves `/pictures/photo/{id}.{width}x{height}/{width}.{avif|webp|jpg}`. */
export function servePhotos(app: FastifyInstance, { database }: Pick<AppServices, 'database'>): void {
  app.get<{ Params: { name: string; file: string } }>('/pictures/photo/:name/:file', async (request, reply) => {
    const [, id] = /^([a-z0-9]{20})\.\d{1,5}x\d{1,5}$/.exec(request.params.name) ?? [];
    const [, width, format] = /^(\d{1,5})\.(avif|webp|jpg)$/.exec(request.params.file) ?? [];
    const bytes = id === undefined || width === undefined ? null : await readPictureFile(database, id, Number(width), format ?? '');
    if (bytes === null) return reply.code(404).send(toCommonError('not_found'));
    return reply
      .type(TYPES[format ?? ''] ?? 'application/octet-stream')
      .headers({ 'cache-control': 'public, max-age=31536000, immutable', 'cross-origin-resource-policy': 'cross-origin' })
      .send(bytes);
  });
}
