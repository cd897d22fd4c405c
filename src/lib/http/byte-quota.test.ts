import { expect, test } from 'vitest';
import { byteQuota, quotaPart } from './byte-quota.ts';

test('counts the bytes of each client by minute and by day', () => {
  let now = 0;
  const quota = byteQuota({ perMinute: 100, perDay: 250 }, () => now);

  expect([quota.take('a', 60), quota.take('a', 60), quota.take('a', 40), quota.take('b', 100)]).toEqual([0, 60, 0, 0]);
  now = 60_000;
  expect(quota.take('a', 100)).toBe(0);
  now = 120_000;
  expect(quota.take('a', 60)).toBe(86_280);
  expect(quota.take('a', 50)).toBe(0);
  now = 86_400_000;
  expect(quota.take('a', 100)).toBe(0);
});

test('gives each process its part, and never less than one request needs', () => {
  expect(quotaPart({ perMinute: 2_000, perDay: 9_001 }, 2, 500)).toEqual({ perMinute: 1_000, perDay: 4_501 });
  expect(quotaPart({ perMinute: 2_000, perDay: 9_000 }, 10, 500)).toEqual({ perMinute: 500, perDay: 900 });
});
