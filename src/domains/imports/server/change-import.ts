/** What people do with an import: choose its mapping, compare, start, cancel, undo and discard it. */

import { type Mapping, parseMapping } from '#domains/catalogue/model/import/mapping/mapping.ts';
import { applyChoices, hasChoices, type MappingChoices } from '#domains/catalogue/model/import/mapping/mapping-choices.ts';
import { readWineVocabulary } from '#domains/catalogue/server/import/create-mapping.ts';
import type { ActionName } from '#domains/staff/messages/activity.ts';
import { type ActivityActor, lastChangeOf, recordActivity } from '#domains/staff/server/activity.repository.ts';
import type { Database, Transaction } from '#lib/db/pool.ts';
import { fail, ok } from '#lib/result.ts';
import { notPossible } from '../messages/errors.ts';
import { canDo, type ImportAction, type ImportKind } from '../model/import-state.ts';
import { deleteImport, type ImportChange, type ImportEntry, lockImportEntry, updateImport } from './import.repository.ts';
import { countWaiting } from './import-row.repository.ts';
import { factsOf } from './import-view.ts';
import { forSample } from './inspect-import.ts';
import { findMapping, type StoredMapping } from './mapping.repository.ts';

/** An import as a person saw it. Without a version, what they saw does not matter. */
export interface SeenImport {
  readonly id: number;
  readonly version?: number;
}

/** Locks an import for an action that is possible now and whose state the person saw. */
async function lockFor(transaction: Transaction, { id, version }: SeenImport, action: Exclude<ImportAction, 'fix'>) {
  const entry = await lockImportEntry(transaction, id);
  if (entry === null) return fail('not_found');
  if (version !== undefined && version !== entry.version)
    return fail('changed_meanwhile', await lastChangeOf(transaction, { kind: 'import', id }, true));
  const waiting = action === 'start' ? await countWaiting(transaction, id, entry.appliedThrough) : 0;
  if (!canDo(action, factsOf(entry, waiting))) return fail('not_possible', { reason: notPossible[action] });
  return ok({ entry, waiting });
}

async function change(
  transaction: Transaction,
  actor: ActivityActor,
  { id, state }: ImportEntry,
  action: ActionName,
  next: ImportChange,
  details: Readonly<Record<string, string>> = {},
): Promise<void> {
  await updateImport(transaction, id, next, true);
  await recordActivity(transaction, actor, {
    action,
    subject: { kind: 'import', id },
    before: { state },
    after: { state: next.state ?? state, ...(next.mapping === undefined ? {} : { mapping: next.mapping }), ...details },
  });
}

/** Returns the mapping of an import with a person's choices. */
export async function chosenMapping({ mappingJson, sample }: ImportEntry, choices: MappingChoices | undefined) {
  const base = parseMapping(mappingJson);
  if ('errors' in base) return base;
  if (choices === undefined || sample === null || !hasChoices(base.mapping)) return base;
  return applyChoices(base.mapping, choices, sample, await readWineVocabulary());
}

export interface CompareRequest extends SeenImport {
  readonly kind: ImportKind;
  readonly choices?: MappingChoices | undefined;
  readonly endsMissing: boolean;
}

/** Starts a comparison in the background. */
export const requestComparison = (database: Database, actor: ActivityActor, { kind, choices, endsMissing, ...seen }: CompareRequest) =>
  database.transaction(async (transaction) => {
    const locked = await lockFor(transaction, seen, 'compare');
    if (!locked.ok) return locked;
    const { entry } = locked.value;
    const mapped = kind === 'list' ? await chosenMapping(entry, choices) : null;
    if (mapped !== null && 'errors' in mapped) return fail('mapping_invalid', { reason: mapped.errors.join(' ') });
    const mapping: Mapping | null = mapped?.mapping ?? null;
    await change(transaction, actor, entry, 'import.compared', {
      state: 'comparing',
      kind,
      mapping: mapping?.name ?? (kind === 'changes' ? 'changes' : ''),
      ...(mapping === null ? {} : { mappingJson: mapping }),
      endsMissing: endsMissing && kind === 'list',
      wantsCancel: false,
      problem: '',
      difference: null,
      progress: 0,
      progressTotal: 0,
    });
    return ok(entry.id);
  });

/** Has another sheet of a workbook read in the background. Its mapping is proposed again. */
export const requestSheet = (database: Database, actor: ActivityActor, { sheet, ...seen }: SeenImport & { readonly sheet: string }) =>
  database.transaction(async (transaction) => {
    const locked = await lockFor(transaction, seen, 'compare');
    if (!locked.ok) return locked;
    const { entry } = locked.value;
    const sheets = entry.sample?.sheets ?? [];
    if (entry.sample === null || !sheets.includes(sheet)) return fail('sheet_invalid', { sheet, sheets: sheets.join(', ') || 'one only' });
    const next: ImportChange = { state: 'inspecting', sample: { ...entry.sample, sheet }, problem: '', difference: null };
    await change(transaction, actor, entry, 'import.sheet_selected', next, { sheet });
    return ok(entry.id);
  });

/** Replaces the mapping of an import by a saved one. */
export const selectSavedMapping = (
  database: Database,
  actor: ActivityActor,
  { mappingId, ...seen }: SeenImport & { readonly mappingId: number },
) =>
  database.transaction(async (transaction) => {
    const locked = await lockFor(transaction, seen, 'compare');
    if (!locked.ok) return locked;
    const { entry } = locked.value;
    const saved: StoredMapping | null = await findMapping(transaction, mappingId);
    if (saved === null || entry.sample === null) return fail('mapping_invalid', { reason: 'This mapping was deleted.' });
    const mapping = forSample(saved.mapping, entry.sample);
    await change(transaction, actor, entry, 'import.mapped', { state: 'mapping', mappingJson: mapping, mapping: mapping.name, mappingId });
    return ok(entry.id);
  });

/** Starts writing in the background, also the rest of a cancelled import and corrected rows. */
export const requestStart = (database: Database, actor: ActivityActor, seen: SeenImport) =>
  database.transaction(async (transaction) => {
    const locked = await lockFor(transaction, seen, 'start');
    if (!locked.ok) return locked;
    const { entry, waiting } = locked.value;
    await change(transaction, actor, entry, 'import.started', {
      state: 'applying',
      wantsCancel: false,
      problem: '',
      progress: 0,
      progressTotal: waiting,
    });
    return ok(entry.id);
  });

/** Asks the background process to stop after its current batch. */
export const requestCancel = (database: Database, actor: ActivityActor, seen: SeenImport) =>
  database.transaction(async (transaction) => {
    const locked = await lockFor(transaction, seen, 'cancel');
    if (!locked.ok) return locked;
    await change(transaction, actor, locked.value.entry, 'import.cancel_requested', { wantsCancel: true });
    return ok(seen.id);
  });

/** Starts an undo in the background. */
export const requestUndo = (database: Database, actor: ActivityActor, seen: SeenImport) =>
  database.transaction(async (transaction) => {
    const locked = await lockFor(transaction, seen, 'undo');
    if (!locked.ok) return locked;
    await change(transaction, actor, locked.value.entry, 'import.undo_requested', { state: 'undoing', undoneBy: actor.name, problem: '' });
    return ok(seen.id);
  });

/** Deletes an import that wrote nothing. A repeat finds nothing. */
export const discardImport = (database: Database, actor: ActivityActor, seen: SeenImport) =>
  database.transaction(async (transaction) => {
    const locked = await lockFor(transaction, seen, 'discard');
    if (!locked.ok) return locked;
    const { id, file, state } = locked.value.entry;
    await deleteImport(transaction, id);
    await recordActivity(transaction, actor, { action: 'import.discarded', subject: { kind: 'import', id }, before: { file, state } });
    return ok(id);
  });
