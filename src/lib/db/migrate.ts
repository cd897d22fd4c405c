/**
 * Migrations: the SQL files of `migrations/`, applied once each, in the order of their names. They only go forward; what an
 * applied file did is changed by a later file, never in place.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

export const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../../migrations/', import.meta.url));

/** Held while migrating, so that processes that start at once wait for each other. Any number nobody else uses in this database. */
const ADVISORY_LOCK = 5_201_713;

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** A migration that cannot be applied; `message` is whole sentences and names the file. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/**
 * Brings a database up to date: each new file of `folder` runs in a transaction of its own and is then remembered in the table
 * `migration`. Does nothing when there is nothing new, or no folder. Files that the database knows and this version of the shop
 * does not are left alone, so that an older process can start beside a newer one.
 * @param connectionString the owner of the database
 * @throws MigrationError when a file fails (nothing of it stays) or was changed after it had been applied
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
    for (const migration of migrations) {
      const checksum = applied.get(migration.name);
      if (checksum === undefined) await apply(connection, migration);
      else if (checksum !== migration.checksum) {
        throw new MigrationError(
          `${migration.name} was changed after it had been applied to this database. Put it back, and make the change in a new file.`,
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

/** Sends the file as one message, so it may hold many statements but none that refuses a transaction. */
async function apply(connection: pg.Client, migration: Migration): Promise<void> {
  try {
    await connection.query('BEGIN');
    await connection.query(migration.sql);
    await connection.query('INSERT INTO migration (name, checksum) VALUES ($1, $2)', [migration.name, migration.checksum]);
    await connection.query('COMMIT');
  } catch (error) {
    // A connection that broke has rolled back by itself.
    await connection.query('ROLLBACK').catch(() => {});
    const reason = error instanceof Error ? error.message : String(error);
    throw new MigrationError(`The migration ${migration.name} failed and was undone: ${reason}.`, { cause: error });
  }
}
