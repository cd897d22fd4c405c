/** A retailer's picture as it came into the forms pages ask for. */
import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import type { Transaction } from '#lib/db/pool.ts';
import { type PhotoFormat, photoWidths } from '../model/photo.ts';
import type { OwnPicture } from '../model/record.ts';

/** A picture that is not taken; the message is a sentence that says why. */
export class PictureError extends Error {
  override name = 'PictureError';
}

const MAX_BYTES = 30 * 1024 * 1024;
const MAX_PIXELS = 60_000_000;
const MIN_WIDTH = 40;
/** Told by the first bytes, whatever the file is called. */
const READ = ['jpeg', 'png', 'webp', 'avif', 'heif', 'gif', 'tiff'];
/** Mail and feeds take one plain form; larger ones nobody asks for. */
const PLAIN_MOST = 640;

export interface ImportedPicture extends Omit<OwnPicture, 'alt'> {
  readonly files: readonly { readonly width: number; readonly format: PhotoFormat; readonly bytes: Buffer }[];
}

/**
 * Reads a picture file and makes its forms. In: a path. Out: the picture, its files, a blurred placeholder. Throws PictureError for what
 * is no picture, broken, too large, too small, or a drawing that can hold scripts.
 */
export async function readPicture(path: string): Promise<ImportedPicture> {
  const facts = await stat(path).catch(() => null);
  if (!facts?.isFile()) throw new PictureError('There is no such file.');
  if (facts.size > MAX_BYTES)
    throw new PictureError(`It has ${Math.round(facts.size / 1_048_576)} MB; at most ${MAX_BYTES / 1_048_576} are taken.`);
  const handle = await open(path);
  try {
    return await makePicture(await handle.readFile());
  } finally {
    await handle.close();
  }
}

/** The same from bytes. */
export async function makePicture(bytes: Buffer): Promise<ImportedPicture> {
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
  // One picture at a time on one core leaves the other to the shop.
  sharp.concurrency(1);
  const source = () => sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' });
  const facts = await source().metadata().catch(broken);
  if (!READ.includes(facts.format))
    throw new PictureError(`It is of the kind ${facts.format}; JPEG, PNG, WebP, AVIF, GIF and TIFF are taken.`);
  if (facts.width * facts.height > MAX_PIXELS)
    throw new PictureError(
      `It has ${Math.round((facts.width * facts.height) / 1e6)} million pixels; at most ${MAX_PIXELS / 1e6} are taken.`,
    );
  const { width, height } = facts.autoOrient;
  if (Math.min(width, height) < MIN_WIDTH) throw new PictureError(`It is only ${width} × ${height} pixels.`);
  try {
    const files: { width: number; format: PhotoFormat; bytes: Buffer }[] = [];
    const form = (across: number) => source().autoOrient().resize({ width: across, withoutEnlargement: true });
    for (const across of photoWidths(width)) {
      const scaled = await form(across).png({ compressionLevel: 1 }).toBuffer();
      files.push({ width: across, format: 'avif', bytes: await sharp(scaled).avif({ quality: 55, effort: 3 }).toBuffer() });
      files.push({ width: across, format: 'webp', bytes: await sharp(scaled).webp({ quality: 78 }).toBuffer() });
      if (across <= PLAIN_MOST || across === width)
        files.push({
          width: across,
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
  const says = error instanceof Error ? (error.message.split('\n')[0] ?? '') : '';
  if (/pixel limit/i.test(says)) throw new PictureError(`It has more than ${MAX_PIXELS / 1e6} million pixels.`);
  if (/unsupported image format/i.test(says)) throw new PictureError('It is no picture.');
  throw new PictureError(`It is broken (${says.slice(0, 120)}).`);
}

/** Whether a picture is kept already. */
export async function keepPicture(transaction: Transaction, { id, width, height, placeholder, files }: ImportedPicture): Promise<void> {
  const added = await transaction.execute({
    text: 'insert into pictures (id, width, height, placeholder) values ($1, $2, $3, $4) on conflict do nothing',
    values: [id, width, height, placeholder],
  });
  if (added === 0) return;
  for (const file of files)
    await transaction.execute({
      text: 'insert into picture_files (id, width, format, bytes) values ($1, $2, $3, $4)',
      values: [id, file.width, file.format, file.bytes],
    });
}
