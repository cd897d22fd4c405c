import { expect, test } from 'vitest';
import { buildListUrl } from './list-url.ts';

test.each([
  { name: 'the default state has no query', state: {}, expected: '/wines' },
  { name: 'page 1 and empty words are left out', state: { query: '', page: 1 }, expected: '/wines' },
  {
    name: 'values are encoded',
    state: { query: 'côte & co', category: 'Rosé' },
    expected: '/wines?query=c%C3%B4te%20%26%20co&category=Ros%C3%A9',
  },
  {
    name: 'everything at once',
    state: { page: 3, sortBy: 'price_desc', category: 'Red', query: 'x' },
    expected: '/wines?query=x&sortBy=price_desc&page=3&category=Red',
  },
] as const)('$name', ({ state, expected }) => {
  expect(buildListUrl('/wines', state)).toBe(expected);
});
