import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TestDatabase } from '#tests/fixtures/cluster.ts';
import { createTestDatabase } from '#tests/fixtures/database.ts';
import { MigrationError, migrate } from './migrate.ts';

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

const file = (name: string, sql: string) => writeFile(join(folder, name), sql);

describe('migrate', () => {
  test.each([
    ['an empty folder', () => folder],
    ['a missing folder', () => join(folder, 'none')],
  ])('does nothing for %s', async (_name, where) => {
    await mkdir(folder, { recursive: true });
    await expect(migrate(database.connectionString, where())).resolves.toBeUndefined();
  });

  test('applies new files in the order of their names, each once', async () => {
    await file('0002_row.sql', 'INSERT INTO wine VALUES (1); INSERT INTO wine VALUES (2);');
    await file('0001_table.sql', 'CREATE TABLE wine (id int);');
    await migrate(database.connectionString, folder);
    await file('0003_more.sql', 'INSERT INTO wine VALUES (3);');
    await migrate(database.connectionString, folder);
    expect(await query('SELECT id FROM wine ORDER BY id')).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
  });

  test('applies each file once if processes start at the same time', async () => {
    await file('0001_table.sql', 'CREATE TABLE wine (id int); INSERT INTO wine VALUES (1); SELECT pg_sleep(0.05);');
    await Promise.all(Array.from({ length: 5 }, () => migrate(database.connectionString, folder)));
    expect(await query('SELECT id FROM wine')).toEqual([{ id: 1 }]);
  });

  test('rolls back a file that fails, names it and keeps the earlier ones', async () => {
    await file('0001_table.sql', 'CREATE TABLE wine (id int);');
    await file('0002_broken.sql', 'INSERT INTO wine VALUES (1); SELECT nonsense;');
    await expect(migrate(database.connectionString, folder)).rejects.toThrow(/0002_broken\.sql failed and was undone: .*nonsense/);
    expect(await query('SELECT id FROM wine')).toEqual([]);
    await file('0002_broken.sql', 'INSERT INTO wine VALUES (2);');
    await migrate(database.connectionString, folder);
    expect(await query('SELECT id FROM wine')).toEqual([{ id: 2 }]);
  });

  test('rejects a file that changed after it was applied', async () => {
    await file('0001_table.sql', 'CREATE TABLE wine (id int);');
    await migrate(database.connectionString, folder);
    await file('0001_table.sql', 'CREATE TABLE wine (id bigint);');
    await expect(migrate(database.connectionString, folder)).rejects.toThrow(MigrationError);
  });
});
