import { describe, expect, test } from 'vitest';
import { findByCode, parseEntries, type SheetEntry, withEntries } from './entry-queue.ts';
import { differenceOf, postedQuantity, summarizeSheet } from './sheet.ts';

const line = { quantity: 9, expected: 10, isSkipped: false, priceCents: 12_000, conflict: null };

describe('a line', () => {
  test('differs only if both numbers are known', () => {
    expect(differenceOf({ quantity: 9, expected: 10 })).toBe(-1);
    expect(differenceOf({ quantity: null, expected: 10 })).toBeNull();
    expect(differenceOf({ quantity: 9, expected: null })).toBeNull();
  });

  test.each([
    { name: 'of a delivery adds what came, whatever was expected', kind: 'delivery', given: line, posted: 9 },
    { name: 'of a delivery without cases adds nothing', kind: 'delivery', given: { ...line, quantity: 0 }, posted: null },
    { name: 'of a count adds the difference', kind: 'count', given: line, posted: -1 },
    { name: 'of a count that is as expected is recorded', kind: 'count', given: { ...line, quantity: 10 }, posted: 0 },
    { name: 'that nobody counted is left alone', kind: 'count', given: { ...line, quantity: null }, posted: null },
    { name: 'that is left out changes nothing', kind: 'count', given: { ...line, isSkipped: true }, posted: null },
  ] as const)('$name', ({ kind, given, posted }) => {
    expect(postedQuantity(kind, given)).toBe(posted);
  });
});

test('a sheet sums what was entered, and values differences where prices are known', () => {
  const lines = [
    line,
    { ...line, quantity: 13, priceCents: null },
    { ...line, quantity: 10, conflict: {} },
    { ...line, quantity: null },
    { ...line, quantity: 1, isSkipped: true },
  ];

  expect(summarizeSheet(lines)).toEqual({
    lines: 5,
    entered: 3,
    cases: 32,
    different: 2,
    missing: 1,
    surplus: 3,
    differenceCents: -12_000,
    unpriced: 1,
    undecided: 1,
  });
});

describe('entries that wait', () => {
  const entry: SheetEntry = {
    key: 'k',
    at: 1,
    mode: 'add',
    field: 'quantity',
    value: 1,
    productId: 7,
    code: '',
    name: 'Shiraz',
    version: 0,
  };

  test('survive storage, and anything else is none', () => {
    expect(parseEntries(JSON.stringify([entry]))).toEqual([entry]);
    for (const text of [null, '', '{', '{}', '[{"key":1}]']) expect(parseEntries(text)).toEqual([]);
  });

  test('are shown on top of what is saved, in their order', () => {
    const add = { mode: 'add', value: 2 } as const;
    expect(withEntries(null, [add, add])).toBe(4);
    expect(withEntries(5, [add, { mode: 'set', value: 3 }, add])).toBe(5);
    expect(withEntries(1, [{ mode: 'add', value: -4 }])).toBe(0);
  });

  test('find a scanned wine with and without leading zeros, if it is the only one', () => {
    const wines = [
      { productId: 1, sku: 'A-1', gtin: '9312345678907' },
      { productId: 2, sku: 'A-2', gtin: '' },
      { productId: 3, sku: 'a-2', gtin: '' },
    ];
    expect(findByCode(wines, '09312345678907')?.productId).toBe(1);
    expect(findByCode(wines, 'a-1')?.productId).toBe(1);
    expect(findByCode(wines, 'A-2')).toBeNull();
    expect(findByCode(wines, '')).toBeNull();
  });
});
