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

/** Leaves out files whose former copies are being deleted: the storage could delete the new ones instead. */
export const FILES_TO_STORE = `select id, width, format, bytes, xmin::text as version from picture_files f
  where bytes is not null and (id, width, format) > ($1, $2, $3)
    and not exists (select 1 from picture_files_to_delete d where (d.id, d.width, d.format) = (f.id, f.width, f.format))
  order by id, width, format limit ${BATCH}`;

/**
 * Stores files, and then lets the database forget them. Without a transaction in between, because a storage may take long. A row that was
 * written again since keeps its bytes: the picture may have been deleted and uploaded once more.
 */
async function storeBatch(database: Database, storage: PictureStorage, last: PictureFileName | null): Promise<Batch> {
  const files = await database.queryMany<PictureFileName & { readonly bytes: Buffer; readonly version: string }>({
    name: 'picture-file.storeBatch.select',
    text: FILES_TO_STORE,
    values: positionAfter(last),
  });
  const names = files.map(({ id, width, format }) => ({ id, width, format }));
  await Promise.all(files.map(({ bytes, version: _, ...name }) => storage.put(name, bytes)));
  // Another process may have moved them too.
  const moved = await Promise.all(
    files.map(({ id, width, format, version }) =>
      database.execute({
        name: 'picture-file.storeBatch',
        text: 'update picture_files set bytes = null where id = $1 and width = $2 and format = $3 and bytes is not null and xmin = $4::text::xid',
        values: [id, width, format, version],
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

/** Time after which another process deletes files that one began to delete. Much longer than a storage may take for its answer. */
const DELETE_AGAIN_AFTER = '10 minutes';

/**
 * Deletes pictures that were removed some time ago, with their files. Those that an import brought back into use stay. The rows go first,
 * in a transaction of their own, and the files in the storage after them: a picture that is uploaded again then has its files in the
 * database until the storage has deleted the former ones.
 * @returns how many
 * @throws PictureStorageError if a file could not be deleted. The next call tries it again
 */
export async function purgePictures(database: Database, storage: PictureStorage | null): Promise<number> {
  await database.execute({
    text: 'update pictures p set removed_at = null where removed_at is not null and exists (select 1 from picture_uses u where u.picture_id = p.id)',
  });
  const deleted = await database.transaction(async (transaction) => {
    // Files that moved back to the database may have copies in the storage.
    const row = await transaction.queryOne<{ deleted: number; stored: number }>({
      name: 'picture-file.purgePictures',
      text: `with gone as (delete from pictures where removed_at < now() - interval '${KEEP_DAYS} days' returning id),
          files as (select f.id, width, format, bytes is null as is_stored from picture_files f join gone on gone.id = f.id),
          queued as (insert into picture_files_to_delete (id, width, format) select id, width, format from files where $1 on conflict do nothing)
        select (select count(*) from gone) as deleted, (select count(*) from files where is_stored) as stored`,
      values: [storage !== null],
    });
    if (storage === null && row !== null && row.stored > 0)
      throw new PictureStorageError('Pictures are in a storage, but PICTURE_STORAGE is not set.');
    return row?.deleted ?? 0;
  });
  if (storage !== null) await deleteStoredFiles(database, storage);
  return deleted;
}

/** Deletes the files that wait for it. Two processes never delete the same file at once, because it may be stored again in between. */
async function deleteStoredFiles(database: Database, storage: PictureStorage): Promise<void> {
  for (;;) {
    const names = await database.queryMany<PictureFileName>({
      name: 'picture-file.deleteStoredFiles.begin',
      text: `update picture_files_to_delete set begun_at = now() where (id, width, format) in (
          select id, width, format from picture_files_to_delete
          where begun_at is null or begun_at < now() - interval '${DELETE_AGAIN_AFTER}' limit ${BATCH} for update skip locked)
        returning id, width, format`,
    });
    if (names.length === 0) return;
    const outcomes = await Promise.allSettled(
      names.map(async (name) => {
        await storage.remove(name);
        await database.execute({
          name: 'picture-file.deleteStoredFiles.end',
          text: 'delete from picture_files_to_delete where id = $1 and width = $2 and format = $3',
          values: [name.id, name.width, name.format],
        });
      }),
    );
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
  }
}
