/** Addresses of the retailer's own pictures. They name the picture and its size, so that pages need no further data. */

/** A picture of the library, with its size in pixels. */
export interface PhotoAddress {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

const PATH = /^\/pictures\/photo\/([a-z0-9]{20})\.(\d{1,5})x(\d{1,5})\//;

/** Parses the URL of a picture. @returns null for a drawing */
export function photoOf(imageUrl: string): PhotoAddress | null {
  const [, id, width, height] = PATH.exec(imageUrl) ?? [];
  return id === undefined ? null : { id, width: Number(width), height: Number(height) };
}
