/** Addresses of a retailer's own pictures: the name says what is in them and how large they are, so pages need nothing else. */
import type { OwnPicture } from './record.ts';

/** Pixels across that a picture is kept in: a card, a card on a dense screen, the page of an offer, the same enlarged. */
export const PHOTO_WIDTHS = [160, 320, 640, 1280] as const;
export const PHOTO_FORMATS = ['avif', 'webp', 'jpg'] as const;
export type PhotoFormat = (typeof PHOTO_FORMATS)[number];

/** Mail, feeds and search engines get this width, as JPEG. */
const RASTER_WIDTH = 640;

/** The widths a picture of this width is kept in: never larger than it is. */
export function photoWidths(width: number): number[] {
  const below = PHOTO_WIDTHS.filter((one) => one < width);
  return below.length === PHOTO_WIDTHS.length ? below : [...below, width];
}

type Named = Pick<OwnPicture, 'id' | 'width' | 'height'>;
const folder = ({ id, width, height }: Named) => `/pictures/photo/${id}.${width}x${height}`;
const plainWidth = (width: number, most: number) => photoWidths(width).findLast((one) => one <= most) ?? width;

/** `/pictures/photo/ID.WIDTHxHEIGHT/640.jpg`: the address that `imageUrl` holds. */
export const photoPath = (picture: Named, most = RASTER_WIDTH): string => `${folder(picture)}/${plainWidth(picture.width, most)}.jpg`;

const PATH = /^\/pictures\/photo\/([a-z0-9]{20})\.(\d{1,5})x(\d{1,5})\//;

/** What an address of a picture says of it; null for a drawing's. */
export function photoOf(imageUrl: string): Named | null {
  const [, id, width, height] = PATH.exec(imageUrl) ?? [];
  return id === undefined ? null : { id, width: Number(width), height: Number(height) };
}

/** The address of the same picture in a form that mail, feeds and notifications show: a drawing as PNG. */
export const rasterPicture = (imageUrl: string): string => imageUrl.replace(/^(\/pictures\/(?:bottle|case)\/[^/?]+)\.svg$/, '$1.png');

/** The `srcset` of a picture in a format. */
export const photoSources = (picture: Named, format: PhotoFormat): string =>
  photoWidths(picture.width)
    .map((width) => `${folder(picture)}/${width}.${format} ${width}w`)
    .join(', ');
