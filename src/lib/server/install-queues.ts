/** Creates the tables of the job library ahead of time, for processes that may not change the schema. */
import { createRequire } from 'node:module';
import PgBoss from 'pg-boss';
import { z } from 'zod';
import type { Database } from '../db/pool.ts';
import { createExecutor, QUEUE_OPTIONS, SCHEDULE_OPTIONS } from './jobs.ts';

/** The queues of a release. */
export interface QueuePlan {
  /** Queues of jobs with a payload. */
  readonly queues: readonly string[];
  /** Queues of jobs that run by a cron expression. */
  readonly scheduled: readonly string[];
}

/** Queue of the library, by which its clock passes on jobs that are due. */
const CLOCK_QUEUE = '__pgboss__send-it';

/** Version of the library's own tables. */
export const { schema: LIBRARY_SCHEMA } = z.object({ schema: z.number() }).parse(createRequire(import.meta.url)('pg-boss/version.json'));

const namesOf = ({ queues, scheduled }: QueuePlan): readonly string[] => [...queues, ...scheduled, CLOCK_QUEUE];

/** Opens the library without its clock and maintenance. */
const openLibrary = (database: Database): PgBoss => new PgBoss({ db: createExecutor(database), schedule: false, supervise: false });

async function readMissing(boss: PgBoss, plan: QueuePlan): Promise<readonly string[]> {
  const existing = new Set((await boss.getQueues()).map(({ name }) => name));
  return namesOf(plan).filter((name) => !existing.has(name));
}

/** Returns the queues that a database lacks; all of them if the tables of the library are missing or older. Changes nothing. */
export async function readMissingQueues(database: Database, plan: QueuePlan): Promise<readonly string[]> {
  const boss = openLibrary(database);
  if (!(await boss.isInstalled()) || Number(await boss.schemaVersion()) < LIBRARY_SCHEMA) return namesOf(plan);
  return readMissing(boss, plan);
}

/** Creates the tables of the library and the queues that are missing. @returns the names of these queues */
export async function installQueues(database: Database, plan: QueuePlan): Promise<readonly string[]> {
  const boss = openLibrary(database);
  await boss.start();
  try {
    const missing = await readMissing(boss, plan);
    for (const name of missing) {
      const options = name === CLOCK_QUEUE ? {} : plan.scheduled.includes(name) ? SCHEDULE_OPTIONS : QUEUE_OPTIONS;
      await boss.createQueue(name, { name, ...options });
    }
    return missing;
  } finally {
    await boss.stop({ graceful: false });
  }
}
