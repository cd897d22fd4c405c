/** Opens the shop's PostgreSQL, which DATABASE_URL names, or the embedded one in the data folder. Migrates it, or waits until it is. */

import { existsSync } from 'node:fs';
import { openSecrets } from '#domains/customers/identity/server/open-secret.repository.ts';
import { migrate } from '#lib/db/migrate.ts';
import { type Database, openDatabase, type Pooler } from '#lib/db/pool.ts';
import { OperatorError } from '#lib/operator-error.ts';
import { runsTask } from '#lib/process-roles.ts';
import { backupLocation } from '#lib/server/backup-variables.ts';
import type { Config } from '#lib/server/config.ts';
import { archiveOptions } from '#packages/embedded-postgres/backup/archive-settings.ts';
import { noteArchiving, noteArchivingBreak } from '#packages/embedded-postgres/backup/archiving-since.ts';
import { isOnSameDisk } from '#packages/embedded-postgres/backup/same-disk.ts';
import { clusterPaths } from '#packages/embedded-postgres/paths.ts';
import { findRunningPostgres } from '#packages/embedded-postgres/running-instance.ts';
import { type SupervisedPostgres, superviseEmbeddedPostgres } from '#packages/embedded-postgres/supervise.ts';
import { SchemaOutdatedError, type SchemaWait, waitForSchema } from './wait-for-schema.ts';

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

export interface OpenOptions extends Pick<SchemaWait, 'whileWaiting' | 'signal'> {
  /** True in commands: connects to the embedded database of a running shop with the same data folder, and waits for no migration. */
  readonly shareRunning?: boolean;
}

/** Returns the pooler in front of the operator's own PostgreSQL. The embedded one has none. */
const poolerOf = ({ DATABASE_URL, DATABASE_POOLER_URL, DATABASE_POOLER_PREPARES }: Config): Pooler | null =>
  DATABASE_URL === undefined || DATABASE_POOLER_URL === undefined
    ? null
    : { connectionString: DATABASE_POOLER_URL, canPrepare: DATABASE_POOLER_PREPARES };

/** What answers shoppers and staff waits less for a statement than jobs may take. */
const WEB_QUERY_TIMEOUT_SECONDS = 60;

const queryTimeoutOf = ({ DATABASE_QUERY_TIMEOUT_SECONDS, SHOP_ROLE }: Config): number =>
  DATABASE_QUERY_TIMEOUT_SECONDS ?? (runsTask(SHOP_ROLE, 'jobs') ? 0 : WEB_QUERY_TIMEOUT_SECONDS);

/**
 * Opens the database. Migrates it, or waits until it is migrated.
 * @throws Error with a message for the operator: the folder is in use, the database cannot be reached, …
 */
export async function openDataStore(
  config: Config,
  log: (line: string) => void,
  { shareRunning = false, ...waiting }: OpenOptions = {},
): Promise<DataStore> {
  const running = shareRunning && !config.DATABASE_URL ? await findRunning(config) : null;
  if (running) await openSecrets(running, config, log);
  if (running) return { database: running, location: config.DATA_DIR, close: () => running.close() };
  const embedded = config.DATABASE_URL ? null : await startEmbedded(config, log);
  const connectionString = config.DATABASE_URL ?? embedded?.connectionString ?? '';
  let isClosing = false;
  const onIdleError = (error: Error): void => {
    // PostgreSQL may end a connection before its pool has.
    if (!isClosing) log(`A database connection was lost: ${error.message}`);
  };
  // Commands may take their time.
  const queryTimeoutMs = shareRunning ? 0 : 1_000 * queryTimeoutOf(config);
  const database = openDatabase(connectionString, config.DATABASE_POOL_SIZE, { onIdleError, pooler: poolerOf(config), queryTimeoutMs });
  try {
    if (migratesItself(config)) await migrate(connectionString, { log });
    else
      await waitForSchema(await schemaReader(connectionString), {
        ...waiting,
        log,
        seconds: shareRunning ? 0 : config.MIGRATION_WAIT_SECONDS,
      });
    await openSecrets(database, config, log);
  } catch (error) {
    await database.close().catch(() => {});
    await embedded?.stop();
    if (error instanceof SchemaOutdatedError) throw error;
    const reason = (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
    throw new DataStoreError(`Couldn’t prepare the database: ${reason}. Check DATABASE_URL.`, { cause: error });
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

/** Imports what lists the missing parts of the schema. A process that migrates does not need it at its start. */
async function schemaReader(connectionString: string): Promise<() => Promise<readonly string[]>> {
  const { readMissingSchema } = await import('./update-schema.ts');
  return () => readMissingSchema(connectionString);
}

/** Returns whether this process applies migrations. Nobody else could to an embedded database. */
const migratesItself = ({ DATABASE_URL, MIGRATION_DATABASE_URL, SHOP_ROLE }: Config): boolean =>
  DATABASE_URL === undefined || (MIGRATION_DATABASE_URL === undefined && runsTask(SHOP_ROLE, 'migrations'));

/**
 * Passes the address that migrations use to `use`: MIGRATION_DATABASE_URL, DATABASE_URL, or that of the embedded database, which is started
 * unless a shop runs on it.
 * @throws Error with a message for the operator
 */
export async function withMigrationDatabase<T>(
  config: Config,
  log: (line: string) => void,
  use: (connectionString: string) => Promise<T>,
): Promise<T> {
  const given = config.MIGRATION_DATABASE_URL ?? config.DATABASE_URL ?? findRunningPostgres(config.DATA_DIR)?.connectionString;
  if (given !== undefined) return use(given);
  const embedded = await startEmbedded(config, log);
  try {
    return await use(embedded.connectionString);
  } finally {
    await embedded.stop();
  }
}

/**
 * Starts the embedded database. It archives its changes if BACKUP_TARGET is set.
 * @throws DataStoreError if a process that runs no jobs would create it: it is to share a database, and its address is missing
 */
async function startEmbedded(config: Config, log: (line: string) => void): Promise<SupervisedPostgres> {
  const { DATA_DIR: dataDir } = config;
  if (!runsTask(config.SHOP_ROLE, 'migrations') && !existsSync(clusterPaths(dataDir).data))
    throw new DataStoreError(
      `Set DATABASE_URL: SHOP_ROLE=${config.SHOP_ROLE} shares a database with other processes, and ${dataDir} has none of its own.`,
    );
  const location = backupLocation(config);
  if (location === null) noteArchivingBreak(dataDir);
  const embedded = await superviseEmbeddedPostgres({ dataDir, log, ...(location === null ? {} : archiveOptions(location)) });
  if (location !== null) noteArchiving(dataDir, new Date());
  if (location !== null && isOnSameDisk(location.target, dataDir))
    log(
      `Backups in ${location.target} are on the disk of DATA_DIR, and are lost with it. If another disk belongs there, mount it and restart the shop.`,
    );
  return embedded;
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
