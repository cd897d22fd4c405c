import { describe, expect, test } from 'vitest';
import { CATEGORIES_SHOWN, CATEGORY_DEFAULTS } from '#domains/settings/model/groups/categories.ts';
import { categoryDisplay, categoryLabel } from './category-display.ts';
import { CATEGORY_WORDS, listedCategories } from './category-labels.ts';
import { inCategoryOrder } from './category-order.ts';

test('the settings list the catalogue’s categories in menu order, with their names', () => {
  const listed = [...listedCategories('wine'), ...listedCategories('spirits')];

  expect(CATEGORY_DEFAULTS).toEqual(listed.map((category) => ({ category, name: CATEGORY_WORDS[category].label })));
});

describe('what shoppers see', () => {
  test('is the design’s while nothing was changed, in whole or in part', () => {
    expect(categoryDisplay([...CATEGORY_DEFAULTS])).toBeUndefined();
    expect(categoryDisplay([])).toBeUndefined();
    expect(categoryLabel('Mixed')).toBe('Mixed cases');
    expect(inCategoryOrder(['White', 'Red'], (each) => each)).toEqual(['White', 'Red']);
  });

  test('has the retailer’s names and order first, then what was left out', () => {
    const display = categoryDisplay([
      { category: 'White', name: 'Whites' },
      { category: 'Dessert', name: 'Sweet' },
    ]);

    expect(categoryLabel('Dessert', display)).toBe('Sweet');
    expect(categoryLabel('Red', display)).toBe('Red');
    expect(inCategoryOrder(['Red', 'Dessert', 'White'], (each) => each, display)).toEqual(['White', 'Dessert', 'Red']);
  });
});

test.each([
  {
    name: 'a category twice',
    categories: [
      { category: 'Red', name: 'Red' },
      { category: 'Red', name: 'Reds' },
    ],
    path: ['categories', 1, 'category'],
  },
  {
    name: 'a name twice',
    categories: [
      { category: 'Red', name: 'Cellar' },
      { category: 'White', name: 'cellar' },
    ],
    path: ['categories', 1, 'name'],
  },
] as const)('refuses $name', ({ categories, path }) => {
  expect(CATEGORIES_SHOWN.check({ categories: [...categories] }, 'au-wine')).toMatchObject([{ path }]);
});
