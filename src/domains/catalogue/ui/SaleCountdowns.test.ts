import { expect, test } from 'vitest';
import { formatTimeLeft } from './SaleCountdowns.tsx';

test.each([
  { ms: 47 * 3_600_000 + 5 * 60_000 + 9_000, expected: '47 h 5 min' },
  { ms: 3_600_000, expected: '1 h 0 min' },
  { ms: 3_599_999, expected: '59 min 59 s' },
  { ms: 999, expected: '0 min 0 s' },
  { ms: 0, expected: '' },
  { ms: -5, expected: '' },
])('formats $ms ms as $expected', ({ ms, expected }) => {
  expect(formatTimeLeft(ms)).toBe(expected);
});
