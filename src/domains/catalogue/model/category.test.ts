import { expect, test } from 'vitest';
import { CATEGORIES, CATEGORY_NAMES } from './category.ts';
import { CATEGORY_WORDS, isCategory, listedCategories } from './category-labels.ts';

test('marks exactly these categories as spirits', () => {
  expect(CATEGORY_NAMES.filter((name) => CATEGORIES[name].isSpirit)).toEqual([
    'Whisky',
    'Gin',
    'Vodka',
    'Rum',
    'Brandy',
    'Tequila',
    'Liqueur',
    'Mixed spirits',
  ]);
});

test.each(CATEGORY_NAMES)('names the drawing of %s in lower case and gives it labels', (name) => {
  expect(CATEGORIES[name].kind).toMatch(/^[a-z]+$/);
  for (const text of Object.values(CATEGORY_WORDS[name])) expect(text).not.toBe('');
});

test('has one category for each drawing, except for both mixed ones', () => {
  const kinds = CATEGORY_NAMES.map((name) => CATEGORIES[name].kind);
  expect(new Set(kinds).size).toBe(kinds.length - 1);
  expect([CATEGORIES.Mixed.kind, CATEGORIES['Mixed spirits'].kind]).toEqual(['mixed', 'mixed']);
});

test('puts every category except gift cards in exactly one list', () => {
  expect([...listedCategories('wine'), ...listedCategories('spirits'), 'Gift card'].sort()).toEqual([...CATEGORY_NAMES].sort());
});

test.each([
  ['Red', true],
  ['Mixed spirits', true],
  ['red', false],
  ['', false],
  ['toString', false],
])('isCategory(%j) is %s', (name, is) => {
  expect(isCategory(name)).toBe(is);
});
