/**
 * Runs migrations: the SQL files of `migrations/`, once each, in the order of their names. Migrations only go forward; a later file
 * corrects an applied one (docs/decisions/0176-migrations-and-database-rights.md).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { OperatorError } from '../operator-error.ts';
import { retry } from '../retry.ts';
import { CONNECT_TIMEOUT_MS, KEEP_ALIVE } from './connection-options.ts';
import {
  type Bridge,
  concurrentIndexOf,
  MIGRATIONS_FOLDER,
  type Migration,
  readBridge,
  readMigrations,
  splitStatements,
} from './migration-files.ts';
import type { Queryable } from './pool.ts';

/** Advisory lock that serialises processes that migrate at the same time. Any number that is unused in this database. */
const ADVISORY_LOCK = 5_201_713;
const ADVISORY_LOCK_POLL_MS = 250;
export const LOCK_TIMEOUT_MS = 2_000;
export const MAX_LOCK_ATTEMPTS = 15;
/** Pause between two attempts, in which those who queued behind the first one run. */
export const LOCK_PAUSE_MS = 1_000;
const LOCK_NOT_AVAILABLE = '55P03';
/** PostgreSQL looks for deadlocks after a second, so before a statement has waited for as long as it may. */
const DEADLOCK = '40P01';
const INSUFFICIENT_PRIVILEGE = '42501';

/** Returns whether an error means that the database user lacks a right. */
export const isPermissionDenied = (error: unknown): boolean => hasCode(error, INSUFFICIENT_PRIVILEGE);

/** Returns whether an error means that others have a lock. Another attempt may succeed once they are done. */
export const isLockUnavailable = (error: unknown): boolean => hasCode(error, LOCK_NOT_AVAILABLE) || hasCode(error, DEADLOCK);

export interface MigrateOptions {
  /** Default: the files of this release. */
  readonly folder?: string;
  readonly log?: (line: string) => void;
  /** Time that a statement waits for a lock. Everybody who needs the same table waits behind it. Default: LOCK_TIMEOUT_MS. */
  readonly lockTimeoutMs?: number;
  /** Attempts at a file whose locks are not free. Default: MAX_LOCK_ATTEMPTS. */
  readonly maxAttempts?: number;
}

/** A migration that cannot be applied. The message consists of whole sentences and names the file. */
export class MigrationError extends OperatorError {
  override name = 'MigrationError';
}

/**
 * Applies each new file of `folder` in its own transaction and records it in the table `migration`. Does nothing without new files or a
 * folder. Ignores recorded files that this version does not have, so that an older process can start next to a newer one.
 *
 * A file with `-- transaction: none` at its head runs statement by statement. If it fails it starts from its beginning at the next
 * attempt, so that each of its statements has to be repeatable; indexes that were left invalid are dropped before.
 *
 * The first file is the whole schema as of one release. A database of the release before it has none of these files applied: the script in
 * `folder`/bridge changes it in place, in one transaction, into what the first file creates.
 * @param connectionString the owner of the database, without a pooler in between that shares sessions
 * @returns names of the files that were applied
 * @throws MigrationError if a file fails (it is rolled back) or changed after it was applied, or the database is older than the bridge
 */
export async function migrate(
  connectionString: string,
  { folder = MIGRATIONS_FOLDER, log = () => {}, lockTimeoutMs = LOCK_TIMEOUT_MS, maxAttempts = MAX_LOCK_ATTEMPTS }: MigrateOptions = {},
): Promise<readonly string[]> {
  const migrations = await readMigrations(folder);
  const connection = await openConnection(connectionString);
  try {
    // A role that may not change the schema can find that there is nothing to do.
    if (findPending(migrations, await readApplied(connection)).length === 0) return [];
    await takeLock(connection, log);
    await createTable(connection);
    const applied = await readApplied(connection);
    const [schema] = migrations;
    const bridge = await readBridge(folder);
    if (schema && bridge && applied.size > 0 && !applied.has(schema.name)) {
      await crossBridge(connection, schema, [...applied.keys()], bridge);
      applied.set(schema.name, schema.checksum);
    }
    const pending = findPending(migrations, applied);
    for (const migration of pending) await applyWhenFree(connection, migration, { log, lockTimeoutMs, maxAttempts });
    return pending.map(({ name }) => name);
  } finally {
    await connection.end();
  }
}

/** Returns the names of the files of this release that a database lacks. Changes nothing. */
export async function readPendingMigrations(connectionString: string, folder: string = MIGRATIONS_FOLDER): Promise<readonly string[]> {
  const migrations = await readMigrations(folder);
  const connection = await openConnection(connectionString);
  try {
    return findPending(migrations, await readApplied(connection)).map(({ name }) => name);
  } finally {
    await connection.end();
  }
}

/** Connects without a pool, for commands of the database's owner. */
export async function openConnection(connectionString: string): Promise<pg.Client> {
  const connection = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, ...KEEP_ALIVE });
  // A connection that breaks between two statements emits an error, which would end the process. The next statement says so.
  connection.on('error', () => {});
  await connection.connect();
  return connection;
}

/** Runs work on the schema while no other process migrates the database. */
export async function withMigrationLock<T>(connectionString: string, log: (line: string) => void, work: () => Promise<T>): Promise<T> {
  const connection = await openConnection(connectionString);
  try {
    await takeLock(connection, log);
    return await work();
  } finally {
    await connection.end();
  }
}

/**
 * Waits until no other process migrates. Polls, because a session that waits in PostgreSQL has a snapshot, and `create index concurrently`
 * of the process that migrates would wait for it: a deadlock.
 */
async function takeLock(connection: pg.Client, log: (line: string) => void): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const { rows } = await connection.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [ADVISORY_LOCK]);
    if (rows[0]?.taken === true) return;
    if (attempt === 1) log('Another process migrates this database. Waiting until it has finished.');
    await sleep(ADVISORY_LOCK_POLL_MS);
  }
}

async function createTable(connection: pg.Client): Promise<void> {
  try {
    await connection.query(
      'CREATE TABLE IF NOT EXISTS migration (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
    );
  } catch (error) {
    if (!isPermissionDenied(error)) throw error;
    throw new MigrationError('This database user may not change the schema. Set MIGRATION_DATABASE_URL to the owner of the database.', {
      cause: error,
    });
  }
}

/** Returns the checksums of applied files by name. */
async function readApplied(connection: pg.Client): Promise<Map<string, string>> {
  const { rows: tables } = await connection.query<{ exists: boolean }>("SELECT to_regclass('migration') IS NOT NULL AS exists");
  if (tables[0]?.exists !== true) return new Map();
  const { rows } = await connection.query<{ name: string; checksum: string }>('SELECT name, checksum FROM migration');
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

/** Returns the files that were not applied. @throws MigrationError if one changed after it was */
function findPending(migrations: readonly Migration[], applied: ReadonlyMap<string, string>): readonly Migration[] {
  for (const { name, checksum } of migrations) {
    if (applied.has(name) && applied.get(name) !== checksum) {
      throw new MigrationError(
        `${name} was changed after it was applied to this database. Restore it and put the change in a new migration.`,
      );
    }
  }
  return migrations.filter(({ name }) => !applied.has(name));
}

/**
 * Migrates a database of the bridge's release to the current schema.
 * @throws MigrationError if the database does not have exactly the migrations of that release
 */
async function crossBridge(connection: pg.Client, schema: Migration, applied: readonly string[], bridge: Bridge): Promise<void> {
  const missing = bridge.replaced.find((name) => !applied.includes(name));
  const unknown = applied.find((name) => !bridge.replaced.includes(name));
  if (missing !== undefined) {
    throw new MigrationError(
      `This database is older than release ${bridge.release}: ${missing} was not applied. Start release ${bridge.release} on it once, then this one.`,
    );
  }
  if (unknown !== undefined) {
    throw new MigrationError(
      `This database has the migration ${unknown}, which release ${bridge.release} does not have. Undo its changes and delete its row in the table migration.`,
    );
  }
  await inTransaction(connection, 'bridge/to-0001.sql', async () => {
    await connection.query(bridge.sql);
    await connection.query('DELETE FROM migration');
    await record(connection, schema);
  });
}

/** Applies one file. Tries again while others have its locks, and gives way to them in between. */
async function applyWhenFree(
  connection: pg.Client,
  migration: Migration,
  { log, lockTimeoutMs, maxAttempts }: Required<Omit<MigrateOptions, 'folder'>>,
): Promise<void> {
  const isLocked = (error: unknown): boolean => error instanceof MigrationError && isLockUnavailable(error.cause);
  const run = async (attempt: number): Promise<void> => {
    if (attempt === 2) log(`${migration.name} needs a lock that others have. It is tried up to ${maxAttempts} times.`);
    await (migration.isAtomic ? applyAtomic(connection, migration, lockTimeoutMs) : applyStatements(connection, migration, lockTimeoutMs));
  };
  try {
    await retry(run, { maxAttempts, shouldRetry: isLocked, pause: () => sleep(LOCK_PAUSE_MS) });
  } catch (error) {
    if (!isLocked(error)) throw error;
    throw new MigrationError(
      `The migration ${migration.name} got no lock in ${maxAttempts} attempts of ${lockTimeoutMs / 1_000} s. A transaction that has been open for long is in its way. ` +
        'Run it again later, or find the transaction: select pid, usename, application_name, state, xact_start from pg_stat_activity where xact_start is not null order by xact_start.',
      { cause: error },
    );
  }
}

/** Applies a file in a transaction. Sends it as one message, which may contain many statements. */
async function applyAtomic(connection: pg.Client, migration: Migration, lockTimeoutMs: number): Promise<void> {
  await inTransaction(connection, migration.name, async () => {
    await connection.query(`SET LOCAL lock_timeout TO ${lockTimeoutMs}`);
    await connection.query(migration.sql);
    await record(connection, migration);
  });
}

/** Applies a file statement by statement. Drops the indexes that an earlier attempt left invalid. */
async function applyStatements(connection: pg.Client, migration: Migration, lockTimeoutMs: number): Promise<void> {
  try {
    for (const statement of splitStatements(migration.sql)) {
      const index = concurrentIndexOf(statement);
      if (index !== null) await dropInvalidIndex(connection, index);
      // A concurrent statement waits for transactions for as long as they take, and nobody waits behind it.
      await connection.query(`SET lock_timeout TO ${/\bconcurrently\b/i.test(statement) ? 0 : lockTimeoutMs}`);
      await connection.query(statement);
    }
    await record(connection, migration);
  } catch (error) {
    throw new MigrationError(
      `The migration ${migration.name} failed and starts from its beginning when it is run again: ${reasonOf(error)}.`,
      {
        cause: error,
      },
    );
  }
}

async function dropInvalidIndex(connection: pg.Client, name: string): Promise<void> {
  const { rowCount } = await connection.query('SELECT 1 FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid', [name]);
  if (rowCount !== 0) await connection.query(`DROP INDEX CONCURRENTLY ${name}`);
}

const record = (connection: pg.Client, { name, checksum }: Migration) =>
  connection.query('INSERT INTO migration (name, checksum) VALUES ($1, $2)', [name, checksum]);

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function inTransaction(connection: pg.Client, name: string, work: () => Promise<void>): Promise<void> {
  try {
    await connection.query('BEGIN');
    await work();
    await connection.query('COMMIT');
  } catch (error) {
    // A broken connection has already rolled back.
    await connection.query('ROLLBACK').catch(() => {});
    throw new MigrationError(`The migration ${name} failed and was undone: ${reasonOf(error)}.`, { cause: error });
  }
}

/** Returns true if the database has been migrated at least once. @param timeoutMs of the statement, in ms */
export async function isMigrated(db: Queryable, timeoutMs?: number): Promise<boolean> {
  const row = await db.queryOne<{ migrated: boolean }>({
    name: 'migrate.isMigrated',
    text: "select to_regclass('migration') is not null as migrated",
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
  return row?.migrated === true;
}
