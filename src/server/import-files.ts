/**
 * Imports record files in one transaction: all of it is in the shop or nothing is (docs/decisions/0016-imports.md). Reads as a stream,
 * writes in batches while the next is read, notes what each record was. Rows that shoppers lock too are written last.
 */
import { type FileHandle, open, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type ChangeRecord, changeRecord } from '#domains/catalogue/model/change-record.ts';
import { type Mapping, readsStock } from '#domains/catalogue/model/import/mapping.ts';
import type { ImportProgress, NamedPictures, Reject } from '#domains/catalogue/model/import/row-result.ts';
import type { Written } from '#domains/catalogue/server/catalogue-writer.ts';
import { ImportFileError } from '#domains/catalogue/server/import/open-file.ts';
import { readRecords } from '#domains/catalogue/server/import/read-records.ts';
import { resolveChanges } from '#domains/catalogue/server/resolve-change-records.ts';
import type { Database, Transaction } from '#lib/db/pool.ts';
import { countMissing, deactivateMissing, openSeen, recordSeenOffers } from './deactivate-missing.ts';
import {
  type ChangeExample,
  changeExamples,
  closeImport,
  countEnded,
  type ImportCounts,
  type KindCounts,
  openImport,
  waitForTurn,
  writeWithUndoLog,
} from './import-log.ts';
import { CHANGES } from './notification-channels.ts';
import { importSchemas, RECORD_KINDS } from './record-types.ts';

/** Rows of a file that are written at once. */
const BATCH = 1_000;
/** After so many rows the database's answers are heard: what waits to be sent to it must not wait for the reading. */
const BREATH = 50;
/** Pictures are large. */
const LARGE_BATCH = 20;
const EXAMPLES = 5;
/** Between two words on how far the first reading is. */
const LOOKING_MS = 500;

export interface ImportRequest {
  readonly files: readonly string[];
  /** Null for the shop's own format, `changes` for a table of changes to offers that are there. */
  readonly mapping: Mapping | 'changes' | null;
  /** Where rows that could not be read are written, one JSON object a line; null to count them only. */
  readonly rejectsFile: string | null;
  /** Does everything and takes it back, to tell what would change. */
  readonly isDryRun?: boolean;
  /** The files hold all there is by this mapping: its offers that are not in them go off sale. */
  readonly deactivatesMissing?: boolean;
  /** Also where that is more than half of them, as it is of a list that was cut short or of another one. */
  readonly isForced?: boolean;
  /** Record kinds that are accepted; a file with any other is refused as a whole. Default: all. */
  readonly acceptedKinds?: readonly string[];
  /** Accepts customers of the group STAFF, who see every offer. Otherwise such a record is rejected. */
  readonly allowsStaffGroup?: boolean;
  /** Called now and then with how far it is. */
  readonly onProgress?: (progress: ImportProgress) => void;
  /** Called when another import has to end first. */
  readonly onWait?: () => void;
}

export interface ImportSummary {
  /** Its number in the list of imports; null of a dry run. */
  readonly id: number | null;
  readonly progress: ImportProgress;
  /** By record kind. */
  readonly written: ImportCounts;
  /** Of a dry run: a few records as they are and as they would be. */
  readonly examples: readonly ChangeExample[];
  /** Pictures that rows name, to be taken in when the import stands. */
  readonly pictures: readonly NamedPictures[];
}

interface BareRecord {
  readonly record: string;
}

const EMPTY_COUNTS: KindCounts = { added: 0, changed: 0, unchanged: 0, ended: 0 };

/** Ends a dry run's transaction, with what it found. */
class TakenBack extends Error {
  readonly summary: ImportSummary;
  constructor(summary: ImportSummary) {
    super('dry run');
    this.summary = summary;
  }
}

/** @throws ImportFileError where a file is wrong as a whole; nothing is written then */
export async function importFiles(database: Database, request: ImportRequest): Promise<ImportSummary> {
  try {
    const summary = await database.transaction((transaction) => importWithin(transaction, request));
    for (const channel of Object.values(CHANGES)) await database.execute({ text: `select pg_notify('${channel}', 'import')` });
    request.onProgress?.(summary.progress);
    return summary;
  } catch (error) {
    if (error instanceof TakenBack) return error.summary;
    const rule = brokenRule(error);
    if (rule === null) throw error;
    // Records that are sound one by one and not together: a refund of more cases than were bought, two pages at one address.
    throw new ImportFileError(
      request.files.join(', '),
      `Its records do not fit together or with the shop's: ${rule}. Nothing was imported.`,
    );
  }
}

/** Which of the database's rules a statement broke, in its words; null of any other failure. */
const brokenRule = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && /^23/.test(String(error.code))
    ? [error.message, 'detail' in error ? String(error.detail ?? '') : '']
        .filter((part) => part !== '' && !part.startsWith('Failing row'))
        .join(' ')
    : null;

async function importWithin(transaction: Transaction, request: ImportRequest): Promise<ImportSummary> {
  await waitForTurn(transaction, request.onWait ?? (() => {}));
  const mapping = request.mapping === 'changes' ? null : (request.mapping?.name ?? null);
  const opensStockOnly = request.mapping !== null && request.mapping !== 'changes' && !readsStock(request.mapping);
  const id = await openImport(
    transaction,
    request.files.map((file) => basename(file)),
    request.mapping === 'changes' ? 'changes' : (mapping ?? ''),
  );
  await transaction.execute({ text: 'create temp table import_late (seq serial primary key, record json not null) on commit drop' });
  if (request.deactivatesMissing) await openSeen(transaction);
  // Statements are planned once, when the tables may be empty still: a plan that reads them whole would be kept to the millionth row.
  if (mapping !== null)
    for (const way of ['seqscan', 'hashjoin', 'mergejoin', 'material'])
      await transaction.execute({ text: `set local enable_${way} = off` });
  const { acceptedKinds } = request;
  const schemas = { ...importSchemas({ allowsStaffGroup: request.allowsStaffGroup === true }), change: changeRecord };
  const refusedKinds = Object.keys(schemas).filter((name) => acceptedKinds !== undefined && !acceptedKinds.includes(name));
  const reading = readRecords(request.files, request.mapping, schemas, new Set(refusedKinds));
  const rejects = openRejects(request.rejectsFile);
  const written: Record<string, KindCounts> = {};
  const origins = new WeakMap<object, { readonly file: string; readonly line: number; readonly raw: string }>();
  let unknown = 0;

  /** A list's offers are made ready while the batch before them is written; its records are of two kinds that do not touch each other. */
  const offersOf = (records: readonly BareRecord[]): Promise<() => Promise<Written>> | null =>
    mapping === null
      ? null
      : (offerKind().prepare?.(
          transaction,
          records.filter(({ record }) => record === 'offer'),
          { mapping, opensStockOnly, importId: id },
        ) ?? null);

  const writeAll = async (
    records: readonly BareRecord[],
    isLate: boolean,
    offers: (() => Promise<Written>) | null = null,
  ): Promise<void> => {
    for (const [name, kind] of Object.entries(RECORD_KINDS)) {
      const own = records.filter(({ record }) => record === name);
      if (own.length === 0) continue;
      // Levels that a mapping starts new offers with only open new rows, which nobody else can hold.
      if (kind.isHot && !opensStockOnly && !isLate) {
        await transaction.execute({
          name: 'import.late',
          text: 'insert into import_late (record) select value from json_array_elements($1::json)',
          values: [JSON.stringify(own)],
        });
      } else {
        const done =
          name === 'offer' && offers !== null
            ? await offers()
            : await writeWithUndoLog(transaction, id, name, kind, own, { mapping, opensStockOnly });
        written[name] = plus(written[name] ?? EMPTY_COUNTS, done);
      }
    }
    if (request.deactivatesMissing && !isLate) await recordSeenOffers(transaction, records);
    const changes = records.filter((record): record is ChangeRecord => record.record === 'change');
    if (changes.length === 0) return;
    const found = await resolveChanges(transaction, changes);
    const { refused } = found;
    unknown += refused.length;
    for (const { change, reason } of refused) {
      const from = origins.get(change) ?? { file: '', line: 0, raw: JSON.stringify(change) };
      await rejects.write({ ...from, column: 'sku', code: 'unknown-offer', reason });
    }
    await writeAll([...found.offers, ...found.stock], false);
  };

  // A list is read once before its first record comes.
  const looking = setInterval(() => request.onProgress?.(reading.progress), LOOKING_MS);
  const pictures: NamedPictures[] = [];
  let batch: BareRecord[] = [];
  let rows = 0;
  let large = 0;
  let writing: Promise<void> = Promise.resolve();
  try {
    for await (const outcome of reading) {
      if (rows === 0) clearInterval(looking);
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
      if (++rows % BREATH === 0) await setImmediate();
      if (rows < BATCH && large < LARGE_BATCH) continue;
      const [ready] = await Promise.all([offersOf(batch), writing]);
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
    clearInterval(looking);
    await writing.catch(() => {});
    await rejects.close();
  }
  if (request.deactivatesMissing && mapping !== null) {
    const { held, missing } = await countMissing(transaction, mapping, id);
    if (missing * 2 > held && !request.isForced)
      throw new ImportFileError(
        request.files.join(', '),
        `It would end ${missing} of the ${held} offers from ${mapping}. If this is the full list, add --force.`,
      );
    await deactivateMissing(transaction, mapping, async (records) => {
      written.offer = plus(
        written.offer ?? EMPTY_COUNTS,
        await writeWithUndoLog(
          transaction,
          id,
          'offer',
          offerKind(),
          records.map((record) => offerKind().schema.parse(record)),
          { mapping, opensStockOnly },
        ),
      );
    });
  }
  for (let after = 0; ; ) {
    const rows = await transaction.queryMany<{ seq: number; record: BareRecord }>({
      name: 'import.late.read',
      text: `select seq, record from import_late where seq > $1 order by seq limit ${BATCH}`,
      values: [after],
    });
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
  if (!request.isDryRun) return { id, progress, written, examples: [], pictures };
  throw new TakenBack({
    id: null,
    progress,
    written,
    examples: await changeExamples(transaction, id, EXAMPLES),
    pictures,
  });
}

const withUnknown = (progress: ImportProgress, count: number): ImportProgress => ({
  ...progress,
  accepted: progress.accepted - count,
  rejected: progress.rejected + count,
  rejectsBy: { ...progress.rejectsBy, 'unknown-offer sku': count },
});

const plus = (a: KindCounts, b: Written): KindCounts => ({
  added: a.added + b.added,
  changed: a.changed + b.changed,
  unchanged: a.unchanged + b.unchanged,
  ended: a.ended,
});

function offerKind() {
  const { offer } = RECORD_KINDS;
  if (offer === undefined) throw new Error('there is no record kind of offers');
  return offer;
}

/** Characters of rejected rows that are written at once. */
const REJECTS_BUFFER_CHARS = 65_536;

/** A file only where something is rejected; one of an earlier import is not left to be taken for this one's. */
function openRejects(path: string | null): { write(reject: Reject): Promise<void>; close(): Promise<void> } {
  if (path === null) return { write: async () => {}, close: async () => {} };
  const refused = (error: Error): never => {
    throw new ImportFileError(path, `Rejected rows cannot be written there (${error.message}). Name another file with --rejects.`);
  };
  let file: FileHandle | null = null;
  let waiting = '';
  const flush = async (): Promise<void> => {
    const text = waiting;
    waiting = '';
    file ??= await open(path, 'w').catch(refused);
    await file.appendFile(text).catch(refused);
  };
  return {
    async write(reject) {
      waiting += `${JSON.stringify(reject)}\n`;
      if (waiting.length >= REJECTS_BUFFER_CHARS) await flush();
    },
    async close() {
      if (waiting !== '') await flush();
      if (file === null) await rm(path, { force: true }).catch(refused);
      else await file.close().catch(refused);
    },
  };
}
