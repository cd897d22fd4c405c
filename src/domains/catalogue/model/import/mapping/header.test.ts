import { describe, expect, test } from 'vitest';
import { exampleMapping } from '#tests/fixtures/example-mapping.ts';
import { findHeaderError, matchHeader } from './header.ts';

describe('matchHeader', () => {
  const mapping = exampleMapping({ optional: ['description'] });
  test.each([
    ['as named', ['title', 'winery', 'variety', 'region', 'price', 'description'], [0, 1, 2, 3, 4, 5]],
    [
      'in another order, with others between',
      ['id', 'price', 'winery', 'points', 'title', 'variety', 'region', 'description'],
      [4, 2, 5, 6, 1, 7],
    ],
    ['capitals, spaces and marks', ['Title ', '\u00a0WINERY', '"variety"', 'Region', 'Price', 'Description'], [0, 1, 2, 3, 4, 5]],
    ['its other name', ['wine', 'winery', 'variety', 'region', 'price', 'description'], [0, 1, 2, 3, 4, 5]],
    ['without an optional one', ['title', 'winery', 'variety', 'region', 'price'], [0, 1, 2, 3, 4, -1]],
  ])('%s', (_, cells, positions) => {
    const matched = matchHeader(mapping, cells);
    expect('header' in matched && Object.values(matched.header)).toEqual(positions);
  });

  test('names missing columns and quotes the header of the file', () => {
    const cells = ['title', 'producer', 'variety', 'region', 'cost'];
    const matched = matchHeader(mapping, cells);
    expect(matched).toEqual({ missing: ['winery', 'price'], twice: [] });
    expect(findHeaderError(mapping, { missing: ['winery', 'price'], twice: [] }, cells)).toBe(
      'This file doesn’t match the mapping "example": the columns "winery", "price" are missing. Its first row has: title, producer, variety, region, cost.',
    );
  });
});
