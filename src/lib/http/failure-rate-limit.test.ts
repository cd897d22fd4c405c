import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type FailureCounts, failureLimit } from './failure-rate-limit.ts';

/** Counts of one client that answer after a moment, as a database does. */
function slowCounts(msLeft = 60_000): FailureCounts & { count: number } {
  const counts = {
    count: 0,
    async read() {
      await sleep(Math.random() * 3);
      const { count } = counts;
      await sleep(Math.random() * 3);
      return { count, msLeft };
    },
    async add() {
      await sleep(Math.random() * 3);
      counts.count += 1;
    },
  };
  return counts;
}

/** Makes attempts at once. @returns how many started and how many ran at the same time at most, and the seconds to wait of the others */
async function attempt(count: number, limit: ReturnType<typeof failureLimit>, hasFailed: boolean) {
  let running = 0;
  let started = 0;
  let most = 0;
  const waits = await Promise.all(
    Array.from({ length: count }, async () => {
      const wait = await limit.begin('a');
      if (wait > 0) return wait;
      started += 1;
      running += 1;
      most = Math.max(most, running);
      await sleep(5);
      running -= 1;
      await limit.end('a', hasFailed);
      return 0;
    }),
  );
  return { started, most, waits: waits.filter((wait) => wait > 0) };
}

test('says how long to wait once the failures of the minute are used up [API-22]', async () => {
  const counts = slowCounts(41_001);
  const limit = failureLimit(3, counts);
  counts.count = 2;
  expect(await limit.begin('a')).toBe(0);
  await limit.end('a', true);
  expect(await limit.begin('a')).toBe(42);
  counts.count = 0;
  expect(await limit.begin('a')).toBe(0);
});

test('starts no more than the limit of sixty simultaneous attempts that fail', async () => {
  expect(await attempt(60, failureLimit(20, slowCounts()), true)).toMatchObject({ started: 20, waits: Array(40).fill(60) });
});

test('runs all of sixty simultaneous attempts that succeed, twenty at a time', async () => {
  expect(await attempt(60, failureLimit(20, slowCounts()), false)).toEqual({ started: 60, most: 20, waits: [] });
});

test('two processes share the limit, but for attempts that one starts while it reads what the other counts', async () => {
  const counts = slowCounts();
  const attempts = await Promise.all([1, 2].map(() => attempt(60, failureLimit(20, counts, 2), true)));
  const started = attempts.reduce((sum, each) => sum + each.started, 0);
  expect(started).toBeGreaterThanOrEqual(20);
  expect(started).toBeLessThanOrEqual(30);
});

test('a count that cannot be read or added holds up no later attempt', async () => {
  const counts = slowCounts();
  const limit = failureLimit(1, {
    read: () => (counts.count === 0 ? counts.read('a') : Promise.reject(new Error('no database'))),
    add: () => Promise.reject(new Error('no database')),
  });
  expect(await limit.begin('a')).toBe(0);
  await expect(limit.end('a', true)).rejects.toThrow('no database');
  counts.count = 1;
  await expect(limit.begin('a')).rejects.toThrow('no database');
  counts.count = 0;
  expect(await limit.begin('a')).toBe(0);
});
