/** SQL of the processes of the shop. */

import type { Queryable } from '#lib/db/pool.ts';
import type { ProcessRole } from '#lib/process-roles.ts';

/** Seconds after which a process that did not report counts as ended. */
const SILENT_SECONDS = 60;
const RETENTION_DAYS = 7;

export interface OwnProcess {
  readonly id: string;
  readonly role: ProcessRole;
  readonly host: string;
  readonly pid: number;
  readonly version: string;
}

/** Records that a process runs. */
export const recordProcess = (db: Queryable, { id, role, host, pid, version }: OwnProcess): Promise<number> =>
  db.execute({
    name: 'process.recordProcess',
    text: `insert into shop_processes (id, role, host, pid, version) values ($1, $2, $3, $4, $5)
      on conflict (id) do update set seen_at = now()`,
    values: [id, role, host, pid, version],
  });

/** Records that a process ended. */
export const recordProcessEnd = (db: Queryable, id: string): Promise<number> =>
  db.execute({ name: 'process.recordProcessEnd', text: 'update shop_processes set stopped_at = now() where id = $1', values: [id] });

export interface RunningProcess {
  readonly id: string;
  readonly role: ProcessRole;
  readonly host: string;
  readonly pid: number;
  readonly version: string;
  readonly startedAt: Date;
}

/** Lists the processes that run, by role and start. */
export const listProcesses = (db: Queryable): Promise<RunningProcess[]> =>
  db.queryMany<RunningProcess>({
    name: 'process.listProcesses',
    text: `select id, role, host, pid, version, started_at as "startedAt" from shop_processes
      where stopped_at is null and seen_at > now() - make_interval(secs => ${SILENT_SECONDS}) order by role, started_at, id`,
  });

/** Returns when a process of one of the roles was last running. Null if none is known. */
export async function lastSeen(db: Queryable, roles: readonly ProcessRole[]): Promise<Date | null> {
  const row = await db.queryOne<{ at: Date | null }>({
    name: 'process.lastSeen',
    text: 'select max(coalesce(stopped_at, seen_at)) as at from shop_processes where role = any($1)',
    values: [roles],
  });
  return row?.at ?? null;
}

/** Deletes processes that ended a week ago. @returns how many */
export const purgeProcesses = (db: Queryable): Promise<number> =>
  db.execute({
    name: 'process.purgeProcesses',
    text: `delete from shop_processes where seen_at < now() - make_interval(days => ${RETENTION_DAYS})`,
  });
