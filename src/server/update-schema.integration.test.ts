import { afterEach, beforeEach, expect, test } from 'vitest';
import { withMigrationLock } from '#lib/db/migrate.ts';
import { type Database, openDatabase } from '#lib/db/pool.ts';
import type { TestDatabase } from '#tests/fixtures/cluster.ts';
import { createTestDatabase } from '#tests/fixtures/database.ts';
import { readMissingSchema, updateSchema } from './update-schema.ts';

let own: TestDatabase;
let database: Database;
beforeEach(async () => {
  own = await createTestDatabase();
  database = openDatabase(own.connectionString, 1);
});
afterEach(async () => {
  await database.close();
  await own.drop();
});

test('creates queues while no other process migrates, and gives way to others while they have its locks', async () => {
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  let updated: Promise<readonly string[]> | undefined;

  await withMigrationLock(
    own.connectionString,
    () => {},
    async () => {
      updated = updateSchema(own.connectionString, log);
      await expect
        .poll(() => lines, { timeout: 10_000 })
        .toEqual(['Another process migrates this database. Waiting until it has finished.']);
      expect(await database.queryOne({ text: "select to_regclass('pgboss.queue')::text as queues" })).toEqual({ queues: null });
    },
  );

  expect(await updated).toContain('the queue send-order-email');
  expect(await readMissingSchema(own.connectionString)).toEqual([]);
  await database.execute({ text: "select pgboss.delete_queue('send-order-email')" });
  lines.length = 0;

  await database.transaction(async (transaction) => {
    await transaction.execute({ text: 'lock table pgboss.queue in share mode' });
    updated = updateSchema(own.connectionString, log);
    await expect
      .poll(() => lines, { timeout: 15_000 })
      .toEqual(['The queues of jobs need a lock that others have. It is tried up to 15 times.']);
  });

  expect(await updated).toEqual(['the queue send-order-email']);
}, 60_000);
