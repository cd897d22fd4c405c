import { expect, test } from 'vitest';
import { maxOf, minOf } from './extremes.ts';

test('finds the extremes of a list that is too long for a spread', () => {
  const numbers = Float64Array.from({ length: 500_000 }, (_, n) => n - 7);

  expect(maxOf(numbers)).toBe(499_992);
  expect(minOf(numbers)).toBe(-7);
});

test('returns the given bound for an empty list', () => {
  expect(maxOf([], 1)).toBe(1);
  expect(maxOf([])).toBe(Number.NEGATIVE_INFINITY);
  expect(minOf([])).toBe(Number.POSITIVE_INFINITY);
});
