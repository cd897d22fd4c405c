/**
 * Runs migrations: the SQL files of `migrations/`, once each, in the order of their names. Migrations only go forward; a later file
 * corrects an applied one.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Queryable } from './pool.ts';

export const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../../migrations/', import.meta.url));

/** Advisory lock that serialises processes that migrate at the same time. Any number that is unused in this database. */
const ADVISORY_LOCK = 5_201_713;

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** A migration that cannot be applied. The message consists of whole sentences and names the file. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/**
 * Applies each new file of `folder` in its own transaction and records it in the table `migration`. Does nothing without new files or a
 * folder. Ignores recorded files that this version does not have, so that an older process can start next to a newer one.
 *
 * The first file is the whole schema as of one release. A database of the release before it has none of these files applied: the script in
 * `folder`/bridge changes it in place, in one transaction, into what the first file creates.
 * @param connectionString the owner of the database
 * @throws MigrationError if a file fails (it is rolled back) or changed after it was applied, or the database is older than the bridge
 */
export async function migrate(connectionString: string, folder: string = MIGRATIONS_FOLDER): Promise<void> {
  const migrations = await readMigrations(folder);
  if (migrations.length === 0) return;
  const connection = new pg.Client({ connectionString });
  await connection.connect();
  try {
    await connection.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCK]);
    await connection.query(
      'CREATE TABLE IF NOT EXISTS migration (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
    );
    const { rows } = await connection.query<{ name: string; checksum: string }>('SELECT name, checksum FROM migration');
    const applied = new Map(rows.map((row) => [row.name, row.checksum]));
    const [schema] = migrations;
    const bridge = await readBridge(folder);
    if (schema && bridge && applied.size > 0 && !applied.has(schema.name)) {
      await crossBridge(connection, schema, [...applied.keys()], bridge);
      applied.set(schema.name, schema.checksum);
    }
    for (const migration of migrations) {
      const checksum = applied.get(migration.name);
      if (checksum === undefined) await apply(connection, migration);
      else if (checksum !== migration.checksum) {
        throw new MigrationError(
          `${migration.name} was changed after it was applied to this database. Restore it and put the change in a new migration.`,
        );
      }
    }
  } finally {
    await connection.end();
  }
}

async function readMigrations(folder: string): Promise<readonly Migration[]> {
  let names: string[];
  try {
    names = await readdir(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
  const files = names.filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

interface Bridge {
  /** The release whose databases the bridge can migrate. */
  readonly release: string;
  /** Every migration of that release. */
  readonly replaced: readonly string[];
  readonly sql: string;
}

async function readBridge(folder: string): Promise<Bridge | null> {
  const read = (name: string) => readFile(join(folder, 'bridge', name), 'utf8').catch(() => null);
  const [list, sql] = await Promise.all([read('replaced.txt'), read('to-0001.sql')]);
  if (list === null || sql === null) return null;
  const lines = list.split('\n').filter(Boolean);
  return { release: lines[0]?.replace(/^# release /, '') ?? '', replaced: lines.slice(1), sql };
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
    await connection.query('INSERT INTO migration (name, checksum) VALUES ($1, $2)', [schema.name, schema.checksum]);
  });
}

/** Applies one file. Sends it as one message, which may contain many statements, but none that cannot run in a transaction. */
async function apply(connection: pg.Client, migration: Migration): Promise<void> {
  await inTransaction(connection, migration.name, async () => {
    await connection.query(migration.sql);
    await connection.query('INSERT INTO migration (name, checksum) VALUES ($1, $2)', [migration.name, migration.checksum]);
  });
}

async function inTransaction(connection: pg.Client, name: string, work: () => Promise<void>): Promise<void> {
  try {
    await connection.query('BEGIN');
    await work();
    await connection.query('COMMIT');
  } catch (error) {
    // A broken connection has already rolled back.
    await connection.query('ROLLBACK').catch(() => {});
    const reason = error instanceof Error ? error.message : String(error);
    throw new MigrationError(`The migration ${name} failed and was undone: ${reason}.`, { cause: error });
  }
}

/** Returns true if the database has been migrated at least once. */
export async function isMigrated(db: Queryable): Promise<boolean> {
  const row = await db.queryOne<{ migrated: boolean }>({
    name: 'migrate.isMigrated',
    text: "select to_regclass('migration') is not null as migrated",
  });
  return row?.migrated === true;
}
