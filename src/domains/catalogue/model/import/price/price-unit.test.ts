import { describe, expect, test } from 'vitest';
import { parsePrice } from './price.ts';
import { splitUnit, unitInHeader } from './price-unit.ts';

const bottle = { per: 'bottle', bottles: null };

describe('units of prices', () => {
  test.each([
    ['EUR 11.79 per bottle', 1179, bottle],
    ['$399/case', 39_900, { per: 'case', bottles: null }],
    ['$120.00 per case of 6', 12_000, { per: 'case', bottles: 6 }],
    ['A$240 / 12 pack', 24_000, { per: 'case', bottles: 12 }],
    ['240.00/6pk', 24_000, { per: 'case', bottles: 6 }],
    ['12.50 ea', 1250, bottle],
    ['12.50ea.', 1250, bottle],
    ['180 per dozen', 18_000, { per: 'case', bottles: 12 }],
    ['90 per 6 bottles', 9_000, { per: 'case', bottles: 6 }],
    ['€ 9,90 pro Flasche', 990, bottle],
    ['1 234,50 kr/kartong', 123_450, { per: 'case', bottles: null }],
    ['$25.00 per bottle inc. GST', 2500, bottle],
  ])('%s', (cell, cents, unit) => {
    expect(parsePrice(cell, '.')).toEqual({ cents, unit });
  });

  test.each(['11.79 per barrel', '12.50 ex GST per bottle', '399/case of 120', 'from 12 to 15', '12 Jan', '15 (was 20) per bottle'])(
    'does not parse %s as a price',
    (cell) => expect(parsePrice(cell, '.')).toHaveProperty('error'),
  );

  test('returns no unit for a price without words', () => {
    expect(splitUnit('12.50')).toBeNull();
    expect(parsePrice('12.50', '.')).toEqual({ cents: 1250 });
  });

  test.each(['1', '/', 'a', ' ', '.', ',', '-', '(', '$'])('parses long runs of "%s" in linear time', (sign) => {
    // Quadratic work would take minutes, longer than the limit of a test.
    for (const cell of [`1${sign.repeat(500_000)}`, `${sign.repeat(500_000)}1 per case`])
      expect(parsePrice(cell, '.')).toEqual(expect.any(Object));
  });
});

test.each([
  ['Price (case of 6)', { per: 'case', bottles: 6 }],
  ['Case price', { per: 'case', bottles: null }],
  ['Case of 12', { per: 'case', bottles: 12 }],
  ['6-pack price', { per: 'case', bottles: 6 }],
  ['Price per dozen', { per: 'case', bottles: 12 }],
  ['Bottle price', bottle],
  ['Price', null],
  ['Unit Price', bottle],
  ['Retail price AU', null],
])('reads the header %s as %j', (header, unit) => expect(unitInHeader(header)).toEqual(unit));
