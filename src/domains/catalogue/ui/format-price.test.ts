import { describe, expect, test } from 'vitest';
import { getMarketConfig } from '#markets/market.ts';
import { formatRrp, formatSaving, money, roundMoney } from './format-price.ts';

const [au, sg] = [getMarketConfig('AU'), getMarketConfig('SG')];

describe('prices', () => {
  test.each([
    { name: 'Australian dollars', words: money(1234.5, au), expected: '$1,234.50' },
    { name: 'Singapore dollars bear the same sign', words: money(390, sg), expected: '$390.00' },
    { name: 'whole dollars', words: roundMoney(26, au), expected: '$26' },
    { name: 'cents stay where there are some', words: roundMoney(26.5, au), expected: '$26.50' },
    { name: 'RRP is of a bottle', words: formatRrp({ packRRP: 384, packSize: 12 }, au), expected: 'RRP $32.00' },
    { name: 'RRP to a cent', words: formatRrp({ packRRP: 100, packSize: 3 }, au), expected: 'RRP $33.33' },
    { name: 'no RRP', words: formatRrp({ packRRP: null, packSize: 12 }, au), expected: null },
    { name: 'a saving', words: formatSaving({ discountPercentage: 25 }), expected: 'Save 25%' },
    { name: 'no saving', words: formatSaving({ discountPercentage: 0 }), expected: null },
  ])('$name', ({ words, expected }) => {
    expect(words).toBe(expected);
  });
});
