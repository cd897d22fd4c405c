/** SQL of the runs of jobs. The job library has no record of runs whose errors are handled, nor of jobs that every process runs. */
import type { Queryable } from '#lib/db/pool.ts';
import type { JobRun } from '../model/job-state.ts';

/** Lists the latest run of each job. */
export const listRuns = (db: Queryable): Promise<JobRun[]> =>
  db.queryMany<JobRun>({
    name: 'job-run.listRuns',
    text: `select name, started_at as "startedAt", finished_at as "finishedAt", duration_ms as "durationMs", error, failures,
        failing_since as "failingSince" from job_runs`,
  });

/** Records that a run began. */
export const recordStart = (db: Queryable, name: string): Promise<number> =>
  db.execute({
    name: 'job-run.recordStart',
    text: 'insert into job_runs (name, started_at) values ($1, now()) on conflict (name) do update set started_at = now()',
    values: [name],
  });

/** Records that a run ended. @param error why it failed; empty if it did not */
export const recordEnd = (db: Queryable, name: string, durationMs: number, error: string): Promise<number> =>
  db.execute({
    name: 'job-run.recordEnd',
    text: `insert into job_runs as r (name, finished_at, duration_ms, error, failures, failing_since)
      values ($1, now(), $2, $3, case when $3 = '' then 0 else 1 end, case when $3 = '' then null else now() end)
      on conflict (name) do update set finished_at = now(), duration_ms = excluded.duration_ms, error = excluded.error,
        failures = case when $3 = '' then 0 else r.failures + 1 end,
        failing_since = case when $3 = '' then null else coalesce(r.failing_since, now()) end`,
    values: [name, durationMs, error],
  });
