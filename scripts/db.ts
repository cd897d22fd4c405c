/**
 * `npm run db:new -- NAME` creates the next migration. `npm run db:migrate` applies new migrations to DATABASE_URL or to the data
 * directory, as every start does.
 */
import { readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { MIGRATIONS_FOLDER } from '#lib/db/migrate.ts';
import { readConfig } from '#lib/server/config.ts';
import { openDataStore } from '#server/open-database.ts';

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
  console.log(`Created ${join(basename(MIGRATIONS_FOLDER), file)}. It runs in one transaction, once, at the next start.`);
}

async function migrateDatabase(): Promise<void> {
  const store = await openDataStore(readConfig(process.env), console.log);
  console.log(`Migrated ${store.location}.`);
  await store.close();
}

if (import.meta.main) {
  const [command, name = ''] = process.argv.slice(2);
  try {
    if (command === 'new') createMigration(name);
    else if (command === 'migrate') await migrateDatabase();
    else throw new Error('Use npm run db:new -- NAME or npm run db:migrate.');
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
