import { describe, expect, test } from 'vitest';
import { readGtin } from './gtin.ts';

describe('readGtin', () => {
  test.each([
    ['an EAN', '4006381333931', '4006381333931'],
    ['an EAN of eight', '96385074', '96385074'],
    ['a UPC', '036000291452', '036000291452'],
    ['a UPC whose zero a spreadsheet took', '36000291452', '036000291452'],
    ['spaces and hyphens', '4 006381-333931', '4006381333931'],
    ['a rounded number', '4006380000000', null],
    ['an exponent', '4.00638E+12', null],
    ['nothing', '', null],
    ['an article number', '12345', null],
  ])('%s', (_, cell, expected) => expect(readGtin(cell)).toBe(expected));
});
