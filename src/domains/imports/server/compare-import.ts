/**
 * Compares the file of an import with the shop and stores the difference row by row. Nothing is written to the shop. A comparison that
 * was interrupted starts over.
 */
import { basename } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Reject } from '#domains/catalogue/model/import/row-result.ts';
import { recordSeenOffers, startSeenOffers } from '#domains/catalogue/server/import/import-log.repository.ts';
import type { Transaction } from '#lib/db/pool.ts';
import { importProblems } from '../messages/errors.ts';
import { holdReason } from '../model/hold-rule.ts';
import { type Difference, NO_DIFFERENCE } from '../model/import-state.ts';
import { type ComparedRow, createComparer, type FileRow, missingRow } from './compare-records.ts';
import { type ImportEntry, isCancelled, updateImport } from './import.repository.ts';
import { withImportFile } from './import-file.ts';
import { countOnSale, deleteRows, greatestPriceChange, insertRows, readMissing } from './import-row.repository.ts';
import { type FileFormat, formatOf, readLines } from './read-lines.ts';
import { findSchedule } from './schedule.repository.ts';
import type { WorkDeps } from './work-steps.ts';

const BATCH = 1_000;
/** Interval of progress on open screens, in ms. */
const PROGRESS_MS = 500;
/** Progress of a comparison is in thousandths of the file, because the number of its rows is not known. */
const WHOLE = 1_000;

/** Numbers rows, stores them and counts their outcomes. */
function createRowWriter({ database }: WorkDeps, id: number) {
  let seq = 0;
  const difference: Record<keyof Difference, number> = { ...NO_DIFFERENCE };
  return {
    difference: (): Difference => ({ ...difference }),
    async write(rows: readonly ComparedRow[]): Promise<void> {
      if (rows.length === 0) return;
      for (const { outcome } of rows) difference[outcome] += 1;
      await insertRows(
        database,
        id,
        rows.map((row) => ({ ...row, seq: ++seq })),
      );
    },
  };
}

/**
 * Compares an import and sets its next state.
 * @param lock transaction that lasts as long as the work, for its temporary table
 */
export async function compareImport(deps: WorkDeps, lock: Transaction, entry: ImportEntry): Promise<void> {
  const { database } = deps;
  const { id } = entry;
  const format = formatOf(entry);
  await deleteRows(database, id);
  const writer = createRowWriter(deps, id);
  const listsMissing = entry.endsMissing && format.mapping !== null;
  if (listsMissing) await startSeenOffers(lock);
  const read = await withImportFile(database, entry, (path) =>
    compareFile(deps, lock, entry, path, format, writer.write, writer.difference),
  );
  if (read === null) {
    await deleteRows(database, id);
    return updateImport(database, id, { state: 'mapping', wantsCancel: false, progress: 0, difference: null });
  }
  const source = format.mapping?.name ?? '';
  if (listsMissing)
    for (let after = ''; ; ) {
      const missing = await readMissing(lock, source, after, BATCH);
      await writer.write(missing.map(missingRow));
      const last = missing.at(-1);
      if (last === undefined || missing.length < BATCH) break;
      after = last.offerId;
    }
  const difference = writer.difference();
  const held = await reasonToHold(deps, entry, difference, source);
  // A file of a schedule is imported without a person, unless it is held.
  const isStarted = entry.scheduleId !== null && held === null;
  await updateImport(database, id, {
    state: isStarted ? 'applying' : held === null ? 'ready' : 'held',
    problem: held ?? '',
    difference,
    rejected: difference.rejected,
    header: read.header,
    notices: read.notices,
    progress: isStarted ? 0 : WHOLE,
    progressTotal: isStarted ? difference.new + difference.changed + difference.missing : WHOLE,
  });
}

interface ReadFile {
  readonly header: string;
  readonly notices: readonly string[];
}

/** Compares the lines of the file. @returns null if somebody cancelled */
async function compareFile(
  deps: WorkDeps,
  lock: Transaction,
  entry: ImportEntry,
  path: string,
  format: FileFormat,
  write: (rows: readonly ComparedRow[]) => Promise<void>,
  differenceNow: () => Difference,
): Promise<ReadFile | null> {
  const { database, taxPercent } = deps;
  const comparer = createComparer(format.mapping, taxPercent());
  const lines = readLines(path, format);
  let batch: (FileRow | Reject)[] = [];
  let reported = 0;
  let isStopped = false;
  // The database stores a batch while the next one is read and compared.
  let writing: Promise<void> = Promise.resolve();
  const flush = async (): Promise<void> => {
    const rows = await comparer.compare(database, batch);
    batch = [];
    await writing;
    if (entry.endsMissing)
      await recordSeenOffers(
        lock,
        rows.filter(({ offerId }) => offerId !== null),
      );
    writing = write(rows);
    writing.catch(() => {});
    if (performance.now() - reported < PROGRESS_MS) return;
    reported = performance.now();
    isStopped = await isCancelled(database, entry.id);
    const { bytesRead, bytesTotal } = lines.progress;
    const progress = Math.min(WHOLE, Math.round((bytesRead * WHOLE) / Math.max(1, bytesTotal)));
    await updateImport(database, entry.id, { progress, progressTotal: WHOLE, difference: differenceNow() });
  };
  // A list is read once before its first row, which can take a while.
  const timer = setInterval(() => {
    const { bytesRead, bytesTotal } = lines.progress;
    if (reported > 0) return;
    void updateImport(database, entry.id, {
      progress: Math.min(WHOLE, Math.round((bytesRead * WHOLE) / Math.max(1, bytesTotal))),
      progressTotal: WHOLE,
    }).catch(() => undefined);
  }, PROGRESS_MS);
  try {
    for await (const line of lines) {
      batch.push(line);
      if (batch.length < BATCH) continue;
      await flush();
      if (isStopped) return null;
      await setImmediate();
    }
    await flush();
    await writing;
  } finally {
    clearInterval(timer);
    await writing.catch(() => {});
  }
  const { duplicates, blankRows, notices, doubtsBy } = lines.progress;
  // The command line reads several files at once and names the one of each notice.
  const ofFile = `${basename(path)}: `;
  return {
    header: lines.header(),
    notices: [
      ...notices.map((notice) => (notice.startsWith(ofFile) ? notice.slice(ofFile.length) : notice)),
      ...(duplicates > 0 ? [`${duplicates.toLocaleString('en-AU')} rows repeat a wine; the last row of each counts.`] : []),
      ...(blankRows > 0 ? [`${blankRows.toLocaleString('en-AU')} empty rows were skipped.`] : []),
      ...Object.entries(doubtsBy).map(([column, rows]) => `${rows.toLocaleString('en-AU')} rows are uncertain in “${column}”.`),
    ].slice(0, 40),
  };
}

/** Returns why an import of a schedule waits for a person, as a sentence; null if it does not. */
async function reasonToHold({ database }: WorkDeps, entry: ImportEntry, difference: Difference, source: string): Promise<string | null> {
  const schedule = entry.scheduleId === null ? null : await findSchedule(database, entry.scheduleId);
  if (schedule === null) return null;
  const { maxRejectedPercent, maxPriceChangePercent } = schedule;
  const [change, onSale] = await Promise.all([greatestPriceChange(database, entry.id), countOnSale(database, source)]);
  switch (holdReason({ maxRejectedPercent, maxPriceChangePercent }, { difference, greatestPriceChange: change, onSale })) {
    case 'rejected':
      return importProblems.rejected(difference.rejected, maxRejectedPercent ?? 0);
    case 'price':
      return importProblems.price(change, maxPriceChangePercent ?? 0);
    case 'missing':
      return importProblems.missing(difference.missing, onSale);
    case 'empty':
      return importProblems.empty;
    case null:
      return null;
  }
}
