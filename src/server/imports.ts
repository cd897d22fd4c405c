/** Binds import, undo and export to the record kinds of all domains. */
import type { Writable } from 'node:stream';
import { exportRecords as exportKinds } from '#domains/catalogue/server/import/export-records.ts';
import { type ImportRequest, type ImportSummary, importInto } from '#domains/catalogue/server/import/import-files.ts';
import { type UndoResult, undoImportOf } from '#domains/catalogue/server/import/undo-import.ts';
import { scanFolder as scan } from '#domains/catalogue/server/import/watch-folder.ts';
import { withStoredFiles } from '#domains/catalogue/server/pictures/picture.repository.ts';
import type { PictureStorage } from '#domains/catalogue/server/pictures/picture-storage.ts';
import type { OtherActor } from '#domains/staff/server/activity.repository.ts';
import type { Database, Queryable } from '#lib/db/pool.ts';
import { IMPORT_TARGET, RECORD_KINDS } from './record-types.ts';

/** Imports files. @throws ImportFileError if a file is invalid as a whole. Nothing is written then */
export const importFiles = (database: Database, request: ImportRequest): Promise<ImportSummary> =>
  importInto(IMPORT_TARGET, database, request);

/** Who imports the files of IMPORT_WATCH_DIR. */
const WATCHER: OtherActor = { kind: 'system', name: 'Imports' };

/** Imports the files of a watched folder that are complete and due. @param actor for the activity log @returns the number of imported and rejected files */
export const scanFolder = (database: Database, folder: string, actor: OtherActor = WATCHER, now?: number): Promise<number> =>
  scan(database, folder, (db, request) => importFiles(db, { ...request, actor }), now);

/** Undoes an import. @param by who undoes it @throws UndoImportError if it cannot be undone */
export const undoImport = (database: Database, id: number, by: OtherActor | null = null): Promise<UndoResult> =>
  undoImportOf(IMPORT_TARGET, database, id, by);

/**
 * Writes records, one per line.
 * @param storage of pictures, if they are not in the database
 * @param since ISO 8601. Only writes records that changed at this time or later
 * @returns the number of records of each kind
 */
export const exportRecords = (
  db: Queryable,
  out: Writable,
  kinds: readonly string[] = Object.keys(RECORD_KINDS),
  since: string | null = null,
  storage: PictureStorage | null = null,
): Promise<Record<string, number>> => exportKinds(withStoredFiles(RECORD_KINDS, storage), db, out, kinds, since);
