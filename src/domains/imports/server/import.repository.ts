/** SQL of imports: the list, one import, and what people and the background process change about it. */
import type { FileSample } from '#domains/catalogue/model/import/mapping/propose-mapping.ts';
import type { ImportCounts } from '#domains/catalogue/server/import/import-log.repository.ts';
import { UNDO_DAYS } from '#domains/catalogue/server/import/import-log.repository.ts';
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import { escapeLike } from '#lib/db/word-pattern.ts';
import type { Difference, ImportKind, ImportSource, ImportState } from '../model/import-state.ts';

export interface UndoReport {
  readonly restored: number;
  readonly removed: number;
  /** Keys of records that were changed since, by kind. */
  readonly unchanged: Readonly<Record<string, readonly string[]>>;
}

export interface ImportEntry {
  readonly id: number;
  readonly file: string;
  readonly startedAt: Date;
  readonly finishedAt: Date;
  readonly actor: string;
  readonly staffId: number | null;
  readonly source: ImportSource;
  readonly kind: ImportKind;
  readonly state: ImportState;
  readonly mapping: string;
  readonly mappingId: number | null;
  readonly supplier: string | null;
  readonly mappingJson: unknown;
  readonly scheduleId: number | null;
  readonly scheduleName: string | null;
  readonly parts: number;
  readonly bytes: number;
  readonly endsMissing: boolean;
  readonly sample: FileSample | null;
  readonly header: string;
  readonly notices: string[];
  readonly progress: number;
  readonly progressTotal: number;
  readonly difference: Difference | null;
  /** What was written, by kind of record. */
  readonly counts: ImportCounts;
  readonly rejected: number;
  readonly appliedThrough: number;
  readonly appliedRows: number;
  readonly wantsCancel: boolean;
  readonly problem: string;
  readonly undo: UndoReport | null;
  readonly undoneAt: Date | null;
  readonly undoneBy: string;
  /** True if it can no longer be undone. */
  readonly isOld: boolean;
  readonly version: number;
}

const FIELDS = `i.id, array_to_string(i.files, ', ') as file, i.started_at as "startedAt", i.finished_at as "finishedAt", i.actor,
    i.staff_id as "staffId", i.source, i.kind, i.state, i.mapping, i.mapping_id as "mappingId", m.supplier, i.mapping_json as "mappingJson",
    i.schedule_id as "scheduleId", s.name as "scheduleName", i.parts, i.bytes, i.ends_missing as "endsMissing", i.sample, i.header, i.notices,
    i.progress, i.progress_total as "progressTotal", i.difference, i.counts, i.rejected, i.applied_through as "appliedThrough",
    i.applied_rows as "appliedRows", i.wants_cancel as "wantsCancel", i.problem, i.undo, i.undone_at as "undoneAt", i.undone_by as "undoneBy",
    i.finished_at < now() - interval '${UNDO_DAYS} days' as "isOld", i.version`;
const FROM = 'from imports i left join import_mappings m on m.id = i.mapping_id left join import_schedules s on s.id = i.schedule_id';
const SELECT = `select ${FIELDS} ${FROM}`;

/** Reads an import; null if there is none. */
export const findImport = (db: Queryable, id: number): Promise<ImportEntry | null> =>
  db.queryOne<ImportEntry>({ name: 'import.findImport', text: `${SELECT} where i.id = $1`, values: [id] });

/** Locks an import until the transaction ends. */
export const lockImportEntry = (transaction: Transaction, id: number): Promise<ImportEntry | null> =>
  transaction.queryOne<ImportEntry>({ name: 'import.lockImportEntry', text: `${SELECT} where i.id = $1 for update of i`, values: [id] });

export interface ImportListFilter {
  readonly words: string | null;
  readonly states: readonly ImportState[] | null;
  readonly sources: readonly ImportSource[] | null;
  /** First and last day, in the time zone. */
  readonly from: string | null;
  readonly to: string | null;
  readonly timeZone: string;
}

export interface ImportPosition {
  /** When it started, to the microsecond. */
  readonly key: string;
  readonly id: number;
}

const FILTERS = `($1::text is null or lower(array_to_string(i.files, ' ') || ' ' || i.mapping || ' ' || i.actor || ' ' || coalesce(m.supplier, '')) like $1)
  and ($2::text[] is null or i.state = any($2)) and ($3::text[] is null or i.source = any($3))
  and ($4::date is null or i.started_at >= ($4::date)::timestamp at time zone $6)
  and ($5::date is null or i.started_at < ($5::date + 1)::timestamp at time zone $6)`;

const valuesOf = ({ words, states, sources, from, to, timeZone }: ImportListFilter): unknown[] => [
  words === null ? null : `%${escapeLike(words)}%`,
  states,
  sources,
  from,
  to,
  timeZone,
];

const KEY = `to_char(i.started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** Lists imports after a position, by when they started. */
export const listImportPage = (
  db: Queryable,
  filter: ImportListFilter,
  isDescending: boolean,
  after: ImportPosition | null,
  limit: number,
): Promise<(ImportEntry & ImportPosition)[]> =>
  db.queryMany<ImportEntry & ImportPosition>({
    text: `select ${KEY} as key, ${FIELDS} ${FROM} where ${FILTERS}
      and ($7::text is null or (i.started_at, i.id) ${isDescending ? '<' : '>'} ($7::timestamptz, $8::integer))
      order by i.started_at ${isDescending ? 'desc' : 'asc'}, i.id ${isDescending ? 'desc' : 'asc'} limit $9`,
    values: [...valuesOf(filter), after?.key ?? null, after?.id ?? null, limit],
  });

/** Counts imports up to a limit. */
export async function countImports(db: Queryable, filter: ImportListFilter, limit: number): Promise<number> {
  const row = await db.queryOne<{ count: number }>({
    text: `select count(*)::integer as count from
      (select 1 from imports i left join import_mappings m on m.id = i.mapping_id where ${FILTERS} limit $7) found`,
    values: [...valuesOf(filter), limit],
  });
  return row?.count ?? 0;
}

export interface NewImport {
  readonly file: string;
  readonly actor: string;
  readonly staffId: number | null;
  readonly source: ImportSource;
  readonly scheduleId: number | null;
}

/** Creates an import whose file is about to arrive. @returns its id */
export async function insertImport(transaction: Transaction, { file, actor, staffId, source, scheduleId }: NewImport): Promise<number> {
  const row = await transaction.queryOne<{ id: number }>({
    name: 'import.insertImport',
    text: `insert into imports (files, mapping, counts, rejected, state, source, actor, staff_id, schedule_id)
      values (array[$1], '', '{}', 0, 'uploading', $2, $3, $4, $5) returning id`,
    values: [file, source, actor, staffId, scheduleId],
  });
  if (row === null) throw new Error('The import was not created.');
  return row.id;
}

/** Fields that a step or a person sets. */
export interface ImportChange {
  readonly state?: ImportState;
  readonly kind?: ImportKind;
  readonly mapping?: string;
  readonly mappingId?: number | null;
  readonly mappingJson?: unknown;
  readonly endsMissing?: boolean;
  readonly sample?: FileSample | null;
  readonly header?: string;
  readonly notices?: readonly string[];
  readonly progress?: number;
  readonly progressTotal?: number;
  readonly difference?: Difference | null;
  readonly counts?: ImportCounts;
  readonly rejected?: number;
  readonly appliedThrough?: number;
  readonly appliedRows?: number;
  readonly wantsCancel?: boolean;
  readonly problem?: string;
  readonly undo?: UndoReport;
  readonly undoneBy?: string;
}

/**
 * Changes an import and tells open screens. Fields that are left out stay as they are.
 * @param isByPerson raises the version, so that another person sees that it was changed
 */
export async function updateImport(db: Queryable, id: number, change: ImportChange, isByPerson = false): Promise<void> {
  const json = (value: unknown): string | null => (value === undefined || value === null ? null : JSON.stringify(value));
  await db.execute({
    name: 'import.updateImport',
    text: `update imports set state = coalesce($2, state), kind = coalesce($3, kind), mapping = coalesce($4, mapping),
        mapping_id = case when $5 then $6 else mapping_id end, mapping_json = coalesce($7, mapping_json),
        ends_missing = coalesce($8, ends_missing), sample = coalesce($9, sample), header = coalesce($10, header),
        notices = coalesce($11, notices), progress = coalesce($12, progress), progress_total = coalesce($13, progress_total),
        difference = case when $14 then $15 else difference end, counts = coalesce($16, counts), rejected = coalesce($17, rejected),
        applied_through = coalesce($18, applied_through), applied_rows = coalesce($19, applied_rows),
        wants_cancel = coalesce($20, wants_cancel), problem = coalesce($21, problem), undo = coalesce($22, undo),
        undone_by = coalesce($23, undone_by), version = version + $24, finished_at = clock_timestamp(),
        change_number = nextval('import_change_numbers')
      where id = $1`,
    values: [
      id,
      change.state ?? null,
      change.kind ?? null,
      change.mapping ?? null,
      change.mappingId !== undefined,
      change.mappingId ?? null,
      json(change.mappingJson),
      change.endsMissing ?? null,
      json(change.sample),
      change.header ?? null,
      change.notices ?? null,
      change.progress ?? null,
      change.progressTotal ?? null,
      change.difference !== undefined,
      json(change.difference),
      json(change.counts),
      change.rejected ?? null,
      change.appliedThrough ?? null,
      change.appliedRows ?? null,
      change.wantsCancel ?? null,
      change.problem ?? null,
      json(change.undo),
      change.undoneBy ?? null,
      isByPerson ? 1 : 0,
    ],
  });
}

/** Returns whether a person asked to stop. */
export async function isCancelled(db: Queryable, id: number): Promise<boolean> {
  const row = await db.queryOne<{ wants: boolean }>({
    name: 'import.isCancelled',
    text: 'select wants_cancel as wants from imports where id = $1',
    values: [id],
  });
  return row?.wants ?? true;
}

/** Deletes an import with its file and rows. */
export const deleteImport = (transaction: Transaction, id: number): Promise<number> =>
  transaction.execute({ text: 'delete from imports where id = $1', values: [id] });

/** Stores a part of a file. @returns false if it was there already */
export async function insertPart(transaction: Transaction, id: number, part: number, bytes: Buffer): Promise<boolean> {
  const inserted = await transaction.execute({
    name: 'import.insertPart',
    text: 'insert into import_file_parts (import_id, part, bytes) values ($1, $2, $3) on conflict do nothing',
    values: [id, part, bytes],
  });
  if (inserted > 0)
    await transaction.execute({
      name: 'import.insertPart.count',
      text: 'update imports set parts = parts + 1, bytes = bytes + $2 where id = $1',
      values: [id, bytes.length],
    });
  return inserted > 0;
}

/** Reads a part of a file; null after the last one. */
export async function readPart(db: Queryable, id: number, part: number): Promise<Buffer | null> {
  const row = await db.queryOne<{ bytes: Buffer }>({
    name: 'import.readPart',
    text: 'select bytes from import_file_parts where import_id = $1 and part = $2',
    values: [id, part],
  });
  return row?.bytes ?? null;
}

/** Lists imports that wait for the background process or that it left unfinished. */
export async function pendingImports(db: Queryable): Promise<number[]> {
  const rows = await db.queryMany<{ id: number }>({
    name: 'import.pendingImports',
    text: "select id from imports where state in ('inspecting', 'comparing', 'applying', 'undoing') order by id",
  });
  return rows.map(({ id }) => id);
}

/** Locks the work on an import until the transaction ends. @returns false if another process works on it */
export async function lockWork(transaction: Transaction, id: number): Promise<boolean> {
  const row = await transaction.queryOne<{ free: boolean }>({
    text: "select pg_try_advisory_xact_lock(hashtext('cellardoor import work'), $1) as free",
    values: [id],
  });
  return row?.free ?? false;
}

const FETCH_LOCK = "hashtext('cellardoor import fetch')";

/** Marks that a process fetches the file of a schedule, until the transaction ends or the process dies. */
export const lockFetch = (transaction: Transaction, scheduleId: number): Promise<number> =>
  transaction.execute({
    name: 'import.lockFetch',
    text: `select pg_advisory_xact_lock_shared(${FETCH_LOCK}, $1)`,
    values: [scheduleId],
  });

/** Ends the imports of schedules whose file no process fetches any more, because it was stopped. @returns their schedules */
export async function failAbandonedFetches(transaction: Transaction, problem: string): Promise<number[]> {
  const rows = await transaction.queryMany<{ scheduleId: number }>({
    name: 'import.failAbandonedFetches',
    text: `with waiting as materialized (
        select distinct schedule_id from imports where source = 'schedule' and state = 'uploading' and schedule_id is not null),
      abandoned as materialized (select schedule_id from waiting where pg_try_advisory_xact_lock(${FETCH_LOCK}, schedule_id)),
      failed as (
        update imports i set state = 'failed', problem = $1, finished_at = now() from abandoned a
        where i.schedule_id = a.schedule_id and i.source = 'schedule' and i.state = 'uploading' returning i.schedule_id)
      select distinct schedule_id as "scheduleId" from failed`,
    values: [problem],
  });
  return rows.map(({ scheduleId }) => scheduleId);
}

/** Days after which the file and the rows of an import are deleted. */
const KEPT_DAYS = 90;
/** Hours after which an upload that was never finished is deleted. */
const UPLOAD_HOURS = 24;

/** Deletes uploads that nobody finished, and the files and rows of old imports. @returns how many rows */
export async function purgeImports(db: Queryable): Promise<number> {
  const uploads = await db.execute({
    text: `delete from imports where state = 'uploading' and started_at < now() - interval '${UPLOAD_HOURS} hours'`,
  });
  const old = `(select id from imports where finished_at < now() - interval '${KEPT_DAYS} days')`;
  const parts = await db.execute({ text: `delete from import_file_parts where import_id in ${old}` });
  const rows = await db.execute({ text: `delete from import_rows where import_id in ${old}` });
  return uploads + parts + rows;
}

export interface ImportChangeEvent {
  readonly number: number;
  readonly id: string;
  readonly event: string;
}

/** Returns the number of the last change of any import. */
export async function latestImportChange(db: Queryable): Promise<number> {
  const row = await db.queryOne<{ last: number }>({
    name: 'import.latestImportChange',
    text: 'select coalesce(max(change_number), 0) as last from imports',
  });
  return row?.last ?? 0;
}

/** Lists imports that changed after a number. */
export const importChangesAfter = (db: Queryable, after: number): Promise<ImportChangeEvent[]> =>
  db.queryMany<ImportChangeEvent>({
    name: 'import.importChangesAfter',
    text: 'select change_number as number, id::text as id, state as event from imports where change_number > $1 order by change_number limit 500',
    values: [after],
  });

export interface NoticeImport {
  readonly id: number;
  readonly staffId: number;
  readonly schedule: string;
  readonly state: ImportState;
  readonly problem: string;
  readonly rejected: number;
}

/** Locks the imports of schedules whose end or stop the person in charge has not been mailed yet. */
export const lockUnnotified = (transaction: Transaction): Promise<NoticeImport[]> =>
  transaction.queryMany<NoticeImport>({
    name: 'import.lockUnnotified',
    text: `select i.id, s.staff_id as "staffId", s.name as schedule, i.state, i.problem, i.rejected
      from imports i join import_schedules s on s.id = i.schedule_id
      where i.notified_at is null and s.staff_id is not null and i.state in ('held', 'failed') order by i.id limit 20 for update of i skip locked`,
  });

export const markNotified = (transaction: Transaction, ids: readonly number[]): Promise<number> =>
  transaction.execute({ name: 'import.markNotified', text: 'update imports set notified_at = now() where id = any($1)', values: [ids] });
