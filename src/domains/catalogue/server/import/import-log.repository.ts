/** The import log: records what each import changed, in the transaction of the import, so that it can be undone. */
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { WriteCounts } from '../offer-writer.repository.ts';
import { checksumSql, type RecordKind, type RecordKinds, type Undoable, type WriteOptions } from './record-kind.ts';

/** Days for which an import can be undone. */
export const UNDO_DAYS = 90;

/** Number of records of one kind that an import added, changed or left unchanged. */
export interface KindCounts extends WriteCounts {
  /** Changed offers whose sale the import ended. */
  readonly ended: number;
}
export type ImportCounts = Readonly<Record<string, KindCounts>>;

export interface ImportEntry {
  readonly id: number;
  readonly finishedAt: string;
  readonly files: readonly string[];
  readonly mapping: string;
  readonly counts: ImportCounts;
  readonly rejected: number;
  readonly undoneAt: string | null;
  /** What it is doing; `done` for one of the command line. */
  readonly state: string;
}

/** A record before and after an import. */
export interface ChangeExample {
  readonly kind: string;
  readonly key: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Any record of the interchange format. */
export interface BareRecord {
  readonly record: string;
}

const LOCK = "hashtext('cellardoor import')";

/** Locks imports until the transaction ends, so that only one runs at a time. @param onWait called if another import is running */
export async function lockImports(transaction: Transaction, onWait: () => void): Promise<void> {
  const lock = await transaction.queryOne<{ free: boolean }>({ text: `select pg_try_advisory_xact_lock(${LOCK}) as free` });
  if (lock?.free) return;
  onWait();
  await transaction.execute({ text: `select pg_advisory_xact_lock(${LOCK})` });
}

/** Creates the log entry of an import and returns its id. Deletes changes that are too old to be undone. */
export async function openImport(transaction: Transaction, files: readonly string[], mapping: string): Promise<number> {
  await transaction.execute({
    text: `delete from import_changes where import_id in (select id from imports where finished_at < now() - interval '${UNDO_DAYS} days')`,
  });
  await transaction.execute({ text: 'create temp table import_before (key text primary key, record jsonb not null) on commit drop' });
  const row = await transaction.queryOne<{ id: number }>({
    text: "insert into imports (files, mapping, counts, rejected, kind) values ($1, $2, '{}', 0, $3) returning id",
    values: [files, mapping, mapping === '' ? 'records' : mapping === 'changes' ? 'changes' : 'list'],
  });
  if (row === null) throw new Error('The import was not logged.');
  return row.id;
}

/** Writes a batch of one kind and logs the previous version of each record. */
export async function writeWithUndoLog(
  transaction: Transaction,
  importId: number,
  name: string,
  kind: RecordKind,
  records: readonly unknown[],
  options: Omit<WriteOptions, 'importId'>,
): Promise<WriteCounts> {
  const writeOptions: WriteOptions = { ...options, importId };
  if (kind.undo === null || kind.logsItself) return kind.write(transaction, records, writeOptions);
  const keys = [...new Set(records.map(kind.undo.keyOf))];
  await transaction.execute({ name: 'import-log.writeWithUndoLog.clear', text: 'truncate import_before' });
  await transaction.execute({
    name: `import-log.writeWithUndoLog.before.${name}`,
    text: `insert into import_before select found.key, found.record from (${kind.undo.byKeys}) found`,
    values: [keys],
  });
  const written = await kind.write(transaction, records, writeOptions);
  await transaction.execute({
    name: `import-log.writeWithUndoLog.after.${name}`,
    text: `insert into import_changes (import_id, kind, keys, before, after)
      select $2, $3, array_agg(found.key), array_agg(b.record), array_agg(${checksumSql(kind.undo)})
      from (${kind.undo.byKeys}) found left join import_before b on b.key = found.key
      where b.record is distinct from found.record having count(*) > 0`,
    values: [keys, importId, name],
  });
  return written;
}

/** Selects the changes of kind $2 by import $1 in order: `id`, `key`, `before`, `after`. A key can occur more than once. */
const CHANGES_OF = `(select batch.id, one.* from import_changes batch, unnest(batch.keys, batch.before, batch.after) one (key, before, after)
  where batch.import_id = $1 and batch.kind = $2) c`;

/** Counts the offers whose sale an import ended. */
export async function countEnded(db: Queryable, importId: number): Promise<number> {
  const row = await db.queryOne<{ ended: number }>({
    text: `select count(distinct c.key) as ended from ${CHANGES_OF} join offers o on o.offer_id = c.key
      where c.before is not null and o.ends_at <= now() and (c.before->>'endsAt' is null or (c.before->>'endsAt')::timestamptz > now())`,
    values: [importId, 'offer'],
  });
  return row?.ended ?? 0;
}

/** Closes the log entry of an import. */
export const closeImport = (transaction: Transaction, id: number, counts: ImportCounts, rejected: number): Promise<number> =>
  transaction.execute({
    text: 'update imports set counts = $2, rejected = $3, finished_at = clock_timestamp() where id = $1',
    values: [id, JSON.stringify(counts), rejected],
  });

/** Returns up to `each` new and `each` changed records of each kind. */
export async function readChangeExamples(kinds: RecordKinds, db: Queryable, importId: number, each: number): Promise<ChangeExample[]> {
  const examples: ChangeExample[] = [];
  for (const [kind, { undo }] of Object.entries(kinds)) {
    if (undo === null) continue;
    const rows = await db.queryMany<{ key: string; before: unknown }>({
      text: `with first as (select distinct on (key) key, before from ${CHANGES_OF} order by key, id)
        (select * from first where before is not null order by key limit $3)
        union all (select * from first where before is null order by key limit $3)`,
      values: [importId, kind, each],
    });
    const current = await readCurrentRecords(
      db,
      undo,
      rows.map(({ key }) => key),
    );
    for (const { key, before } of rows) examples.push({ kind, key, before, after: current.get(key) ?? null });
  }
  return examples;
}

async function readCurrentRecords(db: Queryable, undo: Undoable, keys: readonly string[]): Promise<Map<string, unknown>> {
  const rows = await db.queryMany<{ key: string; record: unknown }>({ text: undo.byKeys, values: [keys] });
  return new Map(rows.map(({ key, record }) => [key, record]));
}

/** Lists the imports, the latest first. */
export async function listImports(db: Queryable, limit = 50): Promise<ImportEntry[]> {
  return db.queryMany({
    text: `select id, to_json(finished_at) as "finishedAt", files, mapping, counts, rejected, to_json(undone_at) as "undoneAt", state
      from imports order by id desc limit $1`,
    values: [limit],
  });
}

/** Creates the temporary table of the offers that a list contains. */
export const startSeenOffers = (transaction: Transaction): Promise<number> =>
  transaction.execute({ text: 'create temp table import_seen (offer_id text primary key) on commit drop' });

/** Adds the offers of a batch to the offers that the list contains. */
export const recordSeenOffers = (transaction: Transaction, records: readonly object[]): Promise<number> =>
  transaction.execute({
    name: 'import-log.recordSeenOffers',
    text: 'insert into import_seen select distinct unnest($1::text[]) on conflict do nothing',
    values: [records.flatMap((record) => ('offerId' in record ? [record.offerId] : []))],
  });

/** Counts the offers of a mapping that were on sale before this import, and those of them that its files do not contain. */
export async function countMissing(
  transaction: Transaction,
  mapping: string,
  importId: number,
): Promise<{ onSale: number; missing: number }> {
  const row = await transaction.queryOne<{ onSale: number; missing: number }>({
    name: 'import-log.countMissing',
    text: `with added as (select count(*) as count from ${CHANGES_OF} join offers o on o.offer_id = c.key
        where c.before is null and o.source = $3 and (o.ends_at is null or o.ends_at > now()))
      select (count(*) - (select count from added))::int as "onSale",
        (count(*) filter (where not exists (select 1 from import_seen s where s.offer_id = o.offer_id)))::int as missing
      from offers o where source = $3 and (ends_at is null or ends_at > now())`,
    values: [importId, 'offer', mapping],
  });
  return row ?? { onSale: 0, missing: 0 };
}

const MISSING_BATCH = 500;

/** Passes the records of offers that are on sale and not in the list to `write`, with the current time as the end of their sale. */
export async function deactivateMissing(
  transaction: Transaction,
  mapping: string,
  write: (records: readonly unknown[]) => Promise<void>,
): Promise<void> {
  const now = await transaction.queryOne<{ now: Date }>({ text: 'select now() as now' });
  const endsAt = (now?.now ?? new Date()).toISOString();
  for (let after = ''; ; ) {
    const rows = await transaction.queryMany<{ offer_id: string; record: object }>({
      name: 'import-log.deactivateMissing',
      text: `select offer_id, record from offers o where source = $1 and offer_id > $2 and (ends_at is null or ends_at > now())
        and not exists (select 1 from import_seen s where s.offer_id = o.offer_id) order by offer_id limit ${MISSING_BATCH}`,
      values: [mapping, after],
    });
    if (rows.length > 0) await write(rows.map(({ record }) => ({ ...record, endsAt })));
    const last = rows.at(-1);
    if (last === undefined || rows.length < MISSING_BATCH) return;
    after = last.offer_id;
  }
}

/** Creates the temporary table of records that are written at the end of the import. */
export const openLateRecords = (transaction: Transaction): Promise<number> =>
  transaction.execute({ text: 'create temp table import_late (seq serial primary key, record json not null) on commit drop' });

/** Saves records that are written at the end of the import. */
export const saveLateRecords = (transaction: Transaction, records: readonly object[]): Promise<number> =>
  transaction.execute({
    name: 'import-log.saveLateRecords',
    text: 'insert into import_late (record) select value from json_array_elements($1::json)',
    values: [JSON.stringify(records)],
  });

/** Reads saved records in their order. */
export const readLateRecords = (transaction: Transaction, after: number, limit: number): Promise<{ seq: number; record: BareRecord }[]> =>
  transaction.queryMany({
    name: 'import-log.readLateRecords',
    text: 'select seq, record from import_late where seq > $1 order by seq limit $2',
    values: [after, limit],
  });

/**
 * Disables plans that read whole tables. Statements are planned once, when the tables may still be empty, and such a plan would
 * stay in use while the tables grow.
 */
export const preferIndexes = (transaction: Transaction): Promise<number> =>
  transaction.execute({
    name: 'import-log.preferIndexes',
    text: `select ${['seqscan', 'hashjoin', 'mergejoin', 'material'].map((plan) => `set_config('enable_${plan}', 'off', true)`).join(', ')}`,
  });

/** The channel on which processes announce changed offers. */
export const CATALOGUE_CHANGED = 'catalogue_changed';

/** Notifies all processes that data they cache has changed. */
export async function notifyChannels(db: Queryable, channels: readonly string[], cause: string): Promise<void> {
  for (const channel of channels) await db.execute({ text: 'select pg_notify($1, $2)', values: [channel, cause] });
}

/** Locks the log entry of an import; null if there is none. */
export const lockImport = (transaction: Transaction, id: number): Promise<{ isUndone: boolean; isOld: boolean } | null> =>
  transaction.queryOne({
    text: `select undone_at is not null as "isUndone", finished_at < now() - interval '${UNDO_DAYS} days' as "isOld" from imports where id = $1 for update`,
    values: [id],
  });

/** Creates the temporary table of the changes to undo. */
export const openUndo = (transaction: Transaction): Promise<number> =>
  transaction.execute({
    text: 'create temp table undo_changes (key text primary key, before jsonb, after text not null) on commit drop',
  });

/** Collects the first `before` and the last `after` of each record of a kind that an import changed. */
export async function collectChanges(transaction: Transaction, id: number, kind: string): Promise<void> {
  await transaction.execute({ text: 'truncate undo_changes' });
  await transaction.execute({
    text: `insert into undo_changes select key, (array_agg(before order by id))[1], (array_agg(after order by id desc))[1] from ${CHANGES_OF} group by key`,
    values: [id, kind],
  });
}

/** A collected change. `isSame` is false if the record was changed after the import. */
export interface CollectedChange {
  readonly key: string;
  readonly before: unknown;
  readonly isSame: boolean;
}

/** Reads up to `limit` collected changes after the key `after`, in the order of keys. */
export const readCollectedChanges = (
  transaction: Transaction,
  kind: string,
  undo: Undoable,
  after: string,
  limit: number,
): Promise<CollectedChange[]> =>
  transaction.queryMany({
    name: `import-log.readCollectedChanges.${kind}`,
    text: `select c.key, c.before, coalesce(${checksumSql(undo)}, '') = c.after as "isSame"
      from (select * from undo_changes where key > $1 order by key limit $2) c
      left join lateral (${undo.byKeys.replaceAll('$1', 'array[c.key]')}) found on true order by c.key`,
    values: [after, limit],
  });

/** Removes records that an import added, except those in use. @returns how many were removed */
export async function removeRecords(transaction: Transaction, undo: Undoable, keys: readonly string[]): Promise<number> {
  let removed = 0;
  for (const text of undo.remove) if (keys.length > 0) removed += await transaction.execute({ text, values: [keys] });
  return removed;
}

/** Marks an import as undone and deletes its changes. @param by who undoes it; null if the import says so already */
export async function closeUndo(transaction: Transaction, id: number, report: object, by: string | null): Promise<void> {
  await transaction.execute({
    text: `update imports set undone_at = now(), undone_by = coalesce($3, undone_by), state = 'undone', undo = $2,
      change_number = nextval('import_change_numbers') where id = $1`,
    values: [id, JSON.stringify(report), by],
  });
  await transaction.execute({ text: 'delete from import_changes where import_id = $1', values: [id] });
}

/** Locks the watched folder until the transaction ends. @returns false if another process reads it */
export async function lockWatchedFolder(transaction: Transaction): Promise<boolean> {
  const lock = await transaction.queryOne<{ free: boolean }>({
    text: "select pg_try_advisory_xact_lock(hashtext('cellardoor watch')) as free",
  });
  return lock?.free ?? false;
}

/**
 * Returns the moment from which the next export of changes has to read: the start of the oldest open transaction, whose changes are
 * not visible yet.
 */
export async function readNextSince(db: Queryable): Promise<string> {
  const row = await db.queryOne<{ moment: Date }>({
    text: `select least(now(), min(xact_start)) as moment from pg_stat_activity
      where xact_start is not null and datname = current_database() and backend_type = 'client backend'`,
  });
  return (row?.moment ?? new Date()).toISOString();
}

/** Deletes rows of `record_changes` that a later row of the same key replaces. */
export const compactRecordChanges = (db: Queryable): Promise<number> =>
  db.execute({
    text: `delete from record_changes older where exists
      (select 1 from record_changes later where later.kind = older.kind and later.key = older.key and later.id > older.id)`,
  });
