import { expect, test } from 'vitest';
import { scrollKey } from './scroll-restoration-key.ts';

test.each([
  { name: 'a page', search: '', expected: '/wines' },
  { name: 'a page of a list', search: '?page=2&sortBy=price_asc', expected: '/wines' },
  { name: 'a category', search: '?category=Red', expected: 'k1' },
  { name: 'a region among others', search: '?query=a&regions=Barossa', expected: 'k1' },
  { name: 'a part of a page', search: '', hash: '#delivery', expected: 'k1' },
])('uses the key $expected for $name [CONT-35, CONT-36]', ({ search, hash = '', expected }) => {
  expect(scrollKey({ pathname: '/wines', search, hash, key: 'k1' })).toBe(expected);
});
