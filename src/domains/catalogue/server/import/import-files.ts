/**
 * Imports record files in one transaction, so that either all records are imported or none (docs/decisions/0016-imports.md).
 * Streams the files, writes a batch while the next one is read [CAT-27], and logs the previous version of each record. Rows that
 * shoppers lock too are written last.
 */
import { type FileHandle, open, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type ChangeRecord, changeRecord } from '#domains/catalogue/model/change-record.ts';
import { type Mapping, readsStock } from '#domains/catalogue/model/import/mapping/mapping.ts';
import type { ImportProgress, NamedPictures, Reject } from '#domains/catalogue/model/import/row-result.ts';
import { ImportFileError } from '#domains/catalogue/server/import/read/open-file.ts';
import { readRecords } from '#domains/catalogue/server/import/read/read-records.ts';
import { type OtherActor, recordActivity } from '#domains/staff/server/activity.repository.ts';
import type { Database, Transaction } from '#lib/db/pool.ts';
import type { WriteCounts } from '../offer-writer.repository.ts';
import {
  type BareRecord,
  type ChangeExample,
  closeImport,
  countEnded,
  countMissing,
  deactivateMissing,
  type ImportCounts,
  type KindCounts,
  lockImports,
  notifyChannels,
  openImport,
  openLateRecords,
  preferIndexes,
  readChangeExamples,
  readLateRecords,
  recordSeenOffers,
  saveLateRecords,
  startSeenOffers,
  writeWithUndoLog,
} from './import-log.repository.ts';
import type { ImportTarget, RecordKind } from './record-kind.ts';
import { resolveChanges } from './resolve-changes.ts';

/** Rows per batch. */
const BATCH = 1_000;
/** Rows after which the event loop handles database responses, so that the next statement is sent without delay. */
const ROWS_PER_TICK = 50;
/** Picture records per batch. */
const LARGE_BATCH = 20;
const EXAMPLES = 5;
/** Interval of progress reports before the first record, in ms. */
const PROGRESS_MS = 500;

export interface ImportRequest {
  readonly files: readonly string[];
  /** Null for the shop's own format, `changes` for a table of changes to existing offers. */
  readonly mapping: Mapping | 'changes' | null;
  /** File for rejected rows, one JSON object per line [CAT-29]. Null only counts them. */
  readonly rejectsFile: string | null;
  /** Rolls everything back and reports what would change. */
  readonly isDryRun?: boolean;
  /** Ends the sale of the mapping's offers that the files do not contain. */
  readonly deactivatesMissing?: boolean;
  /** Ends them even if they are more than half, which usually means a truncated or wrong list. */
  readonly isForced?: boolean;
  /** Accepted record kinds. A file with any other kind is rejected as a whole. Default: all. */
  readonly acceptedKinds?: readonly string[];
  /** Accepts customers of the group STAFF, who see every offer. Otherwise such a record is rejected. */
  readonly allowsStaffGroup?: boolean;
  /** Who imports, for the activity log. Left out for what nobody asked for, such as the sample shop. */
  readonly actor?: OtherActor;
  /** Called repeatedly with the progress so far. */
  readonly onProgress?: (progress: ImportProgress) => void;
  /** Called if the import waits for another one to end. */
  readonly onWait?: () => void;
}

export interface ImportSummary {
  /** Id in the list of imports; null for a dry run. */
  readonly id: number | null;
  readonly progress: ImportProgress;
  /** By record kind. */
  readonly written: ImportCounts;
  /** Dry runs only: sample records before and after the import. */
  readonly examples: readonly ChangeExample[];
  /** Pictures that rows name. They are imported after the transaction. */
  readonly pictures: readonly NamedPictures[];
}

const EMPTY_COUNTS: KindCounts = { added: 0, changed: 0, unchanged: 0, ended: 0 };

/** Thrown to roll back the transaction of a dry run. Carries its summary. */
class DryRunEnd extends Error {
  readonly summary: ImportSummary;
  constructor(summary: ImportSummary) {
    super('dry run');
    this.summary = summary;
  }
}

/** Imports files. @throws ImportFileError if a file is invalid as a whole; nothing is written then */
export async function importInto(target: ImportTarget, database: Database, request: ImportRequest): Promise<ImportSummary> {
  try {
    const summary = await database.transaction((transaction) => importInTransaction(target, transaction, request));
    await notifyChannels(database, target.channels, 'import');
    request.onProgress?.(summary.progress);
    return summary;
  } catch (error) {
    if (error instanceof DryRunEnd) return error.summary;
    const violation = constraintViolation(error);
    if (violation === null) throw error;
    // Each record is valid by itself, but together they conflict: a refund of more cases than were bought, two pages at one URL.
    throw new ImportFileError(
      request.files.join(', '),
      `Its records conflict with each other or with the shop’s: ${violation}. Nothing was imported.`,
    );
  }
}

/** Returns the message of a violated database constraint; null for any other error. */
const constraintViolation = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && /^23/.test(String(error.code))
    ? [error.message, 'detail' in error ? String(error.detail ?? '') : '']
        .filter((part) => part !== '' && !part.startsWith('Failing row'))
        .join(' ')
    : null;

async function importInTransaction(target: ImportTarget, transaction: Transaction, request: ImportRequest): Promise<ImportSummary> {
  await lockImports(transaction, request.onWait ?? (() => {}));
  const mapping = request.mapping === 'changes' ? null : (request.mapping?.name ?? null);
  const opensStockOnly = request.mapping !== null && request.mapping !== 'changes' && !readsStock(request.mapping);
  const id = await openImport(
    transaction,
    request.files.map((file) => basename(file)),
    request.mapping === 'changes' ? 'changes' : (mapping ?? ''),
  );
  await openLateRecords(transaction);
  if (request.deactivatesMissing) await startSeenOffers(transaction);
  if (mapping !== null) await preferIndexes(transaction);
  const { acceptedKinds } = request;
  const schemas = { ...target.schemas({ allowsStaffGroup: request.allowsStaffGroup === true }), change: changeRecord };
  const rejectedKinds = Object.keys(schemas).filter((name) => acceptedKinds !== undefined && !acceptedKinds.includes(name));
  const reading = readRecords(request.files, request.mapping, schemas, new Set(rejectedKinds));
  const rejects = openRejects(request.rejectsFile);
  const written: Record<string, KindCounts> = {};
  const origins = new WeakMap<object, { readonly file: string; readonly line: number; readonly raw: string }>();
  let unknown = 0;

  /** Prepares the offers of a list while the previous batch is written. */
  const prepareOffersOf = (records: readonly BareRecord[]): Promise<() => Promise<WriteCounts>> | null =>
    mapping === null
      ? null
      : (offerKind(target).prepare?.(
          transaction,
          records.filter(({ record }) => record === 'offer'),
          { mapping, opensStockOnly, importId: id },
        ) ?? null);

  const writeAll = async (
    records: readonly BareRecord[],
    isLate: boolean,
    preparedOffers: (() => Promise<WriteCounts>) | null = null,
  ): Promise<void> => {
    for (const [name, kind] of Object.entries(target.kinds)) {
      const own = records.filter(({ record }) => record === name);
      if (own.length === 0) continue;
      // Initial stock levels of new offers only insert rows, which no other transaction can have locked.
      if (kind.isHot && !opensStockOnly && !isLate) {
        await saveLateRecords(transaction, own);
      } else {
        const done =
          name === 'offer' && preparedOffers !== null
            ? await preparedOffers()
            : await writeWithUndoLog(transaction, id, name, kind, own, { mapping, opensStockOnly });
        written[name] = addCounts(written[name] ?? EMPTY_COUNTS, done);
      }
    }
    if (request.deactivatesMissing && !isLate) await recordSeenOffers(transaction, records);
    const changes = records.filter((record): record is ChangeRecord => record.record === 'change');
    if (changes.length === 0) return;
    const resolved = await resolveChanges(transaction, changes);
    unknown += resolved.rejected.length;
    for (const { change, reason } of resolved.rejected) {
      const origin = origins.get(change) ?? { file: '', line: 0, raw: JSON.stringify(change) };
      await rejects.write({ ...origin, column: 'sku', code: 'unknown-offer', reason });
    }
    await writeAll([...resolved.offers, ...resolved.stock], false);
  };

  // Mapped files are read once before the first record, so a timer reports the progress until then.
  const progressTimer = setInterval(() => request.onProgress?.(reading.progress), PROGRESS_MS);
  const pictures: NamedPictures[] = [];
  let batch: BareRecord[] = [];
  let rows = 0;
  let large = 0;
  let writing: Promise<void> = Promise.resolve();
  try {
    for await (const outcome of reading) {
      if (rows === 0) clearInterval(progressTimer);
      if ('reject' in outcome) await rejects.write(outcome.reject);
      else {
        for (const record of outcome.records) {
          batch.push(record as BareRecord);
          if ('base64' in (record as BareRecord)) large++;
          if ((record as BareRecord).record === 'change')
            origins.set(record as BareRecord, { file: outcome.file, line: outcome.line, raw: JSON.stringify(record) });
        }
        if (outcome.pictures !== undefined) pictures.push(outcome.pictures);
      }
      if (++rows % ROWS_PER_TICK === 0) await setImmediate();
      if (rows < BATCH && large < LARGE_BATCH) continue;
      const [ready] = await Promise.all([prepareOffersOf(batch), writing]);
      writing = writeAll(batch, false, ready);
      writing.catch(() => {});
      batch = [];
      rows = 0;
      large = 0;
      request.onProgress?.(reading.progress);
    }
    await writing;
    await writeAll(batch, false);
  } finally {
    clearInterval(progressTimer);
    await writing.catch(() => {});
    await rejects.close();
  }
  if (request.deactivatesMissing && mapping !== null) {
    const { onSale, missing } = await countMissing(transaction, mapping, id);
    if (missing * 2 > onSale && !request.isForced)
      throw new ImportFileError(
        request.files.join(', '),
        `It would end ${missing} of the ${onSale} offers from ${mapping}. If this is the full list, add --force.`,
      );
    await deactivateMissing(transaction, mapping, async (records) => {
      written.offer = addCounts(
        written.offer ?? EMPTY_COUNTS,
        await writeWithUndoLog(
          transaction,
          id,
          'offer',
          offerKind(target),
          records.map((record) => offerKind(target).schema.parse(record)),
          { mapping, opensStockOnly },
        ),
      );
    });
  }
  for (let after = 0; ; ) {
    const rows = await readLateRecords(transaction, after, BATCH);
    await writeAll(
      rows.map(({ record }) => record),
      true,
    );
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) break;
    after = last.seq;
  }
  if (written.offer !== undefined) written.offer = { ...written.offer, ended: await countEnded(transaction, id) };
  const progress = unknown === 0 ? reading.progress : withUnknown(reading.progress, unknown);
  await closeImport(transaction, id, written, progress.rejected);
  if (request.actor)
    await recordActivity(transaction, request.actor, {
      action: 'import.done',
      subject: { kind: 'import', id },
      after: { files: request.files.map((file) => basename(file)), written: countWritten(written), rejected: progress.rejected },
    });
  if (!request.isDryRun) return { id, progress, written, examples: [], pictures };
  throw new DryRunEnd({
    id: null,
    progress,
    written,
    examples: await readChangeExamples(target.kinds, transaction, id, EXAMPLES),
    pictures,
  });
}

const withUnknown = (progress: ImportProgress, count: number): ImportProgress => ({
  ...progress,
  accepted: progress.accepted - count,
  rejected: progress.rejected + count,
  rejectsBy: { ...progress.rejectsBy, 'unknown-offer sku': count },
});

const countWritten = (written: ImportCounts): number =>
  Object.values(written).reduce((sum, { added, changed }) => sum + added + changed, 0);

const addCounts = (a: KindCounts, b: WriteCounts): KindCounts => ({
  added: a.added + b.added,
  changed: a.changed + b.changed,
  unchanged: a.unchanged + b.unchanged,
  ended: a.ended,
});

function offerKind({ kinds: { offer } }: ImportTarget): RecordKind {
  if (offer === undefined) throw new Error('There is no record kind "offer".');
  return offer;
}

/** Size of the buffer for rejected rows, in characters. */
const REJECTS_BUFFER_CHARS = 65_536;

/** Opens the rejects file when the first row is rejected. Without rejected rows it deletes the file of an earlier import. */
function openRejects(path: string | null): { write(reject: Reject): Promise<void>; close(): Promise<void> } {
  if (path === null) return { write: async () => {}, close: async () => {} };
  const fail = (error: Error): never => {
    throw new ImportFileError(path, `Rejected rows cannot be written there (${error.message}). Name another file with --rejects.`);
  };
  let file: FileHandle | null = null;
  let buffer = '';
  const flush = async (): Promise<void> => {
    const text = buffer;
    buffer = '';
    file ??= await open(path, 'w').catch(fail);
    await file.appendFile(text).catch(fail);
  };
  return {
    async write(reject) {
      buffer += `${JSON.stringify(reject)}\n`;
      if (buffer.length >= REJECTS_BUFFER_CHARS) await flush();
    },
    async close() {
      if (buffer !== '') await flush();
      if (file === null) await rm(path, { force: true }).catch(fail);
      else await file.close().catch(fail);
    },
  };
}
