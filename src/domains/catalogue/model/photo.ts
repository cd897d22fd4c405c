/** URLs of a retailer's pictures. The file name has the id and size, so pages need no further data. */
import type { OwnPicture } from './record.ts';

/** Widths in pixels: a card, a card on a high-density screen, the offer page, the lightbox. */
export const PHOTO_WIDTHS = [160, 320, 640, 1280] as const;
export const PHOTO_FORMATS = ['avif', 'webp', 'jpg'] as const;
export type PhotoFormat = (typeof PHOTO_FORMATS)[number];
export const isPhotoFormat = (format: string | undefined): format is PhotoFormat => PHOTO_FORMATS.some((each) => each === format);

/** Width of the JPEG for email, feeds and search engines. */
const RASTER_WIDTH = 640;

/** Returns the widths of a picture, never larger than the original. */
export function photoWidths(width: number): number[] {
  const below = PHOTO_WIDTHS.filter((one) => one < width);
  return below.length === PHOTO_WIDTHS.length ? below : [...below, width];
}

type Named = Pick<OwnPicture, 'id' | 'width' | 'height'>;
const folder = ({ id, width, height }: Named) => `/pictures/photo/${id}.${width}x${height}`;
const plainWidth = (width: number, most: number) => photoWidths(width).findLast((one) => one <= most) ?? width;

/** Returns `/pictures/photo/ID.WIDTHxHEIGHT/640.jpg`, the value of `imageUrl` [CAT-21]. */
export const photoPath = (picture: Named, most = RASTER_WIDTH): string => `${folder(picture)}/${plainWidth(picture.width, most)}.jpg`;

/** Returns the URL of a picture in a format for email, feeds and notifications. Drawings are served as PNG. */
export const rasterPicture = (imageUrl: string): string => imageUrl.replace(/^(\/pictures\/(?:bottle|case)\/[^/?]+)\.svg$/, '$1.png');

/** Returns the `srcset` of a picture in a format. */
export const photoSources = (picture: Named, format: PhotoFormat): string =>
  photoWidths(picture.width)
    .map((width) => `${folder(picture)}/${width}.${format} ${width}w`)
    .join(', ');
