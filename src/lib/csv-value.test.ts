import { expect, test } from 'vitest';
import { csvValue } from './csv-value.ts';

test.each([
  [12.5, '12.5'],
  ['plain', 'plain'],
  ['a, b', '"a, b"'],
  ['say "hi"', '"say ""hi"""'],
  ['=1+1', "'=1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['-12.50', '-12.50'],
])('writes %s as %s', (value, text) => {
  expect(csvValue(value)).toBe(text);
});
