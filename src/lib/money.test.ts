import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allocate, formatMoney, taxContained, toCents, toDecimal } from './money.ts';

const sum = (parts: readonly number[]): number => parts.reduce((total, part) => total + part, 0);

describe('toCents and toDecimal', () => {
  test.each([
    { name: 'whole dollars', decimal: 12, cents: 1200 },
    { name: 'one cent', decimal: 0.01, cents: 1 },
    { name: 'a decimal that binary cannot hold', decimal: 1.1, cents: 110 },
    { name: 'a product that lands just below', decimal: 1.15, cents: 115 },
    { name: 'a sum with rounding noise', decimal: 0.1 + 0.2, cents: 30 },
    { name: 'below zero', decimal: -4.35, cents: -435 },
    { name: 'nothing', decimal: 0, cents: 0 },
  ])('$name', ({ decimal, cents }) => {
    expect(toCents(decimal)).toBe(cents);
  });

  test.each([
    { name: 'half a cent', decimal: 0.005 },
    { name: 'half a cent on a large amount', decimal: 10_000.005 },
    { name: 'a tenth of a cent on a very large amount', decimal: 1_000_000.001 },
    { name: 'not a number', decimal: Number.NaN },
    { name: 'no end', decimal: Number.POSITIVE_INFINITY },
    { name: 'beyond whole cents', decimal: Number.MAX_SAFE_INTEGER },
  ])('rejects $name', ({ decimal }) => {
    expect(() => toCents(decimal)).toThrow(RangeError);
  });

  test('converts every amount to the wire and back without loss [SITE-26]', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), (cents) => {
        expect(toCents(toDecimal(cents))).toBe(cents);
        expect(toCents(JSON.parse(JSON.stringify(toDecimal(cents))))).toBe(cents);
      }),
    );
  });

  test('rejects an amount with three decimals', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 1, max: 9 }), (cents, thousandths) => {
        expect(() => toCents(Number(`${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}${thousandths}`))).toThrow(
          RangeError,
        );
      }),
    );
  });
});

describe('taxContained', () => {
  test.each([
    { name: 'AU, an even amount', cents: 110_00, percent: 10, tax: 10_00 },
    { name: 'AU, rounded down', cents: 1_04, percent: 10, tax: 9 },
    { name: 'AU, rounded up', cents: 1_05, percent: 10, tax: 10 },
    { name: 'SG, an even amount', cents: 109_00, percent: 9, tax: 9_00 },
    { name: 'SG, rounded down', cents: 200_00, percent: 9, tax: 16_51 },
    { name: 'SG, rounded up', cents: 5_00, percent: 9, tax: 41 },
    { name: 'nothing', cents: 0, percent: 10, tax: 0 },
  ])('$name', ({ cents, percent, tax }) => {
    expect(taxContained(cents, percent)).toBe(tax);
  });

  test.each([10, 9])('splits an amount at %i %% tax to within half a cent', (percent) => {
    fc.assert(
      fc.property(fc.nat({ max: 1_000_000_00 }), (cents) => {
        const tax = taxContained(cents, percent);
        const net = cents - tax;
        expect(Math.abs(tax * 100 - net * percent)).toBeLessThanOrEqual((100 + percent) / 2);
      }),
    );
  });
});

describe('allocate', () => {
  test.each([
    { name: 'even shares', amount: 300, weights: [100, 100, 100], parts: [100, 100, 100] },
    { name: 'the first of equal weights gets the odd cent', amount: 100, weights: [50, 50, 50], parts: [34, 33, 33] },
    { name: 'two odd cents go to the first two', amount: 200, weights: [100, 100, 100], parts: [67, 67, 66] },
    { name: 'the largest remainder is served first', amount: 10, weights: [10, 17, 10], parts: [3, 4, 3] },
    { name: 'a weight of 0 gets 0', amount: 7, weights: [0, 3, 0, 4], parts: [0, 3, 0, 4] },
    { name: 'one line gets everything', amount: 5, weights: [9], parts: [5] },
    { name: 'more than the weights', amount: 10, weights: [1, 2], parts: [3, 7] },
    {
      name: 'remainders are exact where products pass 2^53',
      amount: 2_050_354_89,
      weights: [696_731_34, 696_731_32, 696_731_33],
      parts: [683_451_64, 683_451_62, 683_451_63],
    },
    { name: 'nothing to share', amount: 0, weights: [1, 2], parts: [0, 0] },
    { name: 'nothing to share it over', amount: 5, weights: [0, 0], parts: [0, 0] },
    { name: 'no lines', amount: 5, weights: [], parts: [] },
  ])('$name', ({ amount, weights, parts }) => {
    expect(allocate(amount, weights)).toEqual(parts);
  });

  const weight = fc.oneof(fc.nat({ max: 500_00 }), fc.nat({ max: 2 }), fc.nat({ max: 1_000_000_000_000 }));
  const shared = fc
    .array(weight, { minLength: 1, maxLength: 30 })
    .filter((weights) => sum(weights) > 0)
    .chain((weights) => fc.record({ weights: fc.constant(weights), amount: fc.nat({ max: sum(weights) }) }));

  test('returns whole parts that add up exactly, none negative and none above its weight', () => {
    fc.assert(
      fc.property(shared, ({ amount, weights }) => {
        const parts = allocate(amount, weights);
        expect(sum(parts)).toBe(amount);
        parts.forEach((part, index) => {
          expect(Number.isSafeInteger(part)).toBe(true);
          expect(part).toBeGreaterThanOrEqual(0);
          expect(part).toBeLessThanOrEqual(weights[index] ?? -1);
        });
      }),
    );
  });

  test('gives remaining cents to the largest remainders, however large the numbers', () => {
    fc.assert(
      fc.property(shared, ({ amount, weights }) => {
        const total = BigInt(sum(weights));
        const exact = weights.map((weight) => BigInt(amount) * BigInt(weight));
        const extra = allocate(amount, weights).map((part, index) => BigInt(part) - (exact[index] ?? 0n) / total);
        const remainders = (raised: bigint): number[] =>
          exact.filter((_, index) => extra[index] === raised).map((product) => Number(product % total));
        expect(remainders(0n).length + remainders(1n).length).toBe(weights.length);
        expect(Math.min(...remainders(1n), Number.POSITIVE_INFINITY)).toBeGreaterThanOrEqual(Math.max(...remainders(0n), 0));
      }),
    );
  });

  test('never gives an earlier of two equal weights less', () => {
    fc.assert(
      fc.property(shared, ({ amount, weights }) => {
        const parts = allocate(amount, weights);
        weights.forEach((own, index) => {
          const before = weights.indexOf(own);
          expect(parts[before] ?? -1).toBeGreaterThanOrEqual(parts[index] ?? 0);
        });
      }),
    );
  });
});

describe('formatMoney', () => {
  test.each([
    { name: 'Australian dollars', cents: 1_234_50, locale: 'en-AU', currency: 'AUD', text: '$1,234.50' },
    { name: 'Singapore dollars', cents: 1_234_50, locale: 'en-SG', currency: 'SGD', text: '$1,234.50' },
    { name: 'cents alone', cents: 5, locale: 'en-AU', currency: 'AUD', text: '$0.05' },
    { name: 'nothing', cents: 0, locale: 'en-SG', currency: 'SGD', text: '$0.00' },
    { name: 'below zero', cents: -20_00, locale: 'en-AU', currency: 'AUD', text: '-$20.00' },
    { name: 'the other market’s currency in this locale', cents: 99, locale: 'en-AU', currency: 'SGD', text: '$0.99' },
  ])('$name', ({ cents, locale, currency, text }) => {
    expect(formatMoney(cents, locale, currency)).toBe(text);
  });
});
