import { expect, test } from 'vitest';
import { formatCount } from './format-count.ts';

test.each([
  { total: 0, of: 'wine', expected: 'No wines' },
  { total: 1, of: 'spirits', expected: '1 bottle' },
  { total: 12_345, of: 'wine', expected: '12,345 wines' },
  { total: 2, of: { one: 'mixed case', many: 'mixed cases' }, expected: '2 mixed cases' },
] as const)('formats $total as "$expected"', ({ total, of, expected }) => {
  expect(formatCount(total, of, 'en-AU')).toBe(expected);
});
