/** Handlers of the office's calls about the system. */
import { discardMail } from '#domains/outbound/mail/server/mail-log.repository.ts';
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { recordActivity } from '#domains/staff/server/activity.repository.ts';
import { type OfficeEndpoint, type OfficeHandlers, officeHandlers } from '#domains/staff/server/office-handlers.ts';
import { fail, ok } from '#lib/result.ts';
import { CHECK_TEXT, foundMessages } from '../messages/health.ts';
import { JOB_TEXT, titleOfJob } from '../messages/jobs.ts';
import { CHECK_NAMES, type CheckName, type CheckOutcome, isWatchedCheck } from '../model/health.ts';
import { isStuck, type JobDefinition, type JobRun, nextRun, stateOfJob } from '../model/job-state.ts';
import { type FailedJobView, type HealthCheck, MAX_FAILED_JOBS, type SystemJob, systemOfficeContract } from '../office-contract.ts';
import { checkDatabase, checkSearch, checkWorkers, withoutWorkerSince } from './check-health.ts';
import { listBackupReports, listChecks, openIncidents, type StoredCheck } from './health.repository.ts';
import { listRuns } from './job-run.repository.ts';
import { listProcesses } from './process.repository.ts';
import { countFailedJobs, type FailedJob, listFailedJobs, takeFailedJobs } from './queue.repository.ts';
import type { SystemDeps } from './system-deps.ts';
import { watchHealth } from './watch-health.ts';

/** Reports of backups that the screen shows. */
const SHOWN_BACKUPS = 7;

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

const viewOwnCheck = (name: CheckName, { state, detail }: CheckOutcome): HealthCheck => ({
  name,
  state,
  detail,
  checkedAt: new Date().toISOString(),
  failingSince: null,
});

const viewStoredCheck = (name: CheckName, stored: StoredCheck | undefined): HealthCheck => ({
  name,
  state: stored?.state ?? 'off',
  detail: stored?.detail ?? foundMessages.unchecked,
  checkedAt: iso(stored?.checkedAt ?? null),
  failingSince: iso(stored?.failingSince ?? null),
});

function viewJob(job: JobDefinition, run: JobRun | null, now: Date, startedAt: Date): SystemJob {
  const { name, cron, everySeconds } = job;
  return {
    name,
    title: titleOfJob(name),
    purpose: JOB_TEXT[name]?.purpose ?? '',
    everySeconds,
    state: stateOfJob(job, run, now, startedAt),
    isStuck: isStuck(job, run, now, startedAt),
    finishedAt: iso(run?.finishedAt ?? null),
    durationMs: run?.durationMs ?? null,
    nextRunAt: cron === null || job.isWaiting ? null : nextRun(cron, now).toISOString(),
    error: run?.error ?? '',
    failures: run?.failures ?? 0,
  };
}

function viewFailedJob(job: FailedJob): FailedJobView {
  const { id, queue, kind, attempts, error, orderId, number, market } = job;
  return {
    id,
    title: titleOfJob(queue),
    kind,
    attempts,
    error,
    createdAt: job.createdAt.toISOString(),
    failedAt: iso(job.failedAt),
    nextAttemptAt: iso(job.nextAttemptAt),
    order: orderId === null || number === null || market === null ? null : { id: orderId, number, market },
  };
}

function systemOfficeHandlers(deps: SystemDeps): OfficeHandlers<typeof systemOfficeContract> {
  const { database, queues, jobs, startedAt, version } = deps;

  /** Takes failed jobs out of their queues and logs it. @param again true to queue them once more */
  const takeJobs = (staff: StaffActor, ids: readonly string[], again: boolean) =>
    database.transaction(async (transaction) => {
      const taken = await takeFailedJobs(transaction, queues, staff.markets, ids);
      if (taken.length === 0) return fail('not_found');
      for (const { id, queue, data } of taken) {
        if (again) await deps.queueJob(transaction, queue, data ?? {}, id);
        else await discardMail(transaction, id, staff.name);
        await recordActivity(transaction, staff, {
          action: again ? 'job.retried' : 'job.discarded',
          subject: { kind: 'job', id },
          before: { work: titleOfJob(queue), kind: data?.kind ?? null },
        });
      }
      return ok({ done: taken.length });
    });

  return {
    systemHealth: async () => {
      const [own, stored, backups, processes] = await Promise.all([
        checkDatabase(deps),
        listChecks(database),
        listBackupReports(database, SHOWN_BACKUPS),
        listProcesses(database),
      ]);
      const byName = new Map(stored.map((check) => [check.name, check]));
      const live: Partial<Record<CheckName, CheckOutcome>> = {
        database: own,
        workers: checkWorkers(processes),
        search: checkSearch(deps),
      };
      return ok({
        checks: CHECK_NAMES.map((name) => {
          const outcome = live[name];
          return outcome ? viewOwnCheck(name, outcome) : viewStoredCheck(name, byName.get(name));
        }),
        webProcesses: deps.webProcesses,
        database: deps.hasExternalDatabase ? 'external' : 'embedded',
        versions: { shop: version, node: process.versions.node, postgres: own.version, startedAt: startedAt.toISOString() },
        processes: processes.map(({ startedAt: at, ...running }) => ({ ...running, startedAt: at.toISOString() })),
        backups: backups.map(({ at, ...report }) => ({ ...report, at: at.toISOString() })),
      });
    },
    checkSystemHealth: async () => {
      await watchHealth(deps, true);
      return ok(null);
    },
    systemAlerts: async () => {
      const [incidents, idleSince] = await Promise.all([openIncidents(database), withoutWorkerSince(deps)]);
      const watched = incidents.flatMap(({ id, checkName, detail, openedAt }) =>
        isWatchedCheck(checkName) ? [{ id, check: checkName, detail, openedAt: openedAt.toISOString() }] : [],
      );
      if (idleSince === null) return ok({ alerts: watched });
      const idle = { id: 0, check: 'workers', detail: CHECK_TEXT.workers.effect, openedAt: idleSince.toISOString() } as const;
      return ok({ alerts: [idle, ...watched] });
    },
    systemJobs: async (_input, { staff }) => {
      const now = new Date();
      const [runs, failed, failedTotal] = await Promise.all([
        listRuns(database),
        listFailedJobs(database, queues, staff.markets, MAX_FAILED_JOBS),
        countFailedJobs(database, queues, staff.markets),
      ]);
      const runOf = new Map(runs.map((run) => [run.name, run]));
      return ok({
        jobs: jobs().map((job) => viewJob(job, runOf.get(job.name) ?? null, now, startedAt)),
        failed: failed.map(viewFailedJob),
        failedTotal,
      });
    },
    runSystemJob: async ({ name }, { staff }) => {
      if (!jobs().some((job) => job.name === name && job.cron !== null)) return fail('not_found');
      return database.transaction(async (transaction) => {
        await deps.queueJob(transaction, name, {});
        await recordActivity(transaction, staff, { action: 'job.run', subject: { kind: 'job', id: name } });
        return ok(null);
      });
    },
    retryFailedJobs: ({ ids }, { staff }) => takeJobs(staff, ids, true),
    discardFailedJobs: ({ ids }, { staff }) => takeJobs(staff, ids, false),
  };
}

/** Binds the office's calls about the system. */
export const systemOfficeEndpoints = (deps: SystemDeps): OfficeEndpoint[] =>
  officeHandlers(systemOfficeContract, systemOfficeHandlers(deps));
