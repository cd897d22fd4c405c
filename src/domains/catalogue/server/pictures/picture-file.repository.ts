/** Files of pictures, in the database or in a storage. A row of `picture_files` without bytes is in the storage. */
import type { PhotoFormat } from '#domains/catalogue/model/photo.ts';
import type { Database, Queryable } from '#lib/db/pool.ts';
import { type PictureFileName, type PictureStorage, PictureStorageError } from './picture-storage.ts';

/** Files that are moved in one transaction. */
const BATCH = 16;

/**
 * Reads one file of a picture.
 * @returns null if there is none
 * @throws PictureStorageError if it is in a storage that cannot be used
 */
export async function readPictureFile(
  db: Queryable,
  storage: PictureStorage | null,
  id: string,
  width: number,
  format: PhotoFormat,
): Promise<Buffer | null> {
  const row = await db.queryOne<{ bytes: Buffer | null }>({
    name: 'picture-file.readPictureFile',
    text: 'select bytes from picture_files where id = $1 and width = $2 and format = $3',
    values: [id, width, format],
  });
  return row === null ? null : (row.bytes ?? readStored(storage, { id, width, format }));
}

/** Reads a file that is in the storage. @throws PictureStorageError if it cannot be used, is not configured, or lost the file */
export async function readStored(storage: PictureStorage | null, name: PictureFileName): Promise<Buffer> {
  if (storage === null) throw new PictureStorageError('Pictures are in a storage, but PICTURE_STORAGE is not set.');
  const bytes = await storage.get(name);
  if (bytes === null) throw new PictureStorageError(`${storage.location} lost ${name.id}/${name.width}.${name.format}.`);
  return bytes;
}

/**
 * Moves files of pictures between the database and the storage, while the shop runs. A file is stored at its new place before the old
 * one lets it go, so it can be read at any time, and an interrupted move can be repeated. Several processes may move at once.
 * @param onProgress called after each batch with the number of files moved so far
 */
export async function movePictureFiles(
  database: Database,
  storage: PictureStorage,
  to: 'storage' | 'database',
  onProgress: (moved: number) => void = () => {},
): Promise<number> {
  let moved = 0;
  for (;;) {
    const batch = await (to === 'storage' ? storeBatch(database, storage) : fetchBatch(database, storage));
    if (batch.length === 0) return moved;
    moved += batch.length;
    onProgress(moved);
    // What left the database for good. A storage that keeps a copy would only cost.
    if (to === 'database') for (const name of batch) await storage.remove(name);
  }
}

const storeBatch = (database: Database, storage: PictureStorage): Promise<readonly PictureFileName[]> =>
  database.transaction(async (transaction) => {
    const files = await transaction.queryMany<PictureFileName & { readonly bytes: Buffer }>({
      text: 'select id, width, format, bytes from picture_files where bytes is not null limit $1 for update skip locked',
      values: [BATCH],
    });
    await Promise.all(files.map(({ bytes, ...name }) => storage.put(name, bytes)));
    for (const { id, width, format } of files)
      await transaction.execute({
        name: 'picture-file.storeBatch',
        text: 'update picture_files set bytes = null where id = $1 and width = $2 and format = $3',
        values: [id, width, format],
      });
    return files;
  });

const fetchBatch = (database: Database, storage: PictureStorage): Promise<readonly PictureFileName[]> =>
  database.transaction(async (transaction) => {
    const names = await transaction.queryMany<PictureFileName>({
      text: 'select id, width, format from picture_files where bytes is null limit $1 for update skip locked',
      values: [BATCH],
    });
    const files = await Promise.all(names.map(async (name) => ({ name, bytes: await readStored(storage, name) })));
    for (const { name, bytes } of files)
      await transaction.execute({
        name: 'picture-file.fetchBatch',
        text: 'update picture_files set bytes = $4 where id = $1 and width = $2 and format = $3',
        values: [name.id, name.width, name.format, bytes],
      });
    return names;
  });

/** Days for which a removed picture is kept. Browsers and mail show it for some time. */
const KEEP_DAYS = 30;

/**
 * Deletes pictures that were removed some time ago, with their files. Those that an import brought back into use stay.
 * @returns how many
 */
export async function purgePictures(database: Database, storage: PictureStorage | null): Promise<number> {
  await database.execute({
    text: 'update pictures p set removed_at = null where removed_at is not null and exists (select 1 from picture_uses u where u.picture_id = p.id)',
  });
  return database.transaction(async (transaction) => {
    const pictures = await transaction.queryMany<{ id: string }>({
      text: `select id from pictures where removed_at < now() - interval '${KEEP_DAYS} days' for update`,
    });
    const ids = pictures.map(({ id }) => id);
    const files = await transaction.queryMany<PictureFileName & { readonly isStored: boolean }>({
      text: 'select id, width, format, bytes is null as "isStored" from picture_files where id = any($1) for update',
      values: [ids],
    });
    const stored = files.filter(({ isStored }) => isStored);
    if (stored.length > 0 && storage === null) throw new PictureStorageError('Pictures are in a storage, but PICTURE_STORAGE is not set.');
    // Before the rows: what is deleted twice does no harm, and a file without a row would stay forever.
    for (const name of stored) await storage?.remove(name);
    return transaction.execute({ text: 'delete from pictures where id = any($1)', values: [ids] });
  });
}
