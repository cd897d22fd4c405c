import { describe, expect, test } from 'vitest';
import { lineCount, linesCount } from './format-line.ts';

const wine = { quantity: 2, packSize: 12, bottleMl: 750, category: 'Red' };
const whisky = { quantity: 1, packSize: 1, bottleMl: 700, category: 'Whisky' };
const card = { quantity: 1, packSize: 1, bottleMl: 750, category: 'Gift card' };

test.each([
  { name: 'cases', line: wine, words: '2 cases of 12 × 750 mL' },
  { name: 'cases of bottles of a size that is not known', line: { ...wine, bottleMl: 0 }, words: '2 cases of 12' },
  { name: 'one case', line: { ...wine, quantity: 1, packSize: 6 }, words: '1 case of 6 × 750 mL' },
  { name: 'a bottle', line: whisky, words: '1 bottle of 700 mL' },
  { name: 'a bottle of a size that is not known', line: { ...whisky, bottleMl: 0 }, words: '1 bottle' },
  { name: 'gift cards', line: { ...card, quantity: 3 }, words: '3 gift cards' },
])('formats a line: $name', ({ line, words }) => {
  expect(lineCount(line)).toBe(words);
});

describe('the count of several lines', () => {
  test.each([
    { name: 'cases of several sizes', lines: [wine, { ...wine, packSize: 6, quantity: 1 }], words: '3 cases' },
    { name: 'one bottle', lines: [whisky], words: '1 bottle' },
    { name: 'cases and bottles', lines: [wine, whisky], words: '3 items' },
    { name: 'a gift card among wine', lines: [{ ...wine, quantity: 1 }, card], words: '2 items' },
    { name: 'nothing', lines: [], words: '0 items' },
  ])('$name', ({ lines, words }) => {
    expect(linesCount(lines)).toBe(words);
  });
});
