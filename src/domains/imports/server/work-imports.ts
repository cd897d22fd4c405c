/**
 * The background work on an import: inspects, compares, applies and undoes, one step after the other until a person has to decide. A lock
 * of the database tells who works on it, so the work of a killed process is taken over by the next one.
 */

import { ImportFileError } from '#domains/catalogue/server/import/read/open-file.ts';
import { UndoImportError, undoImportOf } from '#domains/catalogue/server/import/undo-import.ts';
import { recordActivity } from '#domains/staff/server/activity.repository.ts';
import { isDatabaseUnavailable, type Transaction } from '#lib/db/pool.ts';
import { importProblems } from '../messages/errors.ts';
import { isPending } from '../model/import-state.ts';
import { applyImport } from './apply-import.ts';
import { compareImport } from './compare-import.ts';
import { findImport, type ImportEntry, lockWork, updateImport } from './import.repository.ts';
import { inspectImport } from './inspect-import.ts';
import type { WorkDeps } from './work-steps.ts';

async function undo(deps: WorkDeps, { id, undoneAt }: ImportEntry): Promise<void> {
  const { database, target } = deps;
  if (undoneAt !== null) return updateImport(database, id, { state: 'undone' });
  try {
    await undoImportOf(target, database, id);
  } catch (error) {
    if (!(error instanceof UndoImportError)) throw error;
    return updateImport(database, id, { state: 'done', problem: error.message });
  }
  await recordEnd(deps, id, 'undone');
}

async function runStep(deps: WorkDeps, lock: Transaction, entry: ImportEntry): Promise<void> {
  switch (entry.state) {
    case 'inspecting':
      return inspectImport(deps, entry);
    case 'comparing':
      return compareImport(deps, lock, entry);
    case 'applying':
      await applyImport(deps, entry.id);
      return recordEnds(deps, entry.id);
    case 'undoing':
      return undo(deps, entry);
    default:
      return;
  }
}

/** States in which an import has ended. */
const ENDS = ['done', 'cancelled', 'failed', 'undone'] as const;
type End = (typeof ENDS)[number];

/** Records the end of an import that was applied. One that waits for a person again has not ended. */
async function recordEnds(deps: WorkDeps, id: number): Promise<void> {
  const entry = await findImport(deps.database, id);
  const end = ENDS.find((each) => each === entry?.state);
  if (end !== undefined) await recordEnd(deps, id, end);
}

/** Records in the activity log what an import did in the end: the shop did it, for the person whose file it is. */
async function recordEnd({ database }: WorkDeps, id: number, end: End): Promise<void> {
  const entry = await findImport(database, id);
  if (entry === null) return;
  await database.transaction((transaction) =>
    recordActivity(
      transaction,
      { kind: 'system', name: entry.actor || 'Imports', staffId: entry.staffId },
      {
        action: `import.${end}`,
        subject: { kind: 'import', id },
        after: { file: entry.file, written: entry.appliedRows, rejected: entry.rejected },
      },
    ),
  );
}

/** Says whether the file of an import could not be written, because the disk for temporary files has no space left. */
const isDiskFull = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOSPC';

/**
 * Works on an import until it waits for a person or has ended.
 * @returns false if another process works on it
 * @throws Error if a step failed unexpectedly. The import is marked as failed then, unless the database cannot serve or the disk of this
 * machine is full: then this process or another one tries again
 */
export async function workOnImport(deps: WorkDeps, id: number): Promise<boolean> {
  const { database } = deps;
  return database.transaction(async (lock) => {
    if (!(await lockWork(lock, id))) return false;
    for (;;) {
      const entry = await findImport(database, id);
      if (entry === null || !isPending(entry.state)) return true;
      try {
        await runStep(deps, lock, entry);
      } catch (error) {
        if (isDatabaseUnavailable(error) || isDiskFull(error)) throw error;
        const isExpected = error instanceof ImportFileError;
        await updateImport(database, id, {
          state: 'failed',
          wantsCancel: false,
          problem: isExpected ? error.reason : importProblems.unexpected,
        });
        if (entry.state === 'applying') await recordEnd(deps, id, 'failed');
        if (!isExpected) throw error;
      }
    }
  });
}
