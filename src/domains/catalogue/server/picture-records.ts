/** Own pictures as interchange records: what each is, and its forms as base64, so that an export of offers shows the same elsewhere. */
import { z } from 'zod';
import type { Transaction } from '#lib/db/pool.ts';
import { PHOTO_FORMATS } from '../model/photo.ts';
import { ownPicture } from '../model/record.ts';
import type { Written } from './catalogue-writer.ts';

export const pictureRecord = ownPicture.omit({ alt: true }).extend({ record: z.literal('picture') });

export const pictureFileRecord = z.object({
  record: z.literal('picture-file'),
  id: ownPicture.shape.id,
  width: z.number().int().min(1).max(20_000),
  format: z.enum(PHOTO_FORMATS),
  base64: z.base64(),
});

const counted = (added: number, all: number): Written => ({ added, changed: 0, unchanged: all - added });

/** Write pictures; one that is there is the same, its id being made of its bytes. */
export async function writePictures(transaction: Transaction, records: readonly z.output<typeof pictureRecord>[]): Promise<Written> {
  const added = await transaction.execute({
    text: `insert into pictures (id, width, height, placeholder)
      select id, width, height, placeholder from jsonb_populate_recordset(null::pictures, $1::jsonb) on conflict do nothing`,
    values: [JSON.stringify(records)],
  });
  return counted(added, records.length);
}

/** Write forms of pictures; those of a picture that is not there are left out. */
export async function writePictureFiles(
  transaction: Transaction,
  records: readonly z.output<typeof pictureFileRecord>[],
): Promise<Written> {
  let added = 0;
  for (const { id, width, format, base64 } of records)
    added += await transaction.execute({
      name: 'pictures.writeFile',
      text: `insert into picture_files (id, width, format, bytes)
        select $1, $2, $3, decode($4, 'base64') where exists (select 1 from pictures where id = $1) on conflict do nothing`,
      values: [id, width, format, base64],
    });
  return counted(added, records.length);
}

export const PICTURE_EXPORT = `select id as key, json_build_object('record', 'picture', 'id', id, 'width', width, 'height', height, 'placeholder', placeholder) as record
  from pictures where id > $1 order by id limit $2`;

/** Pictures taken in at $3 or after; their bytes never change. */
export const PICTURE_EXPORT_SINCE = PICTURE_EXPORT.replace('id > $1', 'id > $1 and taken_at >= $3');

/** A few at a time, because they are large. */
export const PICTURE_FILE_EXPORT = `select key, record from (
    select id || ' ' || lpad(width::text, 5, '0') || ' ' || format as key, json_build_object('record', 'picture-file', 'id', id, 'width', width,
      'format', format, 'base64', replace(encode(bytes, 'base64'), E'\\n', '')) as record
    from picture_files where (id, width, format) > (split_part($1, ' ', 1), coalesce(nullif(split_part($1, ' ', 2), '')::int, 0), split_part($1, ' ', 3))
      order by id, width, format limit least($2::int, 20)
  ) rows order by key`;

export const PICTURE_FILE_EXPORT_SINCE = PICTURE_FILE_EXPORT.replace(
  'from picture_files where ',
  'from picture_files where id in (select id from pictures where taken_at >= $3) and ',
);
