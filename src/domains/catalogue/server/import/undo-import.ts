/** Undoes an import: restores its records unless they were changed later. */
import { type OtherActor, recordActivity } from '#domains/staff/server/activity.repository.ts';
import type { Database } from '#lib/db/pool.ts';
import { OperatorError } from '#lib/operator-error.ts';
import {
  closeUndo,
  collectChanges,
  lockImport,
  lockImports,
  notifyChannels,
  openUndo,
  preferIndexes,
  readCollectedChanges,
  removeRecords,
  UNDO_DAYS,
} from './import-log.repository.ts';
import type { ImportTarget } from './record-kind.ts';

export interface UndoResult {
  /** Number of records restored to their previous version. */
  readonly restored: number;
  /** Number of removed records that the import had added. */
  readonly removed: number;
  /** Keys of records that were changed after the import, by kind. They are not restored. */
  readonly unchanged: Readonly<Record<string, readonly string[]>>;
}

/** Reports that an import cannot be undone. The message gives the reason. */
export class UndoImportError extends OperatorError {
  override name = 'UndoImportError';
}

const BATCH = 500;

/**
 * Undoes an import.
 * @param by who undoes it; left out if the import says so already
 * @throws UndoImportError if the import cannot be undone
 */
export async function undoImportOf(
  { kinds, channels }: ImportTarget,
  database: Database,
  id: number,
  by: OtherActor | null = null,
): Promise<UndoResult> {
  const result = await database.transaction(async (transaction) => {
    await lockImports(transaction, () => {});
    const entry = await lockImport(transaction, id);
    if (entry === null) throw new UndoImportError(`Import not found: ${id}.`);
    if (entry.isUndone) throw new UndoImportError(`Import ${id} has already been undone.`);
    if (entry.isOld) throw new UndoImportError(`Import ${id} is more than ${UNDO_DAYS} days old and can no longer be undone.`);
    await preferIndexes(transaction);
    await openUndo(transaction);
    let restored = 0;
    let removed = 0;
    const unchanged: Record<string, string[]> = {};
    for (const [name, { undo, write, schema }] of Object.entries(kinds).reverse()) {
      if (undo === null) continue;
      await collectChanges(transaction, id, name);
      for (let after = ''; ; ) {
        const changes = await readCollectedChanges(transaction, name, undo, after, BATCH);
        const same = changes.filter(({ isSame }) => isSame);
        const toRestore = same.filter(({ before }) => before !== null).map(({ before }) => schema.parse(before));
        const toRemove = same.filter(({ before }) => before === null).map(({ key }) => key);
        if (toRestore.length > 0) await write(transaction, toRestore, { mapping: null, opensStockOnly: false, importId: null });
        removed += await removeRecords(transaction, undo, toRemove);
        restored += toRestore.length;
        const changedLater = changes.filter(({ isSame }) => !isSame).map(({ key }) => key);
        if (changedLater.length > 0) unchanged[name] = [...(unchanged[name] ?? []), ...changedLater];
        const last = changes.at(-1);
        if (last === undefined || changes.length < BATCH) break;
        after = last.key;
      }
    }
    const undone: UndoResult = { restored, removed, unchanged };
    await closeUndo(transaction, id, undone, by?.name ?? null);
    if (by)
      await recordActivity(transaction, by, { action: 'import.undone', subject: { kind: 'import', id }, after: { restored, removed } });
    return undone;
  });
  await notifyChannels(database, channels, 'undo');
  return result;
}
