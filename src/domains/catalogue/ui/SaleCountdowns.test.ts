import { expect, test } from 'vitest';
import { leftWords } from './SaleCountdowns.tsx';

test.each([
  { left: 47 * 3_600_000 + 5 * 60_000 + 9_000, words: '47 h 5 min' },
  { left: 3_600_000, words: '1 h 0 min' },
  { left: 3_599_999, words: '59 min 59 s' },
  { left: 999, words: '0 min 0 s' },
  { left: 0, words: '' },
  { left: -5, words: '' },
])('formats $left ms as $words', ({ left, words }) => {
  expect(leftWords(left)).toBe(words);
});
