/**
 * Background jobs over pg-boss. Jobs are rows of the shop's database, queued in the transaction of the change they follow (outbox), and
 * retried until they succeed.
 */
import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import PgBoss from 'pg-boss';
import type { z } from 'zod';
import { type Database, isDatabaseUnavailable, type Statement, type Transaction } from '../db/pool.ts';
import { retry } from '../retry.ts';
import { inJobSpan } from './telemetry/telemetry.ts';

export interface Jobs {
  /** Queues a job. It exists only if the transaction commits. @param id that of a job which is queued once more; a new one without */
  queue(transaction: Transaction, name: string, data: Readonly<Record<string, unknown>>, id?: string): Promise<void>;
  /** Handles the jobs of a queue in this process. A job is retried later if its payload does not parse or the handler throws. */
  work<T>(name: string, payload: z.ZodType<T>, handle: (data: T, job: RunningJob) => Promise<void>): Promise<void>;
  /** Runs a job by a cron expression, in one process at a time. A failed run waits for the next one. */
  schedule(name: string, cron: string, run: () => Promise<void>): Promise<void>;
  /** Removes all schedules except these, such as those of renamed jobs. */
  keepSchedules(names: readonly string[]): Promise<void>;
  stop(): Promise<void>;
}

export interface RunningJob {
  readonly id: string;
  /** True if a failure of this attempt is final. */
  readonly isLastAttempt: boolean;
}

export interface JobOptions {
  /** Starts the cron clock and the library's clean-up of its tables. Only processes that run jobs do; commands and processes that serve pages only queue them. */
  readonly hasSchedules?: boolean;
  /** Returns a statement that runs in the transaction of each job that is queued, or null. */
  readonly statementFor?: (job: {
    readonly id: string;
    readonly name: string;
    readonly data: Readonly<Record<string, unknown>>;
  }) => Statement | null;
}

/** Lets the library run its statements over the shop's database. */
export const createExecutor = (db: Pick<Database, 'queryMany'>) => ({
  executeSql: async (text: string, values: unknown[]) => ({ rows: await db.queryMany<Record<string, unknown>>({ text, values }) }),
});

/** Runs the library's only statement of a new job together with the next one of the transaction, whose result nobody needs. */
const laterIn = (transaction: Transaction) => ({
  executeSql: async (text: string, values: unknown[]) => {
    transaction.later({ name: 'jobs.queue', text, values });
    return { rows: [] };
  },
});

/** Milliseconds between attempts while the database is unavailable. */
const RECONNECT_DELAY_MS = 250;

/**
 * Runs the library's own statements and waits while the database is unavailable: the library marks jobs as done without handling
 * errors, and an unhandled one would end the process. While stopping it gives up at once; a job that is not marked is repeated.
 */
const createRetryingExecutor = (database: Database, isEnding: () => boolean) => ({
  executeSql: (text: string, values: unknown[]) =>
    retry(() => createExecutor(database).executeSql(text, values), {
      shouldRetry: (error) => !isEnding() && isDatabaseUnavailable(error),
      pause: () => sleep(RECONNECT_DELAY_MS),
    }).catch((error: unknown) => {
      if (isEnding()) return {} as { rows: never[] };
      throw error;
    }),
});

/** Milliseconds that a stopping process gives running jobs. */
const STOP_TIMEOUT_MS = 4_000;

/** What is running: statements of the library and jobs. */
type Running = Set<Promise<unknown>>;

/** Runs work that the end of the process waits for. */
async function track<T>(running: Running, work: () => Promise<T>): Promise<T> {
  const promise = work();
  running.add(promise);
  try {
    return await promise;
  } finally {
    running.delete(promise);
  }
}

/**
 * Waits until nothing runs. The library knows the jobs that it handles, but not those that it is fetching when it stops, and does not wait
 * until a job is marked as done. Either would find the database closed.
 */
async function waitUntilIdle(running: Running, timeoutMs: number): Promise<void> {
  const late = sleep(Math.max(0, timeoutMs), 'late', { ref: false });
  // A fetched job begins, and the next statement is sent, within a turn of the event loop.
  await nextTurn();
  while (running.size > 0) {
    if ((await Promise.race([Promise.allSettled(running), late])) === 'late') return;
    await nextTurn();
  }
}

/** Polling interval of the queues of scheduled jobs, in seconds. */
const SCHEDULE_POLLING_SECONDS = 5;
const SCHEDULE_EXPIRY_SECONDS = 900;
/**
 * Longest time without a look at a queue. The library computes its pause from the clock, and would wait for an hour after the clock was
 * set back by an hour.
 */
const MAX_POLLING_PAUSE_MS = 10_000;
/** Time for which a job that was given up can be queued again. */
const FAILED_RETENTION_SECONDS = 7 * 86_400;

/** Options of the queue of a job with a payload. */
export const QUEUE_OPTIONS = { retryLimit: 20, retryDelay: 5, retryBackoff: true, expireInSeconds: 120 };
/** Options of the queue of a scheduled job. `short` keeps at most one run waiting. */
export const SCHEDULE_OPTIONS = { policy: 'short', retryLimit: 0, expireInSeconds: SCHEDULE_EXPIRY_SECONDS } as const;

/** Starts pg-boss over the shop's database and creates the queues. */
export async function startJobs(
  database: Database,
  names: readonly string[],
  onError: (error: Error) => void,
  { hasSchedules = false, statementFor = () => null }: JobOptions = {},
): Promise<Jobs> {
  let ending = false;
  const running: Running = new Set();
  const executor = createRetryingExecutor(database, () => ending);
  const boss = new PgBoss({
    db: { executeSql: (text: string, values: unknown[]) => track(running, () => executor.executeSql(text, values)) },
    schedule: hasSchedules,
    supervise: hasSchedules,
    // Jobs of a process that was lost are started again after their expiry, by the next maintenance.
    maintenanceIntervalMinutes: 1,
    archiveFailedAfterSeconds: FAILED_RETENTION_SECONDS,
  });
  boss.on('error', onError);
  await boss.start();
  const workers: string[] = [];
  const waking = setInterval(() => {
    for (const id of workers) boss.notifyWorker(id);
  }, MAX_POLLING_PAUSE_MS).unref();
  const existing = new Set((await boss.getQueues()).map(({ name }) => name));
  for (const name of names) if (!existing.has(name)) await boss.createQueue(name, { name, ...QUEUE_OPTIONS });
  return {
    async queue(transaction, name, data, id = randomUUID()) {
      await boss.send({ name, data: { ...data }, options: { db: laterIn(transaction), id } });
      const statement = statementFor({ id, name, data });
      if (statement) transaction.later(statement);
    },
    async work(name, payload, handle) {
      // One at a time: the library starts all jobs of a batch again if one takes too long or the process stops.
      const options = { pollingIntervalSeconds: 0.5, batchSize: 1, includeMetadata: true } as const;
      const run = async (job: PgBoss.JobWithMetadata<unknown>): Promise<void> => {
        try {
          await inJobSpan(name, async () =>
            handle(payload.parse(job.data), { id: job.id, isLastAttempt: job.retryCount >= job.retryLimit }),
          );
        } catch (error) {
          // The library would store every property of the error, which may have an address.
          await boss.fail(
            name,
            job.id,
            error instanceof Error ? { message: error.message, stack: error.stack } : { message: String(error) },
          );
        }
      };
      const worker = await boss.work<unknown>(name, options, ([job]) =>
        track(running, async () => {
          if (job === undefined) return;
          await run(job);
          // The next job does not wait for the polling interval.
          boss.notifyWorker(worker);
        }),
      );
      workers.push(worker);
    },
    async schedule(name, cron, run) {
      if (!existing.has(name)) await boss.createQueue(name, { name, ...SCHEDULE_OPTIONS });
      await boss.schedule(name, cron);
      workers.push(
        await boss.work(name, { pollingIntervalSeconds: SCHEDULE_POLLING_SECONDS }, () => track(running, () => inJobSpan(name, run))),
      );
    },
    async keepSchedules(names) {
      for (const { name } of await boss.getSchedules()) if (!names.includes(name)) await boss.unschedule(name);
    },
    async stop() {
      ending = true;
      clearInterval(waking);
      const started = performance.now();
      await boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS, wait: true });
      await waitUntilIdle(running, STOP_TIMEOUT_MS - (performance.now() - started));
    },
  };
}
