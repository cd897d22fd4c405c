import { expect, test } from 'vitest';
import { MIN_ROUNDS, ratioOf } from './ratio.ts';

test('is exact where every round agrees', () => {
  const { mean, low, high } = ratioOf(Array.from({ length: 10 }, (_, round) => [round + 1, 1.5 * (round + 1)] as const));

  expect(mean).toBeCloseTo(1.5);
  expect(high - low).toBeCloseTo(0);
});

test('has an interval around 1 where rounds disagree', () => {
  const { low, high } = ratioOf(Array.from({ length: 10 }, (_, round) => (round % 2 === 0 ? ([1, 2] as const) : ([2, 1] as const))));

  expect(low).toBeLessThan(1);
  expect(high).toBeGreaterThan(1);
  expect(low * high).toBeCloseTo(1);
});

test('refuses a few rounds', () => {
  expect(() => ratioOf(Array.from({ length: MIN_ROUNDS - 1 }, () => [1, 1] as const))).toThrow(
    '10 rounds are needed, and 9 were measured.',
  );
});
