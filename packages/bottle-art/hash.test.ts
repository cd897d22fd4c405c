import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hash, pick, sequence } from './hash.ts';

describe('hash', () => {
  test.each([
    ['', 3581716361],
    ['Wirrabeen Ridge', 3_514_023_436],
    ['獺祭', 809_526_516],
  ])('of %j never changes, so that labels never change', (text, expected) => {
    expect(hash(text)).toBe(expected);
  });

  test('differs with another seed', () => {
    expect(hash('Wirrabeen Ridge', 1)).not.toBe(hash('Wirrabeen Ridge'));
  });

  test('is an unsigned 32-bit integer for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => Number.isInteger(hash(text)) && hash(text) >= 0 && hash(text) < 2 ** 32),
    );
  });

  test('spreads producers evenly over sixteen layouts', () => {
    const counts = new Array<number>(16).fill(0);
    for (let i = 0; i < 1600; i++) counts[(hash(`House ${i}`) >>> 3) % 16] = (counts[(hash(`House ${i}`) >>> 3) % 16] ?? 0) + 1;
    expect(Math.min(...counts)).toBeGreaterThan(60);
    expect(Math.max(...counts)).toBeLessThan(140);
  });
});

describe('sequence', () => {
  test('repeats itself for the same seed within 0 to 1', () => {
    const [a, b] = [sequence(7), sequence(7)];
    const first = Array.from({ length: 50 }, a);
    expect(Array.from({ length: 50 }, b)).toEqual(first);
    expect(first.every((x) => x >= 0 && x < 1)).toBe(true);
    expect(new Set(first).size).toBe(50);
  });
});

test('pick returns the entry that the hash chooses', () => {
  expect([0, 1, 2, 3, 4].map((h) => pick(['a', 'b', 'c'], h))).toEqual(['a', 'b', 'c', 'a', 'b']);
});
