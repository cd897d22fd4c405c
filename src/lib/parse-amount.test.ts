import { expect, test } from 'vitest';
import { parseAmount } from './parse-amount.ts';

test.each([
  ['12.50', 1_250],
  [' $1,250 ', 125_000],
  ['0.1', 10],
  ['', null],
  ['12.505', null],
  ['-3', null],
  ['1e3', null],
  ['twelve', null],
])('reads %o as %o', (text, cents) => {
  expect(parseAmount(text)).toBe(cents);
});
