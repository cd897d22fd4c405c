/** Converts a buyer's photo. The file itself is never stored: it may hold the place where it was taken, or worse. */
import { MAX_PICTURE_PIXELS } from '#domains/catalogue/model/picture-limits.ts';
import { openPicture, PictureError } from '#domains/catalogue/server/pictures/read-picture.ts';

/** Longest side of a stored photo, pixels. Enough to read a label. */
const MAX_SIDE = 1_600;

/** Returns a JPEG without metadata. @throws PictureError if the file is no picture, broken, too large or a drawing with scripts */
export async function readPhoto(bytes: Buffer): Promise<Buffer> {
  const { source } = await openPicture(bytes);
  try {
    return await source()
      .autoOrient()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 78, mozjpeg: true })
      .toBuffer();
  } catch (error) {
    const isTooLarge = error instanceof Error && /pixel limit/i.test(error.message);
    throw new PictureError(isTooLarge ? `It has more than ${MAX_PICTURE_PIXELS / 1e6} million pixels.` : 'It is broken.');
  }
}
