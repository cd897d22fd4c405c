import { describe, expect, test } from 'vitest';
import { bottleSizeOf, bottlesPriced, grapesOf, packSizeOf } from './offer-fields.ts';

const cells = (values: Readonly<Record<string, string>>) => (column: string) => values[column] ?? '';

describe('grapesOf', () => {
  test.each([
    ['one with its share', 'Riesling 100%', 'Riesling'],
    ['one without', 'Riesling', 'Riesling'],
    ['one that stands alone', 'Merlot 90%, Malbec 10%', 'Merlot'],
    ['a blend by its shares', 'Malbec 15%, Merlot 65%, Tannat 20%', 'Merlot-Tannat-Malbec'],
    ['at most three', 'A 30%, B 30%, C 25%, D 15%', 'A-B-C'],
    ['a share with a comma', 'Merlot 87,5%, Malbec 12,5%', 'Merlot'],
    ['nothing', '', ''],
  ])('%s', (_, text, expected) => expect(grapesOf(text, 85, (grape) => grape)).toBe(expected));
});

describe('sizes', () => {
  const byPrice = { column: 'units', byPrice: [{ below: 20, size: 12 }], otherwise: 6 };
  test.each([
    ['a case as sold', { units: '24' }, 1_000, 24],
    ['single bottles by price', { units: '1' }, 1_000, 12],
    ['costly single bottles', { units: '1' }, 3_000, 6],
    ['no number', { units: 'x' }, 1_000, null],
  ])('%s', (_, row, cents, expected) => expect(packSizeOf(byPrice, cents, cells(row))).toBe(expected));

  test.each([
    ['litres', '0.75', 750],
    ['litres with a comma', '0,2', 200],
    ['litres with the unit', '1.5 L', 1500],
    ['a rounded half', '0.38', 375],
    ['nothing', '', null],
    ['a barrel', '225', null],
  ])('%s', (_, size, expected) =>
    expect(bottleSizeOf({ column: 'size', unit: 'l', table: { '380': 375 } }, cells({ size }))?.bottleMl ?? null).toBe(expected),
  );

  test('what a price buys', () => {
    expect(bottlesPriced('case', 6, cells({}))).toBe(6);
    expect(bottlesPriced('bottle', 6, cells({}))).toBe(1);
    expect(bottlesPriced({ column: 'units' }, 6, cells({ units: '4' }))).toBe(4);
    expect(bottlesPriced({ column: 'units' }, 6, cells({ units: '' }))).toBeNull();
  });
});
