/** SQL of schedules of imports. */
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { StoredSecret } from '#lib/server/secret-vault.ts';
import type { Market } from '#markets/market.ts';

export interface ScheduleEntry {
  readonly id: number;
  readonly name: string;
  readonly source: 'url' | 'folder';
  readonly location: string;
  readonly credentials: string | null;
  readonly credentialsKeyId: string | null;
  readonly mappingId: number;
  readonly supplier: string;
  readonly market: string;
  readonly weekdays: number[];
  readonly times: string[];
  readonly maxRejectedPercent: number | null;
  readonly maxPriceChangePercent: number | null;
  readonly endsMissing: boolean;
  readonly isEnabled: boolean;
  readonly nextRunAt: Date | null;
  readonly lastRunAt: Date | null;
  readonly lastProblem: string;
  readonly staffId: number | null;
  readonly version: number;
}

const SELECT = `select s.id, s.name, s.source, s.location, s.credentials, s.credentials_key_id as "credentialsKeyId", s.mapping_id as "mappingId",
    m.supplier, s.market, s.weekdays, s.times, s.max_rejected_percent as "maxRejectedPercent",
    s.max_price_change_percent as "maxPriceChangePercent", s.ends_missing as "endsMissing", s.is_enabled as "isEnabled",
    s.next_run_at as "nextRunAt", s.last_run_at as "lastRunAt", s.last_problem as "lastProblem", s.staff_id as "staffId", s.version
  from import_schedules s join import_mappings m on m.id = s.mapping_id`;

export const listSchedules = (db: Queryable): Promise<ScheduleEntry[]> =>
  db.queryMany<ScheduleEntry>({ name: 'schedule.listSchedules', text: `${SELECT} order by lower(s.name), s.id` });

export const findSchedule = (db: Queryable, id: number): Promise<ScheduleEntry | null> =>
  db.queryOne<ScheduleEntry>({ name: 'schedule.findSchedule', text: `${SELECT} where s.id = $1`, values: [id] });

export const lockSchedule = (transaction: Transaction, id: number): Promise<ScheduleEntry | null> =>
  transaction.queryOne<ScheduleEntry>({ name: 'schedule.lockSchedule', text: `${SELECT} where s.id = $1 for update of s`, values: [id] });

/** Locks a schedule whose time has come; null if there is none, or others run it. */
export const lockDueSchedule = (transaction: Transaction, now: Date): Promise<ScheduleEntry | null> =>
  transaction.queryOne<ScheduleEntry>({
    name: 'schedule.lockDueSchedule',
    text: `${SELECT} where s.is_enabled and s.next_run_at <= $1 order by s.next_run_at limit 1 for update of s skip locked`,
    values: [now],
  });

/** Returns the last import of each schedule. */
export const lastImports = (db: Queryable): Promise<{ scheduleId: number; id: number; state: string }[]> =>
  db.queryMany<{ scheduleId: number; id: number; state: string }>({
    name: 'schedule.lastImports',
    text: `select distinct on (schedule_id) schedule_id as "scheduleId", id, state from imports
      where schedule_id is not null order by schedule_id, id desc`,
  });

export interface ScheduleInput {
  readonly name: string;
  readonly source: 'url' | 'folder';
  readonly location: string;
  readonly mappingId: number;
  readonly market: Market;
  readonly weekdays: readonly number[];
  readonly times: readonly string[];
  readonly maxRejectedPercent: number | null;
  readonly maxPriceChangePercent: number | null;
  readonly endsMissing: boolean;
  readonly isEnabled: boolean;
}

export interface ScheduleState {
  readonly nextRunAt: Date | null;
  readonly credentials: StoredSecret | null;
  readonly staffId: number;
}

const valuesOf = (input: ScheduleInput, { nextRunAt, credentials, staffId }: ScheduleState): unknown[] => [
  input.name,
  input.source,
  input.location,
  credentials?.text ?? null,
  credentials?.keyId ?? null,
  input.mappingId,
  input.market,
  input.weekdays,
  input.times,
  input.maxRejectedPercent,
  input.maxPriceChangePercent,
  input.endsMissing,
  input.isEnabled,
  nextRunAt,
  staffId,
];

/** Creates a schedule. @returns its id */
export async function insertSchedule(transaction: Transaction, input: ScheduleInput, state: ScheduleState): Promise<number> {
  const row = await transaction.queryOne<{ id: number }>({
    name: 'schedule.insertSchedule',
    text: `insert into import_schedules (name, source, location, credentials, credentials_key_id, mapping_id, market, weekdays, times,
        max_rejected_percent, max_price_change_percent, ends_missing, is_enabled, next_run_at, staff_id)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) returning id`,
    values: valuesOf(input, state),
  });
  if (row === null) throw new Error('The schedule was not created.');
  return row.id;
}

export const replaceSchedule = (transaction: Transaction, id: number, input: ScheduleInput, state: ScheduleState): Promise<number> =>
  transaction.execute({
    name: 'schedule.replaceSchedule',
    text: `update import_schedules set name = $1, source = $2, location = $3, credentials = $4, credentials_key_id = $5, mapping_id = $6,
        market = $7, weekdays = $8, times = $9, max_rejected_percent = $10, max_price_change_percent = $11, ends_missing = $12,
        is_enabled = $13, next_run_at = $14, staff_id = $15, version = version + 1 where id = $16`,
    values: [...valuesOf(input, state), id],
  });

export const deleteSchedule = (transaction: Transaction, id: number): Promise<number> =>
  transaction.execute({ name: 'schedule.deleteSchedule', text: 'delete from import_schedules where id = $1', values: [id] });

/** Notes that a schedule runs now, and when it runs next. */
export const markRun = (transaction: Transaction, id: number, nextRunAt: Date | null): Promise<number> =>
  transaction.execute({
    name: 'schedule.markRun',
    text: "update import_schedules set last_run_at = now(), last_problem = '', next_run_at = $2 where id = $1",
    values: [id, nextRunAt],
  });

export const markProblem = (db: Queryable, id: number, problem: string): Promise<number> =>
  db.execute({ name: 'schedule.markProblem', text: 'update import_schedules set last_problem = $2 where id = $1', values: [id, problem] });
