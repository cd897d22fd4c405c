/** `npm run db:new -- NAME` creates the next migration. */
import { readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { MIGRATIONS_FOLDER } from '#lib/db/migration-files.ts';

const NAME = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;

/**
 * Returns the file name of a new migration: the number after the highest one, and the name in snake case. @throws Error if the
 * name contains anything but words and digits
 */
export function nextMigrationFile(existing: readonly string[], name: string): string {
  const slug = name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
  if (!NAME.test(slug)) throw new Error(`"${name}" is no name for a migration. Use words, for example: npm run db:new -- add_gift_wrap`);
  const last = existing.reduce((most, file) => Math.max(most, Number(/^(\d+)_.*\.sql$/.exec(file)?.[1] ?? 0)), 0);
  return `${String(last + 1).padStart(4, '0')}_${slug}.sql`;
}

function createMigration(name: string): void {
  const file = nextMigrationFile(readdirSync(MIGRATIONS_FOLDER), name);
  writeFileSync(join(MIGRATIONS_FOLDER, file), '-- What changes, and why.\n', { flag: 'wx' });
  console.log(
    `Created ${join(basename(MIGRATIONS_FOLDER), file)}. It runs once, in one transaction, at the next start or by npm run cli -- migrate.`,
  );
}

if (import.meta.main) {
  const [name = ''] = process.argv.slice(2);
  try {
    createMigration(name);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
