/** Reads the files of `migrations/`. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../../migrations/', import.meta.url));

/** Comment at the head of a file whose statements PostgreSQL does not run in a transaction, such as `create index concurrently`. */
const NO_TRANSACTION = '-- transaction: none';

export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
  /** False if each statement is committed by itself. */
  readonly isAtomic: boolean;
}

/** Returns the migrations of a folder in the order of their names; none if it does not exist. */
export async function readMigrations(folder: string): Promise<readonly Migration[]> {
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
      const checksum = createHash('sha256').update(sql).digest('hex');
      return { name, sql, checksum, isAtomic: !headOf(sql).includes(NO_TRANSACTION) };
    }),
  );
}

/** Returns the comment lines at the start of a file. */
export function headOf(sql: string): readonly string[] {
  const lines = sql.split('\n').map((line) => line.trimEnd());
  const end = lines.findIndex((line) => !line.startsWith('--'));
  return end < 0 ? lines : lines.slice(0, end);
}

/** Splits a file without a transaction into statements, at semicolons that end a line. It has no bodies of functions. */
export const splitStatements = (sql: string): readonly string[] =>
  sql
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => !line.startsWith('--'))
    .join('\n')
    .split(';\n')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');

/** Returns the name of the index that a statement creates concurrently, or null. */
export const concurrentIndexOf = (statement: string): string | null =>
  /^create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?([a-z_][a-z0-9_]*)\s+on\b/i.exec(statement)?.[1] ?? null;

export interface Bridge {
  /** The release whose databases the bridge can migrate. */
  readonly release: string;
  /** Every migration of that release. */
  readonly replaced: readonly string[];
  readonly sql: string;
}

/** Reads the script that changes a database of an earlier release into what the first file creates. */
export async function readBridge(folder: string): Promise<Bridge | null> {
  const read = (name: string) => readFile(join(folder, 'bridge', name), 'utf8').catch(() => null);
  const [list, sql] = await Promise.all([read('replaced.txt'), read('to-0001.sql')]);
  if (list === null || sql === null) return null;
  const lines = list.split('\n').filter(Boolean);
  return { release: lines[0]?.replace(/^# release /, '') ?? '', replaced: lines.slice(1), sql };
}
