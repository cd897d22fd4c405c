/**
 * Writes the compared rows of an import to the shop in batches. Each batch is one transaction together with the number of its last row, so
 * a process that is killed continues after the last batch and applies nothing twice.
 */

import { readsStock } from '#domains/catalogue/model/import/mapping/mapping.ts';
import { offerRecord, type StockRecord } from '#domains/catalogue/model/record.ts';
import {
  type ImportCounts,
  type KindCounts,
  lockImports,
  notifyChannels,
  preferIndexes,
} from '#domains/catalogue/server/import/import-log.repository.ts';
import type { RecordKind } from '#domains/catalogue/server/import/record-kind.ts';
import type { WriteCounts } from '#domains/catalogue/server/offer-writer.repository.ts';
import type { Transaction } from '#lib/db/pool.ts';
import { importProblems } from '../messages/errors.ts';
import type { Difference } from '../model/import-state.ts';
import { NO_DIFFERENCE } from '../model/import-state.ts';
import { type ImportEntry, lockImportEntry, updateImport } from './import.repository.ts';
import { lockOfferHashes, readWaiting, rejectRows, type WaitingRow } from './import-row.repository.ts';
import { formatOf } from './read-lines.ts';
import type { WorkDeps } from './work-steps.ts';

const BATCH = 500;
/** Interval in which processes read the changed offers while an import runs, in ms. */
const ANNOUNCE_MS = 5_000;

const EMPTY: KindCounts = { added: 0, changed: 0, unchanged: 0, ended: 0 };

function addCounts(counts: ImportCounts, kind: string, written: WriteCounts, ended = 0): ImportCounts {
  const before = counts[kind] ?? EMPTY;
  return {
    ...counts,
    [kind]: {
      added: before.added + written.added,
      changed: before.changed + written.changed,
      unchanged: before.unchanged + written.unchanged,
      ended: before.ended + ended,
    },
  };
}

function kindOf({ target }: WorkDeps, name: 'offer' | 'stock'): RecordKind {
  const kind = target.kinds[name];
  if (kind === undefined) throw new Error(`There is no record kind "${name}".`);
  return kind;
}

/** Returns whether the wine is as it was when it was compared. */
const isAsCompared = ({ offerId, beforeHash }: WaitingRow, hashes: ReadonlyMap<string, string>): boolean =>
  offerId === null || (hashes.get(offerId) ?? null) === beforeHash;

/** What a batch did: whether there may be more. */
type BatchResult = 'more' | 'done' | 'cancelled';

async function applyBatch(deps: WorkDeps, transaction: Transaction, id: number): Promise<BatchResult> {
  await lockImports(transaction, () => {});
  const entry = await lockImportEntry(transaction, id);
  if (entry?.state !== 'applying') return 'done';
  if (entry.wantsCancel) {
    await updateImport(transaction, id, { state: 'cancelled', wantsCancel: false });
    return 'cancelled';
  }
  await preferIndexes(transaction);
  const rows = await readWaiting(transaction, id, entry.appliedThrough, BATCH);
  const last = rows.at(-1);
  if (last === undefined) {
    await updateImport(transaction, id, { state: 'done' });
    return 'done';
  }
  // Rows of one wine wait for the batch after the first of them.
  const batch = untilRepeated(rows);
  const hashes = await lockOfferHashes(transaction, batch.flatMap(({ offerId }) => offerId ?? []).sort());
  const conflicts = batch.filter((row) => !isAsCompared(row, hashes));
  const written = batch.filter((row) => isAsCompared(row, hashes));
  const counts = await writeRows(deps, transaction, entry, written);
  if (conflicts.length > 0)
    await rejectRows(
      transaction,
      id,
      conflicts.map(({ seq }) => seq),
      importProblems.changedSince,
    );
  await updateImport(transaction, id, {
    counts,
    difference: withConflicts(entry.difference ?? NO_DIFFERENCE, conflicts),
    rejected: entry.rejected + conflicts.length,
    appliedThrough: batch.at(-1)?.seq ?? last.seq,
    appliedRows: entry.appliedRows + written.length,
    progress: entry.progress + batch.length,
  });
  return 'more';
}

/** Returns the rows before the first one whose wine an earlier row writes. */
function untilRepeated(rows: readonly WaitingRow[]): readonly WaitingRow[] {
  const seen = new Set<string>();
  const end = rows.findIndex(({ offerId }) => {
    if (offerId === null) return false;
    const isRepeated = seen.has(offerId);
    seen.add(offerId);
    return isRepeated;
  });
  return end < 0 ? rows : rows.slice(0, end);
}

const withConflicts = (difference: Difference, conflicts: readonly WaitingRow[]): Difference => {
  const next: Record<keyof Difference, number> = { ...difference, rejected: difference.rejected + conflicts.length };
  for (const { outcome } of conflicts) next[outcome] -= 1;
  return next;
};

async function writeRows(deps: WorkDeps, transaction: Transaction, entry: ImportEntry, rows: readonly WaitingRow[]): Promise<ImportCounts> {
  const { mapping } = formatOf(entry);
  const options = { mapping: mapping?.name ?? null, opensStockOnly: mapping !== null && !readsStock(mapping), importId: entry.id };
  const endsAt = new Date().toISOString();
  const offers = rows.flatMap(({ outcome, record }) =>
    record === null ? [] : [offerRecord.parse(outcome === 'missing' ? { ...record, endsAt } : record)],
  );
  const ended = rows.filter(({ outcome }) => outcome === 'missing').length;
  let counts = entry.counts;
  if (offers.length > 0) counts = addCounts(counts, 'offer', await kindOf(deps, 'offer').write(transaction, offers, options), ended);
  const stock: StockRecord[] = rows.flatMap((row) => row.stock ?? []);
  // Shoppers lock stock too. It is written last, so that the locks are short.
  if (stock.length > 0) counts = addCounts(counts, 'stock', await kindOf(deps, 'stock').write(transaction, stock, options));
  return counts;
}

/** Applies what is left of an import until it is done or cancelled. @param onBatch called after each batch, for tests */
export async function applyImport(deps: WorkDeps, id: number, onBatch: () => Promise<void> = async () => {}): Promise<void> {
  const { database, target } = deps;
  let announced = performance.now();
  for (;;) {
    const result = await database.transaction((transaction) => applyBatch(deps, transaction, id));
    if (result !== 'more') break;
    if (performance.now() - announced > ANNOUNCE_MS) {
      announced = performance.now();
      await notifyChannels(database, target.channels, 'import');
    }
    await onBatch();
  }
  await notifyChannels(database, target.channels, 'import');
}
