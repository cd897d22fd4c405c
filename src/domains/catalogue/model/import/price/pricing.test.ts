import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { casePrice, ROUNDINGS, type Rounding, roundPrice } from './pricing.ts';

describe('roundPrice', () => {
  test.each<[number, Rounding, number]>([
    [12_349, '1.00', 12_300],
    [12_350, '1.00', 12_400],
    [12_324, '0.50', 12_300],
    [12_325, '0.50', 12_350],
    [12_322, '0.05', 12_320],
    [12_323, '0.05', 12_325],
    [12_349, '.99', 12_299],
    [12_350, '.99', 12_399],
    [10, '1.00', 100],
    [10, '.99', 99],
    [1, '0.50', 50],
  ])('rounds %i cents to %s', (cents, rounding, rounded) => expect(roundPrice(cents, rounding)).toBe(rounded));

  test('moves a price by at most one step and never to zero', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 10_000_000 }), fc.constantFrom(...ROUNDINGS), (cents, rounding) => {
        expect(Math.abs(roundPrice(cents, rounding) - cents)).toBeLessThanOrEqual(51);
        expect(roundPrice(1, rounding)).toBeGreaterThan(0);
      }),
    );
  });
});

describe('casePrice', () => {
  const rule = { rate: 1.5, marginPercent: 20, rounding: '1.00' } as const;
  test.each<[string, number, 'bottle' | 'case', number, number]>([
    ['a bottle times the case, rounded once', 15_55, 'bottle', 12, 336_00],
    ['a case as it is', 100_00, 'case', 6, 180_00],
    ['a case of one', 333_33, 'bottle', 1, 600_00],
  ])('%s', (_, cents, per, packSize, expected) => expect(casePrice(cents * (per === 'bottle' ? packSize : 1), rule)).toBe(expected));
});
