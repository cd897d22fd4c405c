import { expect, test } from 'vitest';
import { failureLimit } from './failure-rate-limit.ts';

test('blocks a client after its failures for one minute, and no other client [API-22]', async () => {
  let now = 0;
  const limit = failureLimit(3, () => now);
  for (const _ of [1, 2, 3]) {
    expect(await limit.begin('a')).toBe(0);
    limit.end('a', true);
  }
  expect(await limit.begin('a')).toBe(60);
  expect(await limit.begin('b')).toBe(0);
  now = 59_999;
  expect(await limit.begin('a')).toBe(1);
  now = 60_000;
  expect(await limit.begin('a')).toBe(0);
  limit.end('a', true);
  expect(await limit.begin('a')).toBe(0);
});

test('starts no more than the limit of sixty simultaneous attempts that fail', async () => {
  const limit = failureLimit(20, () => 0);
  let started = 0;

  const waits = await Promise.all(
    Array.from({ length: 60 }, async () => {
      const wait = await limit.begin('a');
      if (wait > 0) return wait;
      started += 1;
      await new Promise((resolve) => setTimeout(resolve, 5));
      limit.end('a', true);
      return 0;
    }),
  );

  expect(started).toBe(20);
  expect(waits.filter((wait) => wait > 0)).toHaveLength(40);
});

test('runs all of sixty simultaneous attempts that succeed, twenty at a time', async () => {
  const limit = failureLimit(20, () => 0);
  let running = 0;
  let most = 0;

  const waits = await Promise.all(
    Array.from({ length: 60 }, async () => {
      const wait = await limit.begin('a');
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
      limit.end('a', false);
      return wait;
    }),
  );

  expect(new Set(waits)).toEqual(new Set([0]));
  expect(most).toBe(20);
});
