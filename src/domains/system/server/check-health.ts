/** Checks what the shop depends on. Each check returns what it found; none throws. */
import { statfs } from 'node:fs/promises';
import { timeAgo } from '#domains/staff/model/time-ago.ts';
import { verifySmtp } from '#lib/mail/mailer.ts';
import { PROCESS_TASKS, runsTask } from '#lib/process-roles.ts';
import { MARKETS } from '#markets/market.ts';
import { foundMessages as text } from '../messages/health.ts';
import { titleOfJob } from '../messages/jobs.ts';
import { backupProblem, type CheckOutcome, diskState, isWithoutWorker, MAX_QUEUE_MINUTES, type WatchedCheck } from '../model/health.ts';
import { isStuck } from '../model/job-state.ts';
import { readBackupFacts, readDatabaseFacts } from './health.repository.ts';
import { listRuns } from './job-run.repository.ts';
import { lastSeen, listProcesses, type RunningProcess } from './process.repository.ts';
import { countFailedJobs, waitingJobs } from './queue.repository.ts';
import { reasonOf } from './record-runs.ts';
import type { SystemDeps } from './system-deps.ts';

const MINUTE_MS = 60_000;
/** Time in ms that the gateway has for its answer. */
const GATEWAY_TIMEOUT_MS = 10_000;

async function withTimeout<Value>(work: Promise<Value>, ms: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms / 1_000} s`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

async function checkGateway({ gateway }: SystemDeps): Promise<CheckOutcome> {
  const used = gateway();
  if (used === null) return { state: 'off', detail: text.notSetUp };
  const name = `${used.name.charAt(0).toUpperCase()}${used.name.slice(1)}`;
  try {
    await withTimeout(used.ask(), GATEWAY_TIMEOUT_MS);
    return { state: 'ok', detail: text.gatewayOk(name) };
  } catch (error) {
    return { state: 'failing', detail: text.gatewayFailing(name, reasonOf(error)) };
  }
}

async function checkMail({ smtpUrl }: SystemDeps): Promise<CheckOutcome> {
  const url = smtpUrl();
  if (url === undefined) return { state: 'off', detail: text.notSetUp };
  try {
    await verifySmtp(url);
    return { state: 'ok', detail: text.mailOk };
  } catch (error) {
    return { state: 'failing', detail: text.mailFailing(reasonOf(error)) };
  }
}

/** Checks that jobs run and that queues move. Work that failed for good is a warning. */
async function checkJobs({ database, jobs, queues, startedAt }: SystemDeps): Promise<CheckOutcome> {
  const now = new Date();
  const [runs, waiting, failed] = await Promise.all([
    listRuns(database),
    waitingJobs(database, queues),
    countFailedJobs(database, queues, MARKETS),
  ]);
  const runOf = new Map(runs.map((run) => [run.name, run]));
  const stuck = jobs()
    .filter((job) => isStuck(job, runOf.get(job.name) ?? null, now, startedAt))
    .map(({ name }) => titleOfJob(name));
  // Work that was due while the shop was stopped waits since its start.
  const minutesOf = (dueSince: Date): number => Math.floor((now.getTime() - Math.max(dueSince.getTime(), startedAt.getTime())) / MINUTE_MS);
  const slow = waiting
    .map(({ queue, dueSince }) => ({ queue, minutes: minutesOf(dueSince) }))
    .filter(({ minutes }) => minutes >= MAX_QUEUE_MINUTES)
    .map(({ queue, minutes }) => text.queueWaits(titleOfJob(queue), minutes));
  const found = [...stuck, ...slow];
  if (found.length > 0) return { state: 'failing', detail: text.jobsStuck(found), count: found.length + failed };
  return failed > 0 ? { state: 'warning', detail: text.jobsFailed(failed), count: failed } : { state: 'ok', detail: text.jobsOk };
}

async function checkBackup({ database, isOpen, triesBackupsOut }: SystemDeps): Promise<CheckOutcome> {
  const facts = { ...(await readBackupFacts(database, isOpen())), triesOut: triesBackupsOut };
  const { last, lastGoodAt, verification, unarchived } = facts;
  switch (backupProblem(facts, new Date())) {
    case 'unused':
      return { state: 'off', detail: text.backupUnused };
    case 'failed':
      return { state: 'failing', detail: text.backupFailed(timeAgo(last?.at ?? new Date()), last?.note ?? '') };
    case 'missing':
      return { state: 'failing', detail: lastGoodAt === null ? text.backupNever : text.backupMissing(timeAgo(lastGoodAt)) };
    case 'unarchived':
      return { state: 'failing', detail: text.backupUnarchived(unarchived ?? '') };
    case 'unverified':
      return { state: 'failing', detail: text.backupUnverified(timeAgo(verification?.at ?? new Date()), verification?.note ?? '') };
    case 'untried':
      return { state: 'failing', detail: text.backupUntried(timeAgo(lastGoodAt ?? new Date())) };
    case null:
      return { state: 'ok', detail: text.backupOk(timeAgo(lastGoodAt ?? new Date())) };
  }
}

async function checkDisk({ folder }: SystemDeps): Promise<CheckOutcome> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { state: diskState((100 * bavail) / blocks), detail: text.disk(bavail * bsize, blocks * bsize) };
  } catch {
    // A database of its own server needs no folder here.
    return { state: 'off', detail: text.notSetUp };
  }
}

/** The checks that processes watch. */
export const WATCHED: Readonly<Record<WatchedCheck, (deps: SystemDeps) => Promise<CheckOutcome>>> = {
  gateway: checkGateway,
  mail: checkMail,
  jobs: checkJobs,
  backup: checkBackup,
  disk: checkDisk,
};

/** Checks the database of the process that answers. @returns also its version */
export async function checkDatabase({ database }: SystemDeps): Promise<CheckOutcome & { readonly version: string }> {
  const started = performance.now();
  const facts = await readDatabaseFacts(database);
  const ms = Math.max(1, Math.round(performance.now() - started));
  return { state: 'ok', detail: text.database(ms, facts?.bytes ?? 0), version: facts?.version ?? '' };
}

/** Roles that work in the background. */
const WORKING_ROLES = PROCESS_TASKS.jobs;

/** Checks that a process works in the background. */
export function checkWorkers(running: readonly RunningProcess[]): CheckOutcome {
  const count = running.filter(({ role }) => runsTask(role, 'jobs')).length;
  return count > 0 ? { state: 'ok', detail: text.workersOk(count) } : { state: 'failing', detail: text.workersMissing };
}

/** Returns since when nobody works in the background, if that is longer than a restart takes. Null otherwise. */
export async function withoutWorkerSince({ database, startedAt }: SystemDeps): Promise<Date | null> {
  const seen = await lastSeen(database, WORKING_ROLES);
  const since = seen !== null && seen > startedAt ? seen : startedAt;
  const [running, isLong] = [await listProcesses(database), isWithoutWorker(since, new Date())];
  return isLong && checkWorkers(running).state === 'failing' ? (seen ?? since) : null;
}

/** Checks the search index of the process that answers. */
export function checkSearch({ indexedWines }: SystemDeps): CheckOutcome {
  const wines = indexedWines();
  return wines === null ? { state: 'warning', detail: text.searchPreparing } : { state: 'ok', detail: text.searchReady(wines) };
}
