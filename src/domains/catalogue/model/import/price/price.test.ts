import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type DecimalSign, parsePrice } from './price.ts';

describe('readPrice', () => {
  test.each<[string, DecimalSign, number]>([
    ['15', '.', 1500],
    ['15.0', '.', 1500],
    ['$15', '.', 1500],
    ['15.005', ',', 1500500],
    ['1,234.56', '.', 123456],
    ['1.234,56', ',', 123456],
    ['1.234,56', '.', 123456],
    ['1,234.56', ',', 123456],
    ['12,50', '.', 1250],
    ['12.5', ',', 1250],
    ['1,234', '.', 123400],
    ['1.234', ',', 123400],
    ['1,000,000.00', '.', 100_000_000],
    ['1 234,50', ',', 123450],
    ['1\u00a0234.50', '.', 123450],
    ["1'234.50", '.', 123450],
    ['US$ 28.90', '.', 2890],
    ['28,90 €', ',', 2890],
    ['kr 129,-', ',', 12900],
    ['NOK 129.90', '.', 12990],
    ['.99', '.', 99],
    ['0.995', '.', 100],
    ['1.005', ',', 100500],
    ['8.115', ',', 811500],
    ['10.1', '.', 1010],
  ])('%s with decimal sign %s', (cell, decimal, cents) => {
    expect(parsePrice(cell, decimal)).toEqual({ cents });
  });

  test.each<[string, DecimalSign, string]>([
    ['', '.', 'missing'],
    ['-', '.', 'missing'],
    ['N/A', '.', 'missing'],
    ['POA', '.', 'missing'],
    ['$', '.', 'missing'],
    ['1.234', '.', 'ambiguous'],
    ['1,234', ',', 'ambiguous'],
    ['0', '.', 'not-positive'],
    ['0.001', '.', 'not-positive'],
    ['-5', '.', 'not-positive'],
    ['(5.00)', '.', 'not-positive'],
    ['15-20', '.', 'not-a-number'],
    ['1e3', '.', 'not-a-number'],
    ['12,34,567', '.', 'not-a-number'],
    ['1.2.3', '.', 'not-a-number'],
    ['1,23.45,6', '.', 'not-a-number'],
    ['twelve', '.', 'not-a-number'],
    ['99999999', '.', 'too-large'],
    ['1,234,567.8', '.', 'too-large'],
  ])('rejects %s with decimal sign %s', (cell, decimal, error) => {
    expect(parsePrice(cell, decimal)).toMatchObject({ error: error, message: expect.stringMatching(/\.$/) });
  });

  test('parses any amount in both number formats', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000_000 }), (cents) => {
        const point = (cents / 100).toLocaleString('en-AU', { minimumFractionDigits: 2 });
        const comma = (cents / 100).toLocaleString('de-DE', { minimumFractionDigits: 2 });
        expect(parsePrice(point, '.')).toEqual({ cents });
        expect(parsePrice(comma, ',')).toEqual({ cents });
      }),
    );
  });
});
