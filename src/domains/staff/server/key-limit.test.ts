import { expect, test } from 'vitest';
import { createKeyLimit } from './key-limit.ts';

test('lets a key make its calls of a minute, refuses the next, and does not count other keys', () => {
  let time = 0;
  const mayCall = createKeyLimit(3, () => time);

  expect([1, 2, 3, 4].map(() => mayCall(1))).toEqual([true, true, true, false]);
  expect(mayCall(2)).toBe(true);

  time = 59_999;
  expect(mayCall(1)).toBe(false);
  time = 60_000;
  expect(mayCall(1)).toBe(true);
});
