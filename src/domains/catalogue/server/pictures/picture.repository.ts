/** The retailer's own pictures and their files. Both are interchange records, so that an export of offers has their pictures. */
import { z } from 'zod';
import { PHOTO_FORMATS } from '#domains/catalogue/model/photo.ts';
import { ownPicture } from '#domains/catalogue/model/record.ts';
import type { Transaction } from '#lib/db/pool.ts';
import type { RecordKind, RecordKinds } from '../import/record-kind.ts';
import type { WriteCounts } from '../offer-writer.repository.ts';
import { readStored } from './picture-file.repository.ts';
import type { PictureStorage } from './picture-storage.ts';
import type { ImportedPicture } from './read-picture.ts';

export const pictureRecord = ownPicture.omit({ alt: true }).extend({ record: z.literal('picture') });

export const pictureFileRecord = z.object({
  record: z.literal('picture-file'),
  id: ownPicture.shape.id,
  width: z.number().int().min(1).max(20_000),
  format: z.enum(PHOTO_FORMATS),
  base64: z.base64(),
});

const storedFile = pictureFileRecord.extend({ base64: z.null() });

const toCounts = (added: number, all: number): WriteCounts => ({ added, changed: 0, unchanged: all - added });

/** Writes pictures. Skips existing ones, which are identical because ids are hashes of the bytes. */
export async function writePictures(transaction: Transaction, records: readonly z.output<typeof pictureRecord>[]): Promise<WriteCounts> {
  const added = await transaction.execute({
    text: `insert into pictures (id, width, height, placeholder)
      select id, width, height, placeholder from jsonb_populate_recordset(null::pictures, $1::jsonb) on conflict do nothing`,
    values: [JSON.stringify(records)],
  });
  return toCounts(added, records.length);
}

/** Writes files of pictures. Files of unknown pictures are left out. */
export async function writePictureFiles(
  transaction: Transaction,
  records: readonly z.output<typeof pictureFileRecord>[],
): Promise<WriteCounts> {
  let added = 0;
  for (const { id, width, format, base64 } of records)
    added += await transaction.execute({
      name: 'picture.writePictureFiles',
      text: `insert into picture_files (id, width, format, bytes)
        select $1, $2, $3, decode($4, 'base64') where exists (select 1 from pictures where id = $1) on conflict do nothing`,
      values: [id, width, format, base64],
    });
  return toCounts(added, records.length);
}

export const PICTURE_EXPORT = `select id as key, json_build_object('record', 'picture', 'id', id, 'width', width, 'height', height, 'placeholder', placeholder) as record
  from pictures where id > $1 and removed_at is null order by id limit $2`;

/** Pictures that were imported at $3 or later. Their bytes never change. */
export const PICTURE_EXPORT_SINCE = PICTURE_EXPORT.replace('id > $1', 'id > $1 and imported_at >= $3');

/** At most 20 files at a time, because they are large. Files that are in a storage have no `base64`. */
export const PICTURE_FILE_EXPORT = `select key, record from (
    select id || ' ' || lpad(width::text, 5, '0') || ' ' || format as key, json_build_object('record', 'picture-file', 'id', id, 'width', width,
      'format', format, 'base64', replace(encode(bytes, 'base64'), E'\\n', '')) as record
    from picture_files where id in (select id from pictures where removed_at is null) and (id, width, format) > (split_part($1, ' ', 1), coalesce(nullif(split_part($1, ' ', 2), '')::int, 0), split_part($1, ' ', 3))
      order by id, width, format limit least($2::int, 20)
  ) rows order by key`;

export const PICTURE_FILE_EXPORT_SINCE = PICTURE_FILE_EXPORT.replace(
  'from pictures where removed_at is null',
  'from pictures where removed_at is null and imported_at >= $3',
);

/**
 * Saves a picture with its files. If it exists, brings it back if it was removed, and puts its files into the database again, from where a
 * job stores them: the storage may have lost them. The storage is not asked, because it may be away.
 * @returns whether it is new
 */
export async function savePicture(
  transaction: Transaction,
  { id, width, height, placeholder, files }: ImportedPicture,
): Promise<{ readonly isNew: boolean }> {
  // Locks the row of an existing picture, so that it is not deleted before its files are saved.
  const saved = await transaction.queryOne<{ isNew: boolean }>({
    name: 'picture.savePicture',
    text: `insert into pictures as p (id, width, height, placeholder) values ($1, $2, $3, $4)
      on conflict (id) do update set removed_at = null, version = p.version + case when p.removed_at is null then 0 else 1 end
      returning xmax = 0 as "isNew"`,
    values: [id, width, height, placeholder],
  });
  for (const file of files)
    await transaction.execute({
      name: 'picture.savePicture.file',
      text: `insert into picture_files as f (id, width, format, bytes) values ($1, $2, $3, $4)
        on conflict (id, width, format) do update set bytes = excluded.bytes where f.bytes is null`,
      values: [id, file.width, file.format, file.bytes],
    });
  return { isNew: saved?.isNew ?? true };
}

/** Lets an export read files of pictures that are in the storage. */
export function withStoredFiles(kinds: RecordKinds, storage: PictureStorage | null): RecordKinds {
  const { 'picture-file': files } = kinds;
  if (files === undefined) return kinds;
  const complete =
    (read: RecordKind['read']): RecordKind['read'] =>
    async (db, after, limit) =>
      Promise.all(
        (await read(db, after, limit)).map(async (row) => {
          const file = storedFile.safeParse(row.record);
          if (!file.success) return row;
          const { base64: _, ...name } = file.data;
          return { ...row, record: { ...name, base64: (await readStored(storage, name)).toString('base64') } };
        }),
      );
  return { ...kinds, 'picture-file': { ...files, read: complete(files.read), readSince: (since) => complete(files.readSince(since)) } };
}
