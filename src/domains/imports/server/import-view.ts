/** Imports and rows as calls return them. */

import { parseMapping } from '#domains/catalogue/model/import/mapping/mapping.ts';
import { hasChoices, toChoices } from '#domains/catalogue/model/import/mapping/mapping-choices.ts';
import type { Queryable } from '#lib/db/pool.ts';
import { toDecimal } from '#lib/money.ts';
import { MARKETS } from '#markets/market.ts';
import { canDo, type Difference, type ImportState, isPending } from '../model/import-state.ts';
import type { DifferenceRow, ImportRow, OfficeImport } from '../office-contract.ts';
import type { ImportEntry } from './import.repository.ts';
import { countWaiting, type StoredRow } from './import-row.repository.ts';

const ENDED: readonly ImportState[] = ['done', 'cancelled', 'failed', 'undone'];

/** Records that were added or changed. */
export const writtenRecords = ({ counts }: Pick<ImportEntry, 'counts'>): number =>
  Object.values(counts).reduce((sum, { added, changed }) => sum + added + changed, 0);

/** Numbers of rows; for imports of the command line, of offers. */
function countsOf({ difference, counts, rejected, source }: ImportEntry): Difference | null {
  if (difference !== null || source !== 'command') return difference;
  const all = Object.values(counts);
  const sum = (pick: (kind: (typeof all)[number]) => number): number => all.reduce((total, kind) => total + pick(kind), 0);
  const ended = sum((kind) => kind.ended);
  return {
    new: sum((kind) => kind.added),
    changed: sum((kind) => kind.changed) - ended,
    unchanged: sum((kind) => kind.unchanged),
    missing: ended,
    rejected,
  };
}

export const factsOf = (entry: ImportEntry, waitingRows: number) => ({
  state: entry.state,
  hasFile: entry.source !== 'command',
  waitingRows,
  writtenRows: writtenRecords(entry),
  isOld: entry.isOld,
});

export function viewImportRow(entry: ImportEntry): ImportRow {
  const { id, file, state, source, kind, actor, progress, progressTotal } = entry;
  return {
    id,
    file,
    startedAt: entry.startedAt.toISOString(),
    finishedAt: ENDED.includes(state) ? entry.finishedAt.toISOString() : null,
    by: actor,
    source,
    kind,
    mapping: entry.supplier ?? (kind === 'list' ? entry.mapping : ''),
    state,
    counts: countsOf(entry),
    progress,
    progressTotal: isPending(state) ? progressTotal : 0,
    canUndo: canDo('undo', factsOf(entry, 0)),
  };
}

const PREVIEW_SAMPLE = 20;

/** Returns an import with everything that its page shows. */
export async function viewImport(db: Queryable, entry: ImportEntry): Promise<OfficeImport> {
  const waitingRows = entry.source === 'command' ? 0 : await countWaiting(db, entry.id, entry.appliedThrough);
  const facts = factsOf(entry, waitingRows);
  const parsed = parseMapping(entry.mappingJson);
  const { sample } = entry;
  return {
    ...viewImportRow(entry),
    bytes: entry.bytes,
    version: entry.version,
    problem: entry.problem,
    notices: entry.notices,
    endsMissing: entry.endsMissing,
    appliedRows: entry.appliedRows,
    waitingRows,
    hasFile: facts.hasFile,
    mappingId: entry.mappingId,
    sample: sample && {
      format: sample.format,
      sheet: sample.sheet ?? null,
      sheets: [...(sample.sheets ?? [])],
      headers: [...sample.headers],
      rows: sample.rows.slice(0, PREVIEW_SAMPLE).map((row) => [...row]),
    },
    choices: 'mapping' in parsed && hasChoices(parsed.mapping) ? toChoices(parsed.mapping) : null,
    schedule: entry.scheduleId === null ? null : { id: entry.scheduleId, name: entry.scheduleName ?? '' },
    undo:
      entry.state === 'undone'
        ? {
            restored: entry.undo?.restored ?? 0,
            removed: entry.undo?.removed ?? 0,
            unchanged: Object.fromEntries(Object.entries(entry.undo?.unchanged ?? {}).map(([kind, keys]) => [kind, keys.slice(0, 200)])),
            by: entry.undoneBy,
            at: entry.undoneAt?.toISOString() ?? null,
          }
        : null,
    actions: {
      canCompare: canDo('compare', facts),
      canStart: canDo('start', facts),
      canCancel: canDo('cancel', facts) && !entry.wantsCancel,
      canUndo: canDo('undo', facts),
      canDiscard: canDo('discard', facts),
      canFix: canDo('fix', facts),
    },
  };
}

const percent = (hundredths: number | null): number | null => (hundredths === null ? null : hundredths / 100);

/** @param appliedThrough the row up to which the import is applied */
export function viewRow(row: StoredRow, appliedThrough: number): DifferenceRow {
  const { seq, line, outcome, offerId, sku, title, code } = row;
  const isWritten = outcome !== 'rejected' && outcome !== 'unchanged';
  return {
    seq,
    line,
    outcome,
    isApplied: isWritten && seq <= appliedThrough,
    offerId,
    sku,
    title,
    changes: (row.changes ?? []).map(({ field, before, after }) => ({ field, before, after })),
    market: MARKETS.find((market) => market === row.market) ?? null,
    oldPrice: row.oldPriceCents === null ? null : toDecimal(row.oldPriceCents),
    newPrice: row.newPriceCents === null ? null : toDecimal(row.newPriceCents),
    priceChange: percent(row.priceChange),
    margin: percent(row.margin),
    code,
    column: row.columnName ?? '',
    reason: row.reason ?? '',
  };
}
