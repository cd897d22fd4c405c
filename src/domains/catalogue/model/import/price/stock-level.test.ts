import { expect, test } from 'vitest';
import { stockLevel } from '../offer-fields.ts';

test.each([
  ['12', 1, 12],
  ['30', 12, 2],
  ['11', 12, 0],
  ['1,234', 1, 1234],
  ['12.0', 1, 12],
  ['10+', 1, 10],
  ['> 50', 1, 50],
  ['24 bottles', 6, 4],
  ['-3', 1, 0],
  ['', 1, 0],
  ['Out of stock', 1, 0],
  ['Sold out', 1, 0],
  ['99999999', 1, 1_000_000],
  ['plenty', 1, null],
  ['In stock', 1, null],
  ['12-24', 1, null],
])('reads %s with %d bottles per case as %s cases', (text, bottles, cases) => expect(stockLevel(text, bottles)).toBe(cases));
