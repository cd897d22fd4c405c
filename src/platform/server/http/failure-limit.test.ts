import { expect, test } from 'vitest';
import { failureLimit } from './failure-limit.ts';

test('a client waits after its failures, others do not, and a minute later it may go on', () => {
  let now = 0;
  const limit = failureLimit(3, () => now);
  for (const _ of [1, 2, 3]) {
    expect(limit.waitSeconds('a')).toBe(0);
    limit.failed('a');
  }
  expect(limit.waitSeconds('a')).toBe(60);
  expect(limit.waitSeconds('b')).toBe(0);
  now = 59_999;
  expect(limit.waitSeconds('a')).toBe(1);
  now = 60_000;
  expect(limit.waitSeconds('a')).toBe(0);
  limit.failed('a');
  expect(limit.waitSeconds('a')).toBe(0);
});
