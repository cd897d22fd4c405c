import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type Database, openDatabase } from '#lib/db/pool.ts';
import { startJobs } from '#lib/server/jobs.ts';
import { createTestDatabase } from '#tests/fixtures/database.ts';

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  const own = await createTestDatabase();
  drop = own.drop;
  database = openDatabase(own.connectionString, 4);
});
afterAll(async () => {
  await database.close();
  await drop();
});

const MIGRATION = new URL('../../migrations/0108_job_names.sql', import.meta.url);

test('moves waiting jobs by the migration of queue names, and handles them under the new name', async () => {
  const before = await startJobs(database, ['order-mail', 'form'], () => {});
  await database.transaction((transaction) => before.queue(transaction, 'order-mail', { orderId: 'waiting' }));
  await before.stop();

  await database.execute({ text: await readFile(MIGRATION, 'utf8') });

  const jobs = await startJobs(database, ['send-order-email'], () => {});
  const handled: string[] = [];
  await jobs.work('send-order-email', z.object({ orderId: z.string() }), async ({ orderId }) => void handled.push(orderId));
  await expect.poll(() => handled, { timeout: 10_000 }).toEqual(['waiting']);
  await jobs.stop();
  const queues = await database.queryMany<{ name: string }>({ text: 'select name from pgboss.queue' });
  expect(queues.map(({ name }) => name).sort()).toEqual(expect.arrayContaining(['send-form-email', 'send-order-email']));
  expect(queues.map(({ name }) => name)).not.toContain('order-mail');
});

test('fails a job with an invalid payload alone, before its handler runs', async () => {
  const jobs = await startJobs(database, ['typed'], () => {});
  await database.transaction(async (transaction) => {
    await jobs.queue(transaction, 'typed', { id: 7 });
    await jobs.queue(transaction, 'typed', { id: 'seven' });
  });
  const handled: unknown[] = [];

  await jobs.work('typed', z.object({ id: z.string() }), async (data) => void handled.push(data));

  const states = () =>
    database.queryMany<{ id: unknown; state: string }>({
      text: "select data->'id' as id, state::text from pgboss.job where name = 'typed' order by data->>'id'",
    });
  await expect.poll(states, { timeout: 10_000 }).toEqual([
    { id: 7, state: 'retry' },
    { id: 'seven', state: 'completed' },
  ]);
  await jobs.stop();
  expect(handled).toEqual([{ id: 'seven' }]);
});

test('runs a scheduled task by its cron expression', async () => {
  const jobs = await startJobs(database, [], () => {}, { hasSchedules: true });
  const { promise, resolve } = Promise.withResolvers<void>();

  await jobs.schedule('every-minute', '* * * * *', async () => resolve());
  await promise;
  await jobs.stop();

  const schedules = await database.queryMany({ text: 'select name, cron from pgboss.schedule' });
  expect(schedules).toEqual([{ name: 'every-minute', cron: '* * * * *' }]);
}, 150_000);
