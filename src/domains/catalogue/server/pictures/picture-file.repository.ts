/** Files of pictures, in the database or in a storage. A row of `picture_files` without bytes is in the storage. */
import type { PhotoFormat } from '#domains/catalogue/model/photo.ts';
import type { Database, Queryable } from '#lib/db/pool.ts';
import { type PictureFileName, type PictureStorage, PictureStorageError } from './picture-storage.ts';

/** Files that are moved together. */
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

export interface PictureMove {
  readonly moved: number;
  /** Files that the storage does not have. They were left out. */
  readonly lost: readonly PictureFileName[];
}

export interface MoveOptions {
  /** Called after each batch with the number of files moved so far. */
  readonly onProgress?: (moved: number) => void;
  /** Ends the move after a batch that reaches this number of files. */
  readonly maxFiles?: number;
}

/**
 * Moves files of pictures between the database and the storage, while the shop runs. A file is at its new place before the old one lets it
 * go, so it can be read at any time, and an interrupted move can be repeated. Several processes may move at once. The storage keeps its
 * copy of a file that moves to the database: a process with the settings of before may still read it from there.
 */
export async function movePictureFiles(
  database: Database,
  storage: PictureStorage,
  to: 'storage' | 'database',
  { onProgress = () => {}, maxFiles = Number.POSITIVE_INFINITY }: MoveOptions = {},
): Promise<PictureMove> {
  const lost: PictureFileName[] = [];
  let moved = 0;
  let last: PictureFileName | null = null;
  for (;;) {
    const batch: Batch = await (to === 'storage' ? storeBatch(database, storage, last) : fetchBatch(database, storage, last));
    last = batch.names.at(-1) ?? null;
    if (last === null) return { moved, lost };
    for (const name of batch.lost) lost.push(name);
    moved += batch.moved;
    onProgress(moved);
    if (moved >= maxFiles) return { moved, lost };
  }
}

interface Batch extends PictureMove {
  readonly names: readonly PictureFileName[];
}

/** Position in the order of files, before the first one without `last`. */
const positionAfter = (last: PictureFileName | null) => [last?.id ?? '', last?.width ?? 0, last?.format ?? ''];

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

export const FILES_TO_STORE = `select id, width, format, bytes from picture_files
  where bytes is not null and (id, width, format) > ($1, $2, $3) order by id, width, format limit ${BATCH}`;

/** Stores files, and then lets the database forget them. Without a transaction in between, because a storage may take long. */
async function storeBatch(database: Database, storage: PictureStorage, last: PictureFileName | null): Promise<Batch> {
  const files = await database.queryMany<PictureFileName & { readonly bytes: Buffer }>({
    name: 'picture-file.storeBatch.select',
    text: FILES_TO_STORE,
    values: positionAfter(last),
  });
  const names = files.map(({ id, width, format }) => ({ id, width, format }));
  await Promise.all(files.map(({ bytes, ...name }) => storage.put(name, bytes)));
  // Another process may have moved them too.
  const moved = await Promise.all(
    names.map(({ id, width, format }) =>
      database.execute({
        name: 'picture-file.storeBatch',
        text: 'update picture_files set bytes = null where id = $1 and width = $2 and format = $3 and bytes is not null',
        values: [id, width, format],
      }),
    ),
  );
  return { names, moved: sum(moved), lost: [] };
}

/** Lists files that are in the storage, in their order. */
const listStored = (database: Queryable, last: PictureFileName | null): Promise<PictureFileName[]> =>
  database.queryMany<PictureFileName>({
    name: 'picture-file.listStored',
    text: `select id, width, format from picture_files
      where bytes is null and (id, width, format) > ($1, $2, $3) order by id, width, format limit ${BATCH}`,
    values: positionAfter(last),
  });

async function fetchBatch(database: Database, storage: PictureStorage, last: PictureFileName | null): Promise<Batch> {
  const names = await listStored(database, last);
  const lost: PictureFileName[] = [];
  const moved = await Promise.all(
    names.map(async (name) => {
      const bytes = await storage.get(name);
      if (bytes === null) lost.push(name);
      return bytes === null
        ? 0
        : database.execute({
            name: 'picture-file.fetchBatch',
            text: 'update picture_files set bytes = $4 where id = $1 and width = $2 and format = $3 and bytes is null',
            values: [name.id, name.width, name.format, bytes],
          });
    }),
  );
  return { names, moved: sum(moved), lost };
}

/** Looks for every file that should be in the storage. @param onLost called with each that is not there @returns how many it looked for */
export async function checkStoredFiles(
  database: Database,
  storage: PictureStorage,
  onLost: (name: PictureFileName) => void,
): Promise<number> {
  let checked = 0;
  let last: PictureFileName | null = null;
  for (;;) {
    const names: readonly PictureFileName[] = await listStored(database, last);
    last = names.at(-1) ?? null;
    if (last === null) return checked;
    const found = await Promise.all(names.map((name) => storage.has(name)));
    for (const [index, name] of names.entries()) if (found[index] === false) onLost(name);
    checked += names.length;
  }
}

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
    if (storage === null && files.some(({ isStored }) => isStored))
      throw new PictureStorageError('Pictures are in a storage, but PICTURE_STORAGE is not set.');
    // Before the rows: what is deleted twice does no harm, and a file without a row would stay forever. The storage may have copies of files
    // that moved back to the database.
    for (const name of files) await storage?.remove(name);
    return transaction.execute({ text: 'delete from pictures where id = any($1)', values: [ids] });
  });
}
