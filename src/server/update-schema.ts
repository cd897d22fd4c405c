/** The schema of a release: its migrations, the tables of the job library, and a queue (also a table) for each kind of job. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  isLockUnavailable,
  isPermissionDenied,
  LOCK_PAUSE_MS,
  LOCK_TIMEOUT_MS,
  MAX_LOCK_ATTEMPTS,
  migrate,
  readPendingMigrations,
  withMigrationLock,
} from '#lib/db/migrate.ts';
import { type Database, openDatabase } from '#lib/db/pool.ts';
import { retry } from '#lib/retry.ts';
import { installQueues, readMissingQueues } from '#lib/server/install-queues.ts';
import { QUEUES } from './jobs/scheduler.ts';

async function withDatabase<T>(connectionString: string, use: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase(connectionString, 1);
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}

const asQueue = (name: string): string => `the queue ${name}`;

/** Lists what a database lacks of the schema of this release, or that its user may not read it. Changes nothing. */
export async function readMissingSchema(connectionString: string): Promise<readonly string[]> {
  try {
    const migrations = await readPendingMigrations(connectionString);
    const queues = await withDatabase(connectionString, (database) => readMissingQueues(database, QUEUES));
    return [...migrations, ...queues.map(asQueue)];
  } catch (error) {
    if (isPermissionDenied(error)) return ['rights for the user of DATABASE_URL (migrate --grant)'];
    throw error;
  }
}

/**
 * Creates the tables of the job library and its queues, one process at a time, and gives way to others while they have its locks. Changes
 * of the library's own tables wait up to 30 s, which is the library's choice.
 */
async function updateQueues(connectionString: string, log: (line: string) => void): Promise<readonly string[]> {
  const missing = await withDatabase(connectionString, (database) => readMissingQueues(database, QUEUES));
  if (missing.length === 0) return [];
  const install = (attempt: number): Promise<readonly string[]> => {
    if (attempt === 2) log(`The queues of jobs need a lock that others have. It is tried up to ${MAX_LOCK_ATTEMPTS} times.`);
    // A connection of its own, because the library leaves a failed transaction open.
    return withDatabase(connectionString, async (database) => {
      await database.execute({ text: `set lock_timeout to ${LOCK_TIMEOUT_MS}` });
      return installQueues(database, QUEUES);
    });
  };
  return withMigrationLock(connectionString, log, () =>
    retry(install, { maxAttempts: MAX_LOCK_ATTEMPTS, shouldRetry: isLockUnavailable, pause: () => sleep(LOCK_PAUSE_MS) }),
  );
}

/** Brings a database to the schema of this release, as its owner. @returns what it created */
export async function updateSchema(connectionString: string, log: (line: string) => void): Promise<readonly string[]> {
  const migrations = await migrate(connectionString, { log });
  const queues = await updateQueues(connectionString, log);
  return [...migrations, ...queues.map(asQueue)];
}
