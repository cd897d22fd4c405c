/** Takes a retailer's own pictures in: out of a folder by their names, or as a list names them. */
import { readdir } from 'node:fs/promises';
import { basename, extname, join, relative, resolve, sep } from 'node:path';
import type { NamedPictures } from '#domains/catalogue/model/import/row-result.ts';
import { type OwnPicture, offerRecord } from '#domains/catalogue/model/record.ts';
import { writeOffers } from '#domains/catalogue/server/catalogue-writer.ts';
import { type ImportedPicture, keepPicture, PictureError, readPicture } from '#domains/catalogue/server/import-picture.ts';
import { pictureVersion } from '#domains/catalogue/server/pictures/picture-plan.ts';
import type { Database } from '#lib/db/pool.ts';
import { CHANGES } from './notification-channels.ts';

export interface PicturesTaken {
  readonly offers: number;
  readonly pictures: number;
  /** Files that were not taken, each with a sentence. */
  readonly refused: readonly { readonly file: string; readonly reason: string }[];
}

const MAX_EACH = 8;
const PICTURE = /\.(?:jpe?g|png|webp|avif|heic|heif|gif|tiff?|svg)$/i;

/** The pictures of a folder by offer: called as its id, number (sku) or bar code, more of it with `-2`, `_back`. */
export async function picturesInFolder(
  database: Database,
  folder: string,
): Promise<{ named: NamedPictures[]; refused: PicturesTaken['refused'] }> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => PICTURE.test(file)).sort();
  const stems = files.map((file) => basename(file, extname(file)).toLowerCase());
  const fronts = stems.map((stem) => stem.replace(/[-_ ][a-z0-9]{1,12}$/, ''));
  const rows = await database.queryMany<{ offer_id: string; called: string }>({
    text: `select offer_id, called from offers, lateral (values (lower(offer_id)), (lower(sku)), (record->>'gtin')) names (called)
      where called = any($1) order by offer_id`,
    values: [[...new Set([...stems, ...fronts])]],
  });
  const called = new Map<string, string[]>();
  for (const { offer_id, called: name } of rows) called.set(name, [...(called.get(name) ?? []), offer_id]);
  const named = new Map<string, string[]>();
  const refused: { file: string; reason: string }[] = [];
  for (const [at, file] of files.entries()) {
    const offers = called.get(stems[at] ?? '') ?? called.get(fronts[at] ?? '');
    if (offers === undefined) refused.push({ file, reason: 'No offer has this id, number or bar code.' });
    for (const offerId of offers ?? []) named.set(offerId, [...(named.get(offerId) ?? []), file]);
  }
  return { named: [...named].map(([offerId, own]) => ({ offerId, files: own, alt: [] })), refused };
}

/**
 * Reads the pictures that offers name, from a folder and not from outside of it, and gives them to their offers in that order.
 * A picture that is refused leaves the offer with the others; without any it keeps what it had.
 */
export async function importPictures(database: Database, folder: string, named: readonly NamedPictures[]): Promise<PicturesTaken> {
  const refused: { file: string; reason: string }[] = [];
  const root = resolve(folder);
  const taken = new Map<string, OwnPicture>();
  let offers = 0;
  const take = async (file: string): Promise<OwnPicture | null> => {
    const known = taken.get(file);
    if (known !== undefined) return known;
    try {
      const path = resolve(join(root, file));
      if (relative(root, path).startsWith('..') || !path.startsWith(root + sep))
        throw new PictureError('It is outside of the folder of pictures.');
      const read = await readPicture(path);
      await database.transaction((transaction) => keepPicture(transaction, read));
      const own = facts(read);
      taken.set(file, own);
      return own;
    } catch (error) {
      if (!(error instanceof PictureError)) throw error;
      refused.push({ file, reason: error.message });
      return null;
    }
  };
  for (const { offerId, files, alt } of named) {
    const pictures: OwnPicture[] = [];
    for (const [place, file] of files.slice(0, MAX_EACH).entries()) {
      const own = await take(file);
      if (own !== null && !pictures.some(({ id }) => id === own.id)) pictures.push({ ...own, alt: alt[place] ?? '' });
    }
    if (pictures.length === 0) continue;
    const isGiven = await database.transaction(async (transaction) => {
      const row = await transaction.queryOne<{ record: object }>({
        text: 'select record from offers where offer_id = $1 for update',
        values: [offerId],
      });
      if (row === null) return false;
      await writeOffers(transaction, [offerRecord.parse({ ...row.record, pictures })], pictureVersion);
      return true;
    });
    if (isGiven) offers++;
  }
  await database.execute({ text: `select pg_notify('${CHANGES.catalogue}', 'pictures')` });
  return { offers, pictures: taken.size, refused };
}

const facts = ({ id, width, height, placeholder }: ImportedPicture): OwnPicture => ({ id, width, height, placeholder, alt: '' });
