import { expect, test } from 'vitest';
import { ageInName, withoutAge } from './age-in-name.ts';

test.each([
  ['Peated Cask 12 Year Old', 12, 'Peated Cask'],
  ['First Fill Sherry 15yo', 15, 'First Fill Sherry'],
  ['10-Year-Old Tawny', 10, 'Tawny'],
  ['18 years Reserve', 18, 'Reserve'],
  ['Rhum Vieux 6 ans', 6, 'Rhum Vieux'],
  ['12 Year Old', 12, '12 Year Old'],
  ['Cask No. 7', undefined, 'Cask No. 7'],
  ['1912 Yeastless', undefined, '1912 Yeastless'],
  ['Old Block 2012', undefined, 'Old Block 2012'],
])('%s', (name, age, rest) => {
  expect(ageInName(name)).toBe(age);
  expect(withoutAge(name)).toBe(rest);
});
