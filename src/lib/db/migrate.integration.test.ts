import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TestDatabase } from '#tests/fixtures/cluster.ts';
import { createTestDatabase } from '#tests/fixtures/database.ts';
import { MigrationError, migrate, readPendingMigrations } from './migrate.ts';

let folder: string;
let database: TestDatabase;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  database = await createTestDatabase();
});

afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

async function query(sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Opens a transaction that runs a statement. */
async function openTransaction(sql: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  await client.query('BEGIN');
  await client.query(sql);
  return client;
}

const file = (name: string, sql: string) => writeFile(join(folder, name), sql);

describe('migrate', () => {
  test.each([
    ['an empty folder', () => folder],
    ['a missing folder', () => join(folder, 'none')],
  ])('does nothing for %s', async (_name, where) => {
    await mkdir(folder, { recursive: true });
    await expect(migrate(database.connectionString, { folder: where() })).resolves.toEqual([]);
  });

  test('applies new files in the order of their names, each once', async () => {
    await file('0002_row.sql', 'INSERT INTO wine VALUES (1); INSERT INTO wine VALUES (2);');
    await file('0001_table.sql', 'CREATE TABLE wine (id int);');
    expect(await migrate(database.connectionString, { folder })).toEqual(['0001_table.sql', '0002_row.sql']);
    await file('0003_more.sql', 'INSERT INTO wine VALUES (3);');
    expect(await readPendingMigrations(database.connectionString, folder)).toEqual(['0003_more.sql']);
    await migrate(database.connectionString, { folder });
    expect(await query('SELECT id FROM wine ORDER BY id')).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
  });

  test('applies each file once if processes start at the same time', async () => {
    await file('0001_table.sql', 'CREATE TABLE wine (id int); INSERT INTO wine VALUES (1); SELECT pg_sleep(0.05);');
    await Promise.all(Array.from({ length: 5 }, () => migrate(database.connectionString, { folder })));
    expect(await query('SELECT id FROM wine')).toEqual([{ id: 1 }]);
  });

  test('rolls back a file that fails, names it and keeps the earlier ones', async () => {
    await file('0001_table.sql', 'CREATE TABLE wine (id int);');
    await file('0002_broken.sql', 'INSERT INTO wine VALUES (1); SELECT nonsense;');
    await expect(migrate(database.connectionString, { folder })).rejects.toThrow(/0002_broken\.sql failed and was undone: .*nonsense/);
    expect(await query('SELECT id FROM wine')).toEqual([]);
    await file('0002_broken.sql', 'INSERT INTO wine VALUES (2);');
    await migrate(database.connectionString, { folder });
    expect(await query('SELECT id FROM wine')).toEqual([{ id: 2 }]);
  });

  test('rejects a file that changed after it was applied', async () => {
    await file('0001_table.sql', 'CREATE TABLE wine (id int);');
    await migrate(database.connectionString, { folder });
    await file('0001_table.sql', 'CREATE TABLE wine (id bigint);');
    await expect(migrate(database.connectionString, { folder })).rejects.toThrow(MigrationError);
  });

  test('gives way to others while they have its locks, and tries again', async () => {
    await file('0001_table.sql', 'CREATE TABLE wine (id int);');
    await migrate(database.connectionString, { folder });
    await file('0002_column.sql', 'ALTER TABLE wine ADD COLUMN name text;');
    const other = await openTransaction('LOCK TABLE wine IN ACCESS SHARE MODE');
    const lines: string[] = [];
    const log = (line: string) => lines.push(line);

    const once = migrate(database.connectionString, { folder, lockTimeoutMs: 50, maxAttempts: 1 });
    await expect(once).rejects.toThrow('0002_column.sql got no lock in 1 attempts of 0.05 s.');
    const again = migrate(database.connectionString, { folder, lockTimeoutMs: 50, log });
    await expect.poll(() => lines, { timeout: 5_000 }).toEqual([expect.stringContaining('0002_column.sql needs a lock that others have')]);
    await other.end();

    expect(await again).toEqual(['0002_column.sql']);
  });

  test('tries again after a deadlock', async () => {
    await query('CREATE SEQUENCE attempts');
    await file(
      '0001_table.sql',
      `CREATE TABLE wine (id int);
      DO $$ BEGIN IF nextval('attempts') = 1 THEN RAISE EXCEPTION 'deadlock detected' USING ERRCODE = '40P01'; END IF; END $$;`,
    );

    expect(await migrate(database.connectionString, { folder })).toEqual(['0001_table.sql']);
  });

  describe('without a transaction', () => {
    const INDEX = 'CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS wine_id ON wine (id);\n';
    const ALONE = `-- The index is built while the shop sells.\n-- transaction: none\n\n${INDEX}`;
    const isValid = () => query("SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('wine_id')");
    beforeEach(() => file('0001_table.sql', 'CREATE TABLE wine (id int); INSERT INTO wine VALUES (1), (1);'));

    test('runs only files that ask for it', async () => {
      await file('0002_index.sql', INDEX);

      await expect(migrate(database.connectionString, { folder })).rejects.toThrow('cannot run inside a transaction block');
    });

    test('drops an index that was left invalid, and builds it again', async () => {
      await file('0002_index.sql', ALONE);
      await expect(migrate(database.connectionString, { folder })).rejects.toThrow('0002_index.sql failed and starts from its beginning');
      expect(await isValid()).toEqual([{ indisvalid: false }]);
      await query('DELETE FROM wine');

      await migrate(database.connectionString, { folder });

      expect(await isValid()).toEqual([{ indisvalid: true }]);
    });

    test('does not block itself on other processes that wait to migrate', async () => {
      await file(
        '0002_index.sql',
        `${ALONE.replace('UNIQUE ', '')}SELECT pg_sleep(0.5);\n${INDEX.replaceAll('wine_id', 'wine_too').replace('UNIQUE ', '')}`,
      );

      const runs = await Promise.all([1, 2, 3].map(() => migrate(database.connectionString, { folder })));

      expect(runs.flat()).toEqual(['0001_table.sql', '0002_index.sql']);
    });
  });
});
