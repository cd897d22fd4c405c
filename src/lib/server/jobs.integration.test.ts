import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createTestDatabase } from '#tests/fixtures/database.ts';
import { type Database, openDatabase, type Statement } from '../db/pool.ts';
import { type JobOptions, type Jobs, startJobs } from './jobs.ts';

let database: Database;
let drop: () => Promise<void>;
let jobs: Jobs;
let unavailable = false;
let refusedWhileAway = 0;

/** Simulates a database that is disconnected while `away`. */
const pullable = (real: Database): Database => ({
  ...real,
  queryMany: async <Row>(statement: Statement) => {
    if (unavailable) {
      refusedWhileAway += 1;
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    }
    return real.queryMany<Row>(statement);
  },
});

beforeAll(async () => {
  const own = await createTestDatabase();
  drop = own.drop;
  database = openDatabase(own.connectionString, 4);
  jobs = await startJobs(pullable(database), ['greet', 'crowd', 'dark', 'clock'], () => {});
});
afterAll(async () => {
  await jobs.stop();
  await database.close();
  await drop();
});

test('creates a job only if its transaction commits', async () => {
  const done: unknown[] = [];
  await jobs.work('greet', z.object({ name: z.string() }), async (data) => {
    done.push(data.name);
  });
  await database.transaction((transaction) => jobs.queue(transaction, 'greet', { name: 'kept' }));
  await expect(
    database.transaction(async (transaction) => {
      await jobs.queue(transaction, 'greet', { name: 'undone' });
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  await expect.poll(() => done).toEqual(['kept']);
});

test('handles the jobs of a queue one at a time, and the next one without waiting', async () => {
  const count = 60;
  const begun: number[] = [];
  let running = 0;
  let mostRunning = 0;
  /** Taken before their turn: a process that is lost would leave them behind, and all of them would be started again. */
  const waiting = new Set<number>();
  await database.transaction(async (transaction) => {
    for (let number = 0; number < count; number += 1) await jobs.queue(transaction, 'crowd', { number });
  });

  await jobs.work('crowd', z.object({ number: z.number() }), async ({ number }) => {
    begun.push(number);
    running += 1;
    mostRunning = Math.max(mostRunning, running);
    const text = "select (data->>'number')::int as number from pgboss.job where name = 'crowd' and state = 'active'";
    for (const taken of await database.queryMany<{ number: number }>({ text }))
      if (!begun.includes(taken.number)) waiting.add(taken.number);
    running -= 1;
  });

  // With the polling interval between two jobs it would take nearly thirty seconds.
  await expect.poll(() => begun.length, { timeout: 25_000 }).toBe(count);
  expect(begun.toSorted((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, number) => number));
  expect([mostRunning, [...waiting]]).toEqual([1, []]);
});

test('marks a job as done after the database returns, and keeps the process alive', async () => {
  await jobs.work('dark', z.unknown(), async () => {
    unavailable = true;
  });
  await database.transaction((transaction) => jobs.queue(transaction, 'dark', { name: 'in the dark' }));
  await expect.poll(() => refusedWhileAway).toBeGreaterThan(2);
  unavailable = false;
  const state = () => database.queryOne<{ state: string }>({ text: "select state from pgboss.job where name = 'dark'" });
  await expect.poll(state).toEqual({ state: 'completed' });
});

test('throws no unhandled error if the process ends during a job without a database', async () => {
  const own = await startJobs(pullable(database), ['last'], () => {});
  const unheard: unknown[] = [];
  const onEvent = (reason: unknown): void => void unheard.push(reason);
  process.on('unhandledRejection', onEvent);
  const started = Promise.withResolvers<void>();
  await own.work('last', z.unknown(), async () => {
    unavailable = true;
    started.resolve();
    await new Promise((resolve) => setTimeout(resolve, 100));
  });
  await database.transaction((transaction) => jobs.queue(transaction, 'last', {}));
  await started.promise;
  await own.stop();
  unavailable = false;
  await new Promise((resolve) => setTimeout(resolve, 100));
  process.off('unhandledRejection', onEvent);
  expect(unheard).toEqual([]);
});

test('waits for a job fetched during stop, and until it is marked as done', async () => {
  const own = await createTestDatabase();
  const store = openDatabase(own.connectionString, 4);
  const fetched = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  const slow: Database = {
    ...store,
    queryMany: async <Row>(statement: Statement) => {
      const rows = await store.queryMany<Row>(statement);
      if (/skip locked/i.test(statement.text) && rows.length > 0) {
        fetched.resolve();
        await answer.promise;
      }
      return rows;
    },
  };
  const late = await startJobs(slow, ['late'], () => {});
  let isDone = false;
  await late.work('late', z.unknown(), async () => {
    await sleep(200);
    await store.queryOne({ text: 'select 1' });
    isDone = true;
  });
  await store.transaction((transaction) => late.queue(transaction, 'late', {}));
  await fetched.promise;

  const stopped = late.stop();
  // The library has looked for running jobs before this.
  setTimeout(answer.resolve, 200);
  await stopped;

  expect(isDone).toBe(true);
  await store.close();
  const left = openDatabase(own.connectionString, 1);
  expect(await left.queryOne({ text: "select state from pgboss.job where name = 'late'" })).toEqual({ state: 'completed' });
  await left.close();
  await own.drop();
});

test('ends the schedules of jobs that were renamed', async () => {
  const schedules = () => database.queryMany<{ name: string }>({ text: 'select name from pgboss.schedule order by name' });
  await jobs.schedule('run-daily', '0 0 1 1 *', async () => {});
  await jobs.schedule('run-hourly', '0 0 1 1 *', async () => {});

  await jobs.keepSchedules(['run-hourly']);

  expect(await schedules()).toEqual([{ name: 'run-hourly' }]);
});

test('cleans the tables of the library, and asks for the time of the database, only where scheduled jobs run', async () => {
  const intervals = vi.spyOn(globalThis, 'setInterval');
  const countTimers = async (options: JobOptions): Promise<number> => {
    intervals.mockClear();
    const started = await startJobs(database, [], () => {}, options);
    const found = intervals.mock.calls.filter(([, ms]) => ms === 60_000 || ms === 600_000).length;
    await started.stop();
    return found;
  };

  expect([await countTimers({}), await countTimers({ hasSchedules: true })]).toEqual([0, 2]);
  intervals.mockRestore();
});

test('goes on within seconds after the clock was set back by an hour', async () => {
  const now = Date.now;
  const done: string[] = [];
  await jobs.work('clock', z.object({ name: z.string() }), async ({ name }) => {
    done.push(name);
    // During the work, so that it seems to end before it has begun.
    if (name === 'first') vi.spyOn(Date, 'now').mockImplementation(() => now() - 3_600_000);
  });
  const queue = (name: string) => database.transaction((transaction) => jobs.queue(transaction, 'clock', { name }));
  await queue('first');
  await expect.poll(() => done, { timeout: 10_000 }).toEqual(['first']);

  await queue('second');

  await expect.poll(() => done, { timeout: 20_000 }).toEqual(['first', 'second']);
  vi.restoreAllMocks();
}, 40_000);
