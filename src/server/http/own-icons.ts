/** Serves the retailer's icon and name in place of the icons and the manifest in public/. Their paths stay the same. */
import type { FastifyInstance } from 'fastify';
import { photoWidths } from '#domains/catalogue/model/photo.ts';
import { readPictureFile } from '#domains/catalogue/server/pictures/picture-file.repository.ts';
import { IDENTITY } from '#domains/settings/model/groups/identity.ts';
import { type PhotoAddress, photoOf } from '#lib/photo-path.ts';
import { SHOP_NAME } from '#lib/shop-identity.ts';
import type { AppServices } from '#server/create-services.ts';
import { siteOf } from './request-context.ts';

/** Pixels of each icon. `inset` is the share that a mask may cut off at each side. */
const ICONS: Readonly<Record<string, { readonly size: number; readonly inset: number }>> = {
  '/favicon.ico': { size: 48, inset: 0 },
  '/icon.svg': { size: 192, inset: 0 },
  '/icon-180.png': { size: 180, inset: 0 },
  '/icon-192.png': { size: 192, inset: 0 },
  '/icon-512.png': { size: 512, inset: 0 },
  '/icon-maskable-512.png': { size: 512, inset: 0.1 },
};
const MANIFEST = '/manifest.webmanifest';

/** Short, because the paths do not change with the icon. */
const CACHE_CONTROL = 'public, max-age=300';
/** Icons of a few pictures, a few kilobytes each. */
const MAX_CACHED_ICONS = 64;

const ACCENT = '#77b204';

function manifestOf(name: string, accent: string, hasIcon: boolean): object {
  const png = (size: number, purpose?: string) => ({
    src: `/icon-${purpose === undefined ? '' : `${purpose}-`}${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    ...(purpose && { purpose }),
  });
  return {
    name,
    short_name: name,
    description: 'Wine and spirits online.',
    start_url: '/',
    display: 'standalone',
    background_color: '#fbfaf4',
    theme_color: accent,
    icons: [...(hasIcon ? [] : [{ src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' }]), png(192), png(512), png(512, 'maskable')],
  };
}

/** Creates a function that draws the icon of a path from a picture, and remembers it. @returns null if the picture is gone */
function createIconReader({
  database,
  pictureStorage,
}: Pick<AppServices, 'database' | 'pictureStorage'>): (path: string, picture: PhotoAddress) => Promise<Buffer | null> {
  const cache = new Map<string, Buffer>();
  return async (path, picture) => {
    const icon = ICONS[path];
    if (!icon) return null;
    const key = `${picture.id} ${path}`;
    const cached = cache.get(key);
    if (cached) return cached;
    const file = await readPictureFile(database, pictureStorage, picture.id, photoWidths(picture.width).at(-1) ?? picture.width, 'webp');
    if (!file) return null;
    const { default: sharp } = await import('sharp');
    const inset = Math.round(icon.size * icon.inset);
    const inner = icon.size - 2 * inset;
    const transparent = { r: 0, g: 0, b: 0, alpha: 0 };
    const drawn = sharp(file)
      .resize(inner, inner, { fit: 'contain', background: transparent })
      .extend({ top: inset, bottom: inset, left: inset, right: inset, background: transparent });
    const png = await (inset > 0 ? drawn.flatten({ background: '#ffffff' }) : drawn).png().toBuffer();
    if (cache.size >= MAX_CACHED_ICONS) cache.clear();
    cache.set(key, png);
    return png;
  };
}

/** Browsers that were given an SVG get one that shows the picture. */
const svgOf = (png: Buffer): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 192 192"><image width="192" height="192" href="data:image/png;base64,${png.toString('base64')}"/></svg>`;

/** Answers requests for icons and the manifest of a site that has its own. Others get the files in public/. */
export function serveOwnIcons(
  app: FastifyInstance,
  services: Pick<AppServices, 'config' | 'database' | 'pictureStorage' | 'settings'>,
): void {
  const readIcon = createIconReader(services);
  app.addHook('onRequest', async (request, reply) => {
    const [path = ''] = request.url.split('?');
    const isManifest = path === MANIFEST;
    if (!isManifest && !Object.hasOwn(ICONS, path)) return;
    const { name, icon, accent } = services.settings.current().read(IDENTITY, siteOf(services.config, request).id);
    const picture = icon === null ? null : photoOf(icon);
    if (isManifest) {
      if (name === SHOP_NAME && accent === null && picture === null) return;
      await reply
        .type('application/manifest+json; charset=utf-8')
        .header('cache-control', CACHE_CONTROL)
        .send(JSON.stringify(manifestOf(name, accent ?? ACCENT, picture !== null)));
      return reply;
    }
    const png = picture && (await readIcon(path, picture));
    if (!png) return;
    const isSvg = path.endsWith('.svg');
    await reply
      .type(isSvg ? 'image/svg+xml' : 'image/png')
      .header('cache-control', CACHE_CONTROL)
      .send(isSvg ? svgOf(png) : png);
    return reply;
  });
}
