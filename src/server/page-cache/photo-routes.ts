/** Serves the retailer's own pictures. They are immutable: the URL changes with the content. */
import type { FastifyInstance } from 'fastify';
import { isPhotoFormat } from '#domains/catalogue/model/photo.ts';
import { readPictureFile } from '#domains/catalogue/server/pictures/picture-file.repository.ts';
import { PICTURE_CACHE_CONTROL, PICTURE_TYPES } from '#domains/catalogue/server/pictures/picture-storage.ts';
import { toCommonError } from '#lib/http/api-error.ts';
import type { AppServices } from '#server/create-services.ts';

/** Serves `/pictures/photo/{id}.{width}x{height}/{width}.{avif|webp|jpg}`. */
export function servePhotos(app: FastifyInstance, { database, pictureStorage }: Pick<AppServices, 'database' | 'pictureStorage'>): void {
  app.get<{ Params: { name: string; file: string } }>('/pictures/photo/:name/:file', async (request, reply) => {
    const [, id] = /^([a-z0-9]{20})\.\d{1,5}x\d{1,5}$/.exec(request.params.name) ?? [];
    const [, width, format] = /^(\d{1,5})\.([a-z]{3,4})$/.exec(request.params.file) ?? [];
    const bytes =
      id === undefined || width === undefined || !isPhotoFormat(format)
        ? null
        : await readPictureFile(database, pictureStorage, id, Number(width), format);
    if (bytes === null || !isPhotoFormat(format)) return reply.code(404).send(toCommonError('not_found'));
    return reply
      .type(PICTURE_TYPES[format])
      .headers({
        'cache-control': PICTURE_CACHE_CONTROL,
        'cross-origin-resource-policy': 'cross-origin',
        // With it a cache can drop all files of a picture (docs/guides/serve-pictures.md).
        'surrogate-key': `pictures picture-${id}`,
      })
      .send(bytes);
  });
}
