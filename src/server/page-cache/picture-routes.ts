/**
 * Serves the bottle drawings. Each is drawn once, cached compressed, and immutable under its versioned URL. The name of the shop is on gift
 * cards, so theirs are cached for minutes only.
 */
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { GUEST, isOnSale, isVisible } from '#domains/catalogue/model/audience.ts';
import type { OfferRecord } from '#domains/catalogue/model/record.ts';
import { drawOffer, drawOfferCase } from '#domains/catalogue/server/pictures/draw-offer.ts';
import { picturePlan, pictureVersion } from '#domains/catalogue/server/pictures/picture-plan.ts';
import { IDENTITY } from '#domains/settings/model/groups/identity.ts';
import { toCommonError } from '#lib/http/api-error.ts';
import { MARKETS } from '#markets/market.ts';
import type { AppServices } from '#server/create-services.ts';
import { encodingFor } from '#server/http/accepted-encoding.ts';
import { siteOf } from '#server/http/request-context.ts';
import { exactBuffer } from './exact-buffer.ts';
import { pngCache } from './png-cache.ts';

const brotli = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);
const zip = promisify(gzip);
const VIEWS = { bottle: drawOffer, case: drawOfferCase } as const;
/** Some 2,000 drawings. */
const MAX_SVG_BYTES = 16 * 1_048_576;
const MAX_PNG_BYTES = 16 * 1_048_576;

/** A drawing. Compressed only, because a plain one is three times as large. */
interface CachedPicture {
  readonly version: string;
  /** True if no setting changes it. */
  readonly isImmutable: boolean;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

/** Estimated overhead of a cached drawing in addition to its bytes. */
const BESIDE = 500;
const sizeOf = ({ br, gzip: zipped }: CachedPicture): number => br.length + zipped.length + BESIDE;

/** Converts a drawing to a PNG on white for e-mail, feeds and search engines, which do not accept SVG. */
async function asPng(svg: Buffer): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp(svg)
    .resize(800, 800, { fit: 'contain', background: '#ffffff' })
    .flatten({ background: '#ffffff' })
    .png({ palette: true })
    .toBuffer();
}

/** Returns true if guests of a market may see the offer now. */
const isForGuests = (record: OfferRecord): boolean =>
  isOnSale(record, Date.now()) && MARKETS.some((market) => isVisible(record, market, GUEST));

/**
 * Serves `/pictures/{bottle|case}/{offerId}.{version}.{svg|png}`. A URL with an old version returns the current drawing with a short cache
 * lifetime. Shoppers know the version of an offer that they were shown. For other versions, only offers that guests may see are drawn
 * [CAT-17].
 */
export function servePictures(app: FastifyInstance, services: AppServices): void {
  const shopNameOf = (request: FastifyRequest): string =>
    services.settings.current().read(IDENTITY, siteOf(services.config, request).id).name;
  const cache = new LRUCache<string, CachedPicture>({ maxSize: MAX_SVG_BYTES, sizeCalculation: sizeOf });
  const pngOf = pngCache(asPng, MAX_PNG_BYTES);

  const draw = async (view: keyof typeof VIEWS, offerId: string, version: string, shopName: string): Promise<CachedPicture | null> => {
    const record = await services.offers.record(offerId);
    if (!record || (pictureVersion(record) !== version && !isForGuests(record))) return null;
    const plain = Buffer.from(VIEWS[view](record, shopName).svg);
    const [br, gz] = await Promise.all([brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }), zip(plain)]);
    const isImmutable = picturePlan(record).show !== 'gift';
    return { version: pictureVersion(record), isImmutable, br: exactBuffer(br), gzip: exactBuffer(gz) };
  };

  app.get<{ Params: { view: string; file: string } }>('/pictures/:view/:file', async (request, reply) => {
    const { view, file } = request.params;
    // E-mail clients load the pictures from other origins.
    reply.header('cross-origin-resource-policy', 'cross-origin');
    const [, offerId, version, form] = /^([A-Za-z0-9_-]{1,64})\.([a-z0-9]{1,20})\.(svg|png)$/.exec(file) ?? [];
    if ((view !== 'bottle' && view !== 'case') || !offerId || !version) return reply.code(404).send(toCommonError('not_found'));
    const shopName = shopNameOf(request);
    const key = `${view} ${offerId} ${version} ${shopName}`;
    let picture = cache.get(key) ?? null;
    if (!picture) {
      picture = await draw(view, offerId, version, shopName);
      if (!picture) return reply.code(404).send(toCommonError('not_found'));
      if (picture.version === version) cache.set(key, picture);
    }
    const isCurrent = picture.version === version && picture.isImmutable;
    const cacheControl = isCurrent ? 'public, max-age=31536000, immutable' : 'public, max-age=300';
    if (form === 'png') {
      // There are no PNGs if sharp is not installed.
      const png = await pngOf(`${view} ${offerId} ${picture.version} ${shopName}`, await decompress(picture.br)).catch(() => null);
      if (png === null) return reply.code(404).send(toCommonError('not_found'));
      return reply.type('image/png').header('cache-control', cacheControl).send(png);
    }
    const encoding = encodingFor(request.headers['accept-encoding']);
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply
      .type('image/svg+xml')
      .headers({
        vary: 'accept-encoding',
        'cache-control': cacheControl,
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      })
      .send(encoding === 'identity' ? await decompress(picture.br) : picture[encoding]);
  });
}
