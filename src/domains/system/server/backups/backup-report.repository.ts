/** SQL of the reports of backups and verifications that the shop makes itself. */

import type { ReportKind } from '#domains/system/model/health.ts';
import type { Queryable } from '#lib/db/pool.ts';

/** Reports that a backup or verification has begun. What was interrupted before is reported as failed. @returns its id */
export async function beginReport(db: Queryable, kind: ReportKind, note: string): Promise<number> {
  await db.execute({
    name: 'backup-report.beginReport.interrupted',
    text: "update backup_reports set result = 'failed', note = 'It was interrupted.' where kind = $1 and result = 'running'",
    values: [kind],
  });
  const row = await db.queryOne<{ id: number }>({
    name: 'backup-report.beginReport',
    text: "insert into backup_reports (kind, result, note) values ($1, 'running', $2) returning id",
    values: [kind, note],
  });
  return row?.id ?? 0;
}

export const noteProgress = (db: Queryable, id: number, note: string): Promise<number> =>
  db.execute({
    name: 'backup-report.noteProgress',
    text: "update backup_reports set note = $2 where id = $1 and result = 'running'",
    values: [id, note],
  });

/** @param differences what the audit of a verification found; null where there was none */
export const endReport = (db: Queryable, id: number, result: 'ok' | 'failed', note: string, differences: number | null): Promise<number> =>
  db.execute({
    name: 'backup-report.endReport',
    text: 'update backup_reports set result = $2, note = $3, differences = $4, at = now() where id = $1',
    values: [id, result, note, differences],
  });

export const removeReport = (db: Queryable, id: number): Promise<number> =>
  db.execute({ name: 'backup-report.removeReport', text: 'delete from backup_reports where id = $1', values: [id] });

export interface BackupHistory {
  readonly lastGoodAt: Date | null;
  /** Also of a backup that failed. */
  readonly lastAttemptAt: Date | null;
}

/** Returns when backups were made, to decide whether the next one is due. */
export async function readBackupHistory(db: Queryable): Promise<BackupHistory> {
  const row = await db.queryOne<{ good: Date | null; attempt: Date | null }>({
    name: 'backup-report.readBackupHistory',
    text: "select max(at) filter (where result = 'ok') as good, max(at) as attempt from backup_reports where kind = 'backup'",
  });
  return { lastGoodAt: row?.good ?? null, lastAttemptAt: row?.attempt ?? null };
}
