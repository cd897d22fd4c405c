import { expect, test } from 'vitest';
import { CATEGORIES, CATEGORY_NAMES } from './category.ts';
import { CATEGORY_WORDS, isCategory, listedCategories } from './category-labels.ts';

test('the spirits are these', () => {
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

test.each(CATEGORY_NAMES)('%s has a drawing named in lower case and words of its own', (name) => {
  expect(CATEGORIES[name].kind).toMatch(/^[a-z]+$/);
  for (const words of Object.values(CATEGORY_WORDS[name])) expect(words).not.toBe('');
});

test('each single kind is drawn by one category; both mixed ones share a drawing', () => {
  const kinds = CATEGORY_NAMES.map((name) => CATEGORIES[name].kind);
  expect(new Set(kinds).size).toBe(kinds.length - 1);
  expect([CATEGORIES.Mixed.kind, CATEGORIES['Mixed spirits'].kind]).toEqual(['mixed', 'mixed']);
});

test('every category but gift cards is on exactly one list', () => {
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
