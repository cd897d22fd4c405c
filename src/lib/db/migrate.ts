/**
 * Runs migrations: the SQL files of `migrations/`, once each, in the order of their names. Migrations only go forward; a later file
 * corrects an applied one.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

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
 * @param connectionString the owner of the database
 * @throws MigrationError if a file fails (it is rolled back) or changed after it was applied
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

/** Sends the file as one message. It may contain many statements, but none that cannot run in a transaction. */
async function apply(connection: pg.Client, migration: Migration): Promise<void> {
  try {
    await connection.query('BEGIN');
    await connection.query(migration.sql);
    await connection.query('INSERT INTO migration (name, checksum) VALUES ($1, $2)', [migration.name, migration.checksum]);
    await connection.query('COMMIT');
  } catch (error) {
    // A broken connection has already rolled back.
    await connection.query('ROLLBACK').catch(() => {});
    const reason = error instanceof Error ? error.message : String(error);
    throw new MigrationError(`The migration ${migration.name} failed and was undone: ${reason}.`, { cause: error });
  }
}
