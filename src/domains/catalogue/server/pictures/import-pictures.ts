/** Imports a retailer's own pictures from a folder, by file name or as named in a list. */
import { readdir } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import type { NamedPictures } from '#domains/catalogue/model/import/row-result.ts';
import { matchPictureFiles, offerNamesOf } from '#domains/catalogue/model/match-picture-files.ts';
import { MAX_PICTURES_PER_OFFER } from '#domains/catalogue/model/picture-limits.ts';
import { type OwnPicture, offerRecord } from '#domains/catalogue/model/record.ts';
import type { Database } from '#lib/db/pool.ts';
import { CATALOGUE_CHANGED, notifyChannels } from '../import/import-log.repository.ts';
import { findOffersByName, lockOffer, writeOffers } from '../offer-writer.repository.ts';
import { savePicture } from './picture.repository.ts';
import { pictureVersion } from './picture-plan.ts';
import { PictureError, readPicture } from './read-picture.ts';

/** A file that was not imported, and why. */
interface RejectedFile {
  readonly file: string;
  readonly reason: string;
}

export interface PictureImportResult {
  /** Offers that received pictures. */
  readonly offers: number;
  readonly pictures: number;
  readonly rejected: readonly RejectedFile[];
}

const PICTURE = /\.(?:jpe?g|png|webp|avif|heic|heif|gif|tiff?|svg)$/i;

/** Assigns the pictures of a folder to offers by their names. */
export async function findPicturesInFolder(
  database: Database,
  folder: string,
): Promise<{ named: NamedPictures[]; rejected: RejectedFile[] }> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => PICTURE.test(file)).sort();
  const found = await findOffersByName(database, [...new Set(files.flatMap(offerNamesOf))]);
  const filesByOffer = new Map<string, string[]>();
  const rejected: RejectedFile[] = [];
  for (const { file, offers } of matchPictureFiles(files, found)) {
    if (offers.length === 0) rejected.push({ file, reason: 'No offer has this id, SKU or bar code.' });
    for (const { offerId } of offers) filesByOffer.set(offerId, [...(filesByOffer.get(offerId) ?? []), file]);
  }
  return { named: [...filesByOffer].map(([offerId, own]) => ({ offerId, files: own, alt: [] })), rejected };
}

/**
 * Imports the named pictures of offers in their order. Files outside the folder are rejected. If some pictures are rejected, the
 * offer gets the others; if all are rejected, its pictures do not change.
 */
export async function importPictures(database: Database, folder: string, named: readonly NamedPictures[]): Promise<PictureImportResult> {
  const rejected: RejectedFile[] = [];
  const root = resolve(folder);
  const imported = new Map<string, OwnPicture>();
  let offers = 0;
  const importFile = async (file: string): Promise<OwnPicture | null> => {
    const cached = imported.get(file);
    if (cached !== undefined) return cached;
    try {
      const path = resolve(join(root, file));
      if (relative(root, path).startsWith('..') || !path.startsWith(root + sep))
        throw new PictureError('It’s outside the pictures folder.');
      const picture = await readPicture(path);
      await database.transaction((transaction) => savePicture(transaction, picture));
      const { id, width, height, placeholder } = picture;
      const own: OwnPicture = { id, width, height, placeholder, alt: '' };
      imported.set(file, own);
      return own;
    } catch (error) {
      if (!(error instanceof PictureError)) throw error;
      rejected.push({ file, reason: error.message });
      return null;
    }
  };
  for (const { offerId, files, alt } of named) {
    const pictures: OwnPicture[] = [];
    for (const [index, file] of files.slice(0, MAX_PICTURES_PER_OFFER).entries()) {
      const own = await importFile(file);
      if (own !== null && !pictures.some(({ id }) => id === own.id)) pictures.push({ ...own, alt: alt[index] ?? '' });
    }
    if (pictures.length === 0) continue;
    const isWritten = await database.transaction(async (transaction) => {
      const offer = await lockOffer(transaction, offerId);
      if (offer === null) return false;
      // Parsing gives the fields the order in which the digest expects them.
      await writeOffers(transaction, [offerRecord.parse({ ...offer, pictures })], pictureVersion);
      return true;
    });
    if (isWritten) offers++;
  }
  await notifyChannels(database, [CATALOGUE_CHANGED], 'pictures');
  return { offers, pictures: imported.size, rejected };
}
