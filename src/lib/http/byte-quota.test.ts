import { expect, test } from 'vitest';
import { byteQuota } from './byte-quota.ts';

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
