import { expect, test } from 'vitest';
import { contentsByCategory } from './case-contents.ts';

test('groups bottles by category with their number and names', () => {
  const bottles = [
    { name: 'Old Block Shiraz', category: 'Red', quantity: 2 },
    { name: 'Brut Réserve', category: 'Sparkling', quantity: 1 },
    { name: 'Sandbank Grenache', category: 'Red', quantity: 1 },
    { name: 'Everyday White', category: 'White', quantity: 13 },
  ] as const;
  expect(contentsByCategory(bottles)).toEqual([
    { heading: 'Three reds', names: ['Old Block Shiraz × 2', 'Sandbank Grenache'] },
    { heading: 'One sparkling', names: ['Brut Réserve'] },
    { heading: '13 whites', names: ['Everyday White × 13'] },
  ]);
});

test('returns nothing for a case with unknown content', () => {
  expect(contentsByCategory([])).toEqual([]);
});
