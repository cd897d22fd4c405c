import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createIndex, isBetween, type SearchRequest } from './index.ts';
import { BOOK_SCHEMA, book, READERS } from './testing/books.ts';

const BOUNDS = [0, 10, 20, 50];
const prices = fc.array(fc.integer({ min: 1, max: 80 }), { maxLength: 60 });
const shelf = (from: readonly number[], name = 'book') => from.map((price, n) => book(`${name}${n}`, { title: `Volume ${n}`, price }));

const expected = (values: readonly number[]) =>
  values.length === 0
    ? null
    : {
        bounds: BOUNDS,
        counts: BOUNDS.map(
          (bound, n) => values.filter((value) => value >= bound && value < (BOUNDS[n + 1] ?? Number.POSITIVE_INFINITY)).length,
        ),
        min: Math.min(...values),
        max: Math.max(...values),
        countAtMax: values.filter((value) => value === Math.max(...values)).length,
      };
const request: SearchRequest = { eligibility: READERS, histogram: { attribute: 'price', bounds: BOUNDS } };

test('counts the hits by ranges, also those put after the index was built', () => {
  fc.assert(
    fc.property(prices, prices, (before, after) => {
      const index = createIndex(BOOK_SCHEMA, shelf(before));
      index.update({ put: shelf(after, 'new') });
      expect(index.search(request).histogram).toEqual(expected([...before, ...after]));
    }),
  );
});

test('counts only hits, or ignores the own filter of a disjunctive attribute', () => {
  const index = createIndex(BOOK_SCHEMA, shelf([5, 15, 15, 60]));
  const filter = [[isBetween('price', 10, 20)]];
  expect(index.search({ ...request, filter }).histogram).toEqual(expected([15, 15]));
  expect(index.search({ ...request, filter, disjunctive: ['price'] }).histogram).toEqual(expected([5, 15, 15, 60]));
});

test('is null without a request and for an attribute that is not a number', () => {
  const index = createIndex(BOOK_SCHEMA, shelf([5]));
  expect(index.search({ eligibility: READERS }).histogram).toBeNull();
  expect(index.search({ ...request, histogram: { attribute: 'title', bounds: BOUNDS } }).histogram).toBeNull();
});
