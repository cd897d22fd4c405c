/** Converts a retailer's picture into the sizes and formats that pages request. */
import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { type PhotoFormat, photoWidths } from '#domains/catalogue/model/photo.ts';
import { MAX_PICTURE_BYTES, MAX_PICTURE_PIXELS } from '#domains/catalogue/model/picture-limits.ts';
import type { OwnPicture } from '#domains/catalogue/model/record.ts';

/** A picture that cannot be imported. The message is shown to the retailer. */
export class PictureError extends Error {
  override name = 'PictureError';
}

const MIN_WIDTH = 40;
/** Formats by content, whatever the name of the file. */
const SUPPORTED_FORMATS = ['jpeg', 'png', 'webp', 'avif', 'heif', 'gif', 'tiff'];
/** Mail and feeds use JPEG up to this width. */
const MAX_JPEG_WIDTH = 640;

/** A picture with its converted files. */
export interface ImportedPicture extends Omit<OwnPicture, 'alt'> {
  readonly files: readonly { readonly width: number; readonly format: PhotoFormat; readonly bytes: Buffer }[];
}

/**
 * Reads a picture file and converts it.
 * @throws PictureError if it is not a picture, broken, too large, too small, or an SVG, which can contain scripts
 */
export async function readPicture(path: string): Promise<ImportedPicture> {
  const file = await stat(path).catch(() => null);
  if (!file?.isFile()) throw new PictureError('There is no such file.');
  if (file.size > MAX_PICTURE_BYTES)
    throw new PictureError(`It’s ${Math.round(file.size / 1_048_576)} MB. The limit is ${MAX_PICTURE_BYTES / 1_048_576} MB.`);
  const handle = await open(path);
  try {
    return await convertPicture(await handle.readFile());
  } finally {
    await handle.close();
  }
}

/**
 * Checks the bytes of a picture before it is decoded.
 * @returns `source`, which starts a conversion, and the size
 * @throws PictureError as `readPicture`
 */
export async function openPicture(bytes: Buffer) {
  if (bytes.length === 0) throw new PictureError('It is empty.');
  if (
    /^\s*(?:<\?xml|<!--|<svg|<!doctype svg)/i.test(
      bytes
        .subarray(0, 400)
        .toString('utf8')
        .replace(/^\ufeff/, ''),
    )
  )
    throw new PictureError('It is an SVG drawing, which can hold scripts; save it as PNG.');
  const { default: sharp } = await import('sharp');
  // One core converts pictures; the others serve the shop.
  sharp.concurrency(1);
  const source = () => sharp(bytes, { limitInputPixels: MAX_PICTURE_PIXELS, failOn: 'error' });
  const metadata = await source().metadata().catch(broken);
  if (!SUPPORTED_FORMATS.includes(metadata.format))
    throw new PictureError(`Its format is ${metadata.format}. Use JPEG, PNG, WebP, AVIF, GIF or TIFF.`);
  if (metadata.compression === 'hevc') throw new PictureError('Its format is HEIC, as phones save it. Save it as JPEG.');
  if (metadata.width * metadata.height > MAX_PICTURE_PIXELS)
    throw new PictureError(
      `It has ${Math.round((metadata.width * metadata.height) / 1e6)} million pixels; at most ${MAX_PICTURE_PIXELS / 1e6} are taken.`,
    );
  const { width, height } = metadata.autoOrient;
  if (Math.min(width, height) < MIN_WIDTH) throw new PictureError(`It is only ${width} × ${height} pixels.`);
  return { sharp, source, width, height };
}

/** Converts the bytes of a picture. @throws PictureError as `readPicture` */
export async function convertPicture(bytes: Buffer): Promise<ImportedPicture> {
  const { sharp, source, width, height } = await openPicture(bytes);
  try {
    const files: { width: number; format: PhotoFormat; bytes: Buffer }[] = [];
    const resized = (targetWidth: number) => source().autoOrient().resize({ width: targetWidth, withoutEnlargement: true });
    for (const targetWidth of photoWidths(width)) {
      const scaled = await resized(targetWidth).png({ compressionLevel: 1 }).toBuffer();
      files.push({ width: targetWidth, format: 'avif', bytes: await sharp(scaled).avif({ quality: 55, effort: 3 }).toBuffer() });
      files.push({ width: targetWidth, format: 'webp', bytes: await sharp(scaled).webp({ quality: 78 }).toBuffer() });
      if (targetWidth <= MAX_JPEG_WIDTH || targetWidth === width)
        files.push({
          width: targetWidth,
          format: 'jpg',
          bytes: await sharp(scaled).flatten({ background: '#ffffff' }).jpeg({ quality: 80, mozjpeg: true }).toBuffer(),
        });
    }
    const small = await source().autoOrient().resize(12, 12, { fit: 'inside' }).blur(1).webp({ quality: 30 }).toBuffer();
    const id = BigInt(`0x${createHash('sha256').update(bytes).digest('hex').slice(0, 26)}`)
      .toString(36)
      .padStart(21, '0')
      .slice(-20);
    return { id, width, height, placeholder: `data:image/webp;base64,${small.toString('base64')}`, files };
  } catch (error) {
    return broken(error);
  }
}

function broken(error: unknown): never {
  const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : '';
  if (/pixel limit/i.test(message)) throw new PictureError(`It has more than ${MAX_PICTURE_PIXELS / 1e6} million pixels.`);
  if (/unsupported image format/i.test(message)) throw new PictureError('It isn’t a picture.');
  throw new PictureError(`It is broken (${message.slice(0, 120)}).`);
}
