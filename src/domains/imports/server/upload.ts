/** Uploads in parts. A part has a number and is stored once, so that an upload continues after a broken connection. */
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { recordActivity } from '#domains/staff/server/activity.repository.ts';
import type { Database } from '#lib/db/pool.ts';
import { fail, ok } from '#lib/result.ts';
import { notPossible } from '../messages/errors.ts';
import { MAX_UPLOAD_BYTES } from '../office-contract.ts';
import { insertImport, insertPart, lockImportEntry, updateImport } from './import.repository.ts';

const LIMIT = `${MAX_UPLOAD_BYTES / 2 ** 20} MB`;

/** Begins an upload. */
export async function startUpload(
  database: Database,
  staff: StaffActor,
  { name, bytes }: { readonly name: string; readonly bytes: number },
) {
  if (bytes > MAX_UPLOAD_BYTES) return fail('too_large_file', { limit: LIMIT });
  const id = await database.transaction((transaction) =>
    insertImport(transaction, { file: name, actor: staff.name, staffId: staff.id, source: 'office', scheduleId: null }),
  );
  return ok(id);
}

/** Stores a part. A person continues only their own upload. */
export const storePart = (
  database: Database,
  staff: StaffActor,
  { id, part, data }: { readonly id: number; readonly part: number; readonly data: string },
) =>
  database.transaction(async (transaction) => {
    const entry = await lockImportEntry(transaction, id);
    if (entry === null || entry.staffId !== staff.id) return fail('not_found');
    if (entry.state !== 'uploading') return fail('not_possible', { reason: notPossible.upload });
    if (part > entry.parts) return fail('part_invalid', { next: entry.parts });
    const bytes = Buffer.from(data, 'base64');
    if (entry.bytes + bytes.length > MAX_UPLOAD_BYTES) return fail('too_large_file', { limit: LIMIT });
    const isNew = await insertPart(transaction, id, part, bytes);
    return ok({ next: entry.parts + (isNew ? 1 : 0) });
  });

/** Ends an upload and hands the file to the background process. */
export const finishUpload = (database: Database, staff: StaffActor, { id, parts }: { readonly id: number; readonly parts: number }) =>
  database.transaction(async (transaction) => {
    const entry = await lockImportEntry(transaction, id);
    if (entry === null || entry.staffId !== staff.id) return fail('not_found');
    if (entry.state !== 'uploading') return fail('not_possible', { reason: notPossible.upload });
    if (entry.parts !== parts) return fail('part_invalid', { next: entry.parts });
    await updateImport(transaction, id, { state: 'inspecting' });
    await recordActivity(transaction, staff, {
      action: 'import.uploaded',
      subject: { kind: 'import', id },
      after: { file: entry.file, bytes: entry.bytes },
    });
    return ok(id);
  });
