import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toPriceHistogram } from './hosted-search.ts';
import { priceScale, stopOf } from './price-stops.ts';

const at = (...prices: number[]) => prices.map((price) => ({ value: String(price), count: 1 }));

describe('priceScale', () => {
  test.each([
    { name: 'nothing', counts: [], scale: null },
    { name: 'one price', counts: at(20, 20), scale: null },
    { name: 'the dearest one on a stop, which the last bar includes', counts: at(15, 20), scale: { stops: [15, 18, 20], bars: [1, 1] } },
    { name: 'two prices in one step', counts: at(21, 24), scale: { stops: [20, 25], bars: [2] } },
    {
      name: 'a price on a stop belongs to the step above it',
      counts: at(15, 20, 30),
      scale: { stops: [15, 18, 20, 25, 30], bars: [1, 0, 1, 1] },
    },
    { name: 'dearer than every stop', counts: at(4_000, 9_000.5), scale: { stops: [2_000, 5_000, 9_001], bars: [1, 1] } },
  ])('$name', ({ counts, scale }) => {
    expect(priceScale(toPriceHistogram(counts))).toEqual(scale);
  });

  test('puts every offer in one bar and every price between the ends', () => {
    const prices = fc.array(
      fc.record({ value: fc.integer({ min: 1, max: 900_000 }).map((cents) => String(cents / 100)), count: fc.nat(50) }),
      {
        minLength: 2,
      },
    );
    fc.assert(
      fc.property(prices, (counts) => {
        const scale = priceScale(toPriceHistogram(counts));
        if (scale === null) return;
        expect(scale.bars.reduce((sum, bar) => sum + bar, 0)).toBe(counts.reduce((sum, { count }) => sum + count, 0));
        expect(scale.stops).toEqual([...scale.stops].sort((a, b) => a - b));
        expect(scale.bars).toHaveLength(scale.stops.length - 1);
      }),
    );
  });
});

describe('stopOf', () => {
  const stops = [10, 20, 50];
  test.each([
    { name: 'open below', bound: null, side: 'low', expected: 0 },
    { name: 'open above', bound: null, side: 'high', expected: 2 },
    { name: 'on a stop', bound: 20, side: 'low', expected: 1 },
    { name: 'between, from below', bound: 30, side: 'low', expected: 1 },
    { name: 'between, from above', bound: 30, side: 'high', expected: 2 },
    { name: 'below every stop', bound: 5, side: 'low', expected: 0 },
    { name: 'above every stop', bound: 99, side: 'high', expected: 2 },
  ] as const)('$name', ({ bound, side, expected }) => {
    expect(stopOf(stops, bound, side)).toBe(expected);
  });
});
