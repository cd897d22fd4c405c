/** The schema of a release: its migrations, the tables of the job library, and a queue (also a table) for each kind of job. */
import { isPermissionDenied, migrate, readPendingMigrations } from '#lib/db/migrate.ts';
import { type Database, openDatabase } from '#lib/db/pool.ts';
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

/** Brings a database to the schema of this release, as its owner. @returns what it created */
export async function updateSchema(connectionString: string, log: (line: string) => void): Promise<readonly string[]> {
  const migrations = await migrate(connectionString, { log });
  const queues = await withDatabase(connectionString, (database) => installQueues(database, QUEUES));
  return [...migrations, ...queues.map(asQueue)];
}
