import { expect, test } from 'vitest';
import { contentsByCategory } from './case-contents.ts';

test('bottles are grouped, counted by quantity and named', () => {
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

test('an unknown case holds nothing to say', () => {
  expect(contentsByCategory([])).toEqual([]);
});
