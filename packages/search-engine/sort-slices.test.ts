import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runToEnd } from './segment-store.ts';
import { ranksInSlices, sortInSlices } from './sort-slices.ts';

test('merges sorted slices like a stable sort', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 60 }), fc.integer({ min: 0, max: 12_000 }), (few, more) => {
      const values = [...few, ...Array.from({ length: more }, (_, n) => (n * 7_919) % 101)].map((key, index) => ({ key, place: index }));
      const compare = (a: { key: number }, b: { key: number }) => a.key - b.key;
      expect(runToEnd(sortInSlices(values, compare))).toEqual([...values].sort(compare));
    }),
    { numRuns: 20 },
  );
});

test('ranks like a stable sort', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 2 ** 28 - 1 }))), (keys) => {
      const order = keys.map((key, index) => ({ key, place: index })).sort((a, b) => a.key - b.key);
      const ranks = Uint32Array.from(keys);
      order.forEach(({ place }, rank) => {
        ranks[place] = rank;
      });
      expect(runToEnd(ranksInSlices(Float64Array.from(keys)))).toEqual(ranks);
    }),
  );
});

test('splits the work into slices', () => {
  const slices = (work: Generator<void, unknown>): number => {
    let count = 1;
    while (work.next().done !== true) count++;
    return count;
  };
  const values = Array.from({ length: 100_000 }, (_, n) => (n * 7_919) % 100_003);
  expect(slices(sortInSlices(values, (a, b) => a - b))).toBeGreaterThan(40);
  expect(slices(ranksInSlices(Float64Array.from(values)))).toBeGreaterThan(4);
});
