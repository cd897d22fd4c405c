/** SQL of checks, incidents and reports of backups. */
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { BackupFacts, CheckOutcome, CheckState, FinishedReport, ReportKind, ReportResult } from '../model/health.ts';

/** The name of the row by which one process at a time claims the next checks. */
const CLAIM = 'watch';

/** Claims the next checks. @param seconds time since the last ones; 0 to check now @returns false if another process made them */
export async function claimChecks(db: Queryable, seconds: number): Promise<boolean> {
  const claimed = await db.execute({
    name: 'health.claimChecks',
    text: `insert into health_checks as c (name, state) values ('${CLAIM}', 'ok')
      on conflict (name) do update set checked_at = now() where $1 = 0 or c.checked_at <= now() - make_interval(secs => $1)`,
    values: [seconds],
  });
  return claimed === 1;
}

export interface StoredCheck {
  readonly name: string;
  readonly state: CheckState;
  readonly detail: string;
  readonly count: number;
  readonly checkedAt: Date;
  readonly failingSince: Date | null;
}

const CHECK = 'name, state, detail, count, checked_at as "checkedAt", failing_since as "failingSince"';

/** Saves what a check found. @returns the check with the time since which it fails */
export const saveCheck = (
  transaction: Transaction,
  name: string,
  { state, detail, count = 0 }: CheckOutcome,
): Promise<StoredCheck | null> =>
  transaction.queryOne<StoredCheck>({
    name: 'health.saveCheck',
    text: `insert into health_checks as c (name, state, detail, count, failing_since)
      values ($1, $2, $3, $4, case when $2 = 'failing' then now() end)
      on conflict (name) do update set state = excluded.state, detail = excluded.detail, count = excluded.count, checked_at = now(),
        failing_since = case when $2 = 'failing' then coalesce(c.failing_since, now()) end
      returning ${CHECK}`,
    values: [name, state, detail, count],
  });

export const listChecks = (db: Queryable): Promise<StoredCheck[]> =>
  db.queryMany<StoredCheck>({ name: 'health.listChecks', text: `select ${CHECK} from health_checks where name <> '${CLAIM}'` });

export interface Incident {
  readonly id: number;
  readonly checkName: string;
  readonly detail: string;
  readonly openedAt: Date;
  readonly notifiedAt: Date | null;
}

const INCIDENT = 'id, check_name as "checkName", detail, opened_at as "openedAt", notified_at as "notifiedAt"';

/** Lists open incidents, the oldest first. */
export const openIncidents = (db: Queryable): Promise<Incident[]> =>
  db.queryMany<Incident>({
    name: 'health.openIncidents',
    text: `select ${INCIDENT} from system_incidents where closed_at is null order by opened_at, id`,
  });

/** Locks the open incident of a check. Two processes that look at once do so one after the other. */
export const lockIncident = (transaction: Transaction, checkName: string): Promise<Incident | null> =>
  transaction.queryOne<Incident>({
    name: 'health.lockIncident',
    text: `select ${INCIDENT} from system_incidents where check_name = $1 and closed_at is null for update`,
    values: [checkName],
  });

/** Opens an incident. @returns null if another process has just done so */
export const openIncident = (transaction: Transaction, checkName: string, detail: string, since: Date): Promise<Incident | null> =>
  transaction.queryOne<Incident>({
    name: 'health.openIncident',
    text: `insert into system_incidents (check_name, detail, opened_at) values ($1, $2, $3)
      on conflict (check_name) where closed_at is null do nothing returning ${INCIDENT}`,
    values: [checkName, detail, since],
  });

export const describeIncident = (transaction: Transaction, id: number, detail: string): Promise<number> =>
  transaction.execute({
    name: 'health.describeIncident',
    text: `update system_incidents set detail = $2, change_number = nextval('system_change_numbers') where id = $1 and detail <> $2`,
    values: [id, detail],
  });

export const markIncidentNotified = (transaction: Transaction, id: number): Promise<number> =>
  transaction.execute({
    name: 'health.markIncidentNotified',
    text: 'update system_incidents set notified_at = now() where id = $1',
    values: [id],
  });

export const closeIncident = (transaction: Transaction, id: number): Promise<number> =>
  transaction.execute({
    name: 'health.closeIncident',
    text: `update system_incidents set closed_at = now(), change_number = nextval('system_change_numbers') where id = $1`,
    values: [id],
  });

/** Returns the number of the last change of an incident, for open screens. */
export async function lastIncidentChange(db: Queryable): Promise<number> {
  const row = await db.queryOne<{ last: number }>({
    name: 'health.lastIncidentChange',
    text: 'select coalesce(max(change_number), 0)::bigint as last from system_incidents',
  });
  return row?.last ?? 0;
}

/** Lists changes of incidents after a number, for open screens. */
export const incidentChangesAfter = (
  db: Queryable,
  number: number,
): Promise<{ readonly number: number; readonly id: string; readonly event: string }[]> =>
  db.queryMany<{ number: number; id: string; event: string }>({
    name: 'health.incidentChangesAfter',
    text: `select change_number as number, id::text as id, case when closed_at is null then 'opened' else 'closed' end as event
      from system_incidents where change_number > $1 order by change_number limit 500`,
    values: [number],
  });

export interface BackupReport {
  readonly at: Date;
  readonly kind: ReportKind;
  readonly result: ReportResult;
  readonly note: string;
}

interface BackupReportDetails {
  /** Whether it was made, or restored and audited. */
  readonly kind?: ReportKind;
  /** What the audit of the restored backup found. Null if it was not audited. */
  readonly differences?: number | null;
}

export const insertBackupReport = (
  db: Queryable,
  result: 'ok' | 'failed',
  note: string,
  { kind = 'backup', differences = null }: BackupReportDetails = {},
): Promise<number> =>
  db.execute({
    name: 'health.insertBackupReport',
    text: 'insert into backup_reports (kind, result, note, differences) values ($1, $2, $3, $4)',
    values: [kind, result, note, differences],
  });

/** Lists reports of backups and verifications, the latest first. */
export const listBackupReports = (db: Queryable, limit: number): Promise<BackupReport[]> =>
  db.queryMany<BackupReport>({
    name: 'health.listBackupReports',
    text: 'select at, kind, result, note from backup_reports order by at desc, id desc limit $1',
    values: [limit],
  });

interface StoredReport extends FinishedReport {
  readonly differences: number | null;
}

const lastFinished = (db: Queryable, kind: ReportKind): Promise<StoredReport | null> =>
  db.queryOne<StoredReport>({
    name: 'health.lastFinished',
    text: "select at, result, note, differences from backup_reports where kind = $1 and result <> 'running' order by at desc, id desc limit 1",
    values: [kind],
  });

/** Returns what is known about backups. @param isOpen true for a shop that serves the public */
export async function readBackupFacts(db: Queryable, isOpen: boolean): Promise<BackupFacts> {
  const [last, verification, unarchived] = await Promise.all([
    lastFinished(db, 'backup'),
    lastFinished(db, 'verification'),
    readUnarchived(db),
  ]);
  if (last === null) return { last, lastGoodAt: null, openSince: isOpen ? await firstOrderAt(db) : null, verification, unarchived };
  const good = await db.queryOne<{ at: Date }>({
    name: 'health.readBackupFacts',
    text: "select at from backup_reports where kind = 'backup' and result = 'ok' order by at desc limit 1",
  });
  return { last, lastGoodAt: good?.at ?? null, openSince: null, verification, unarchived };
}

/** Returns the file of the write-ahead log that the database has been failing to archive for a quarter of an hour. */
async function readUnarchived(db: Queryable): Promise<string | null> {
  const row = await db.queryOne<{ name: string | null }>({
    name: 'health.readUnarchived',
    text: `select case when current_setting('archive_mode') <> 'off' and last_failed_time > coalesce(last_archived_time, '-infinity')
        and coalesce(last_archived_time, pg_postmaster_start_time()) < now() - interval '15 minutes' then last_failed_wal end as name
      from pg_stat_archiver`,
  });
  return row?.name ?? null;
}

async function firstOrderAt(db: Queryable): Promise<Date | null> {
  const row = await db.queryOne<{ at: Date | null }>({
    name: 'health.firstOrderAt',
    text: 'select min(placed_at) as at from orders where number is not null',
  });
  return row?.at ?? null;
}

/** Returns version and size of the database. */
export const readDatabaseFacts = (db: Queryable): Promise<{ readonly version: string; readonly bytes: number } | null> =>
  db.queryOne<{ version: string; bytes: number }>({
    name: 'health.readDatabaseFacts',
    text: `select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`,
  });

/** Returns the active owners, who are mailed about incidents. */
export const listOwners = (db: Queryable): Promise<{ readonly id: number }[]> =>
  db.queryMany<{ id: number }>({
    name: 'health.listOwners',
    text: `select distinct s.id from staff s join staff_roles sr on sr.staff_id = s.id join roles r on r.id = sr.role_id
      where s.status = 'active' and r.is_owner order by s.id`,
  });

/** Deletes reports and closed incidents that are older than a year. @returns how many */
export async function purgeSystemLog(db: Queryable): Promise<number> {
  const reports = await db.execute({
    name: 'health.purgeSystemLog.reports',
    text: "delete from backup_reports where at < now() - interval '400 days'",
  });
  const incidents = await db.execute({
    name: 'health.purgeSystemLog.incidents',
    text: "delete from system_incidents where closed_at < now() - interval '400 days'",
  });
  return reports + incidents;
}
