/** The processes of the last release run on the schema of this one until they are replaced. */
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '#lib/db/migrate.ts';
import { MIGRATIONS_FOLDER } from '#lib/db/migration-files.ts';
import { type Database, openDatabase } from '#lib/db/pool.ts';
import { installQueues, LIBRARY_SCHEMA } from '#lib/server/install-queues.ts';
import { createTestDatabase } from '#tests/fixtures/database.ts';
import { readReleasedStatements } from './released-statements.ts';
import { findInvalidStatements } from './row-types/find-invalid-statements.ts';

const last = readReleasedStatements();
/** The table was dropped before there was a rule, so shops stop for the upgrade from that release. */
const KNOWN = last.release === '0.2.0' ? ['loyalty_programmes', 'loyalty_programmes', 'loyalty_programmes'] : [];
/**
 * Versions of the tables of the job library on which the last release was seen to queue and run jobs. The library sends statements of its
 * own, which nobody stores: run that release on a new version before you add it.
 */
const USABLE_LIBRARY_SCHEMAS = [last.jobLibrarySchema];

async function openTestDatabase(isEmpty: boolean): Promise<{ database: Database; close: () => Promise<void> }> {
  const own = await createTestDatabase({ isEmpty });
  const database = openDatabase(own.connectionString, 2);
  const close = async () => {
    await database.close();
    await own.drop();
  };
  return { database, close };
}

let current: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  current = await openTestDatabase(false);
  await installQueues(current.database, { queues: [], scheduled: [] });
});
afterAll(() => current.close());

test('every statement of the last release is valid on the new schema', async () => {
  const invalid = await findInvalidStatements(current.database.connectionString, last.statements);

  expect(Object.values(last.statements).flat().length).toBeGreaterThan(500);
  expect(invalid.map((line) => /relation "(\w+)" does not exist/.exec(line)?.[1] ?? line)).toEqual(KNOWN);
});

test('the last release can use the tables of the job library', () => {
  expect(USABLE_LIBRARY_SCHEMAS).toContain(LIBRARY_SCHEMA);
});

test('a statement that names what is gone is found', async () => {
  const statements = { 'a.ts': ['select id from orders', 'select nope from orders'] };

  expect(await findInvalidStatements(current.database.connectionString, statements)).toEqual([
    'a.ts: column "nope" does not exist: select nope from orders',
  ]);
});

describe('columns that a row has to be given', () => {
  interface Column {
    readonly name: string;
    readonly isRequired: boolean;
  }
  const readColumns = (database: Database): Promise<readonly Column[]> =>
    database.queryMany<Column>({
      text: `select c.relname || '.' || a.attname as name, a.attnotnull and not a.atthasdef and a.attidentity = '' as "isRequired"
        from pg_attribute a join pg_class c on c.oid = a.attrelid
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped`,
    });
  /** Returns the columns that rows of tables of the release did not need. */
  function newlyRequired(before: readonly Column[], after: readonly Column[]): readonly string[] {
    const tables = new Set(before.map(({ name }) => name.split('.')[0]));
    const required = new Set(before.filter(({ isRequired }) => isRequired).map(({ name }) => name));
    return after
      .filter(({ name, isRequired }) => isRequired && tables.has(name.split('.')[0]) && !required.has(name))
      .map(({ name }) => name);
  }
  let released: Awaited<ReturnType<typeof openTestDatabase>>;
  let folder: string;
  beforeAll(async () => {
    released = await openTestDatabase(true);
    folder = await mkdtemp(join(tmpdir(), 'cellardoor-released-'));
    await Promise.all(last.migrations.map((name) => copyFile(join(MIGRATIONS_FOLDER, name), join(folder, name))));
    await migrate(released.database.connectionString, { folder });
  });
  afterAll(async () => {
    await released.close();
    await rm(folder, { recursive: true });
  });

  test('are those of the last release, so that its processes can write', async () => {
    const before = await readColumns(released.database);

    expect(before.length).toBeGreaterThan(300);
    expect(newlyRequired(before, await readColumns(current.database))).toEqual([]);
  });

  test('are found if a migration adds one', async () => {
    const before = await readColumns(released.database);
    await released.database.execute({ text: 'alter table favourites add column gift text not null' });

    expect(newlyRequired(before, await readColumns(released.database))).toEqual(['favourites.gift']);
  });
});
