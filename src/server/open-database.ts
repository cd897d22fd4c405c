/** Opens the shop's PostgreSQL, which DATABASE_URL names, or the embedded one in the data folder. Migrates it. */

import { openSecrets } from '#domains/customers/identity/server/open-secret.repository.ts';
import { migrate } from '#lib/db/migrate.ts';
import { type Database, openDatabase } from '#lib/db/pool.ts';
import { OperatorError } from '#lib/operator-error.ts';
import type { Config } from '#lib/server/config.ts';
import { findRunningPostgres } from '#packages/embedded-postgres/running-instance.ts';
import { superviseEmbeddedPostgres } from '#packages/embedded-postgres/supervise.ts';

export interface DataStore {
  readonly database: Database;
  /** Where the data is stored, as text for the console. */
  readonly location: string;
  close(): Promise<void>;
}

/** The database cannot be opened. The message is printed without a stack. */
export class DataStoreError extends OperatorError {
  override name = 'DataStoreError';
}

/**
 * Opens and migrates the database.
 * @param shareRunning true to connect to the embedded database of a running shop with the same data folder, instead of failing
 * @throws Error with a message for the operator: the folder is in use, the database cannot be reached, …
 */
export async function openDataStore(config: Config, log: (line: string) => void, { shareRunning = false } = {}): Promise<DataStore> {
  const running = shareRunning && !config.DATABASE_URL ? await findRunning(config) : null;
  if (running) await openSecrets(running, config, log);
  if (running) return { database: running, location: config.DATA_DIR, close: () => running.close() };
  const embedded = config.DATABASE_URL ? null : await superviseEmbeddedPostgres({ dataDir: config.DATA_DIR, log });
  const connectionString = config.DATABASE_URL ?? embedded?.connectionString ?? '';
  let isClosing = false;
  const database = openDatabase(connectionString, config.DATABASE_POOL_SIZE, (error) => {
    // PostgreSQL may end a connection before its pool has.
    if (!isClosing) log(`A database connection was lost: ${error.message}`);
  });
  try {
    await migrate(connectionString);
    await openSecrets(database, config, log);
  } catch (error) {
    await database.close().catch(() => {});
    await embedded?.stop();
    throw new DataStoreError(
      `Couldn’t prepare the database: ${error instanceof Error ? error.message : String(error)}. Check DATABASE_URL.`,
      {
        cause: error,
      },
    );
  }
  return {
    database,
    location: embedded ? config.DATA_DIR : 'the PostgreSQL of DATABASE_URL',
    async close() {
      isClosing = true;
      await database.close();
      await embedded?.stop();
    },
  };
}

/** Connects to the embedded database that another process runs in the data folder. @returns null if none responds */
async function findRunning(config: Config): Promise<Database | null> {
  const found = findRunningPostgres(config.DATA_DIR);
  if (!found) return null;
  const database = openDatabase(found.connectionString, config.DATABASE_POOL_SIZE);
  try {
    await database.queryOne({ text: 'select 1' });
    return database;
  } catch {
    await database.close();
    return null;
  }
}
