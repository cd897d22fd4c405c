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
  await expect.poll(states).toEqual([
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
  // At most one run waits while another one takes long, and a failed run waits for the next one.
  const queues = await database.queryMany({ text: "select policy, retry_limit from pgboss.queue where name = 'every-minute'" });
  expect(queues).toEqual([{ policy: 'short', retry_limit: 0 }]);
}, 150_000);
