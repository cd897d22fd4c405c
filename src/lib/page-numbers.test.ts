import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pageNumbers } from './page-numbers.ts';

describe('pageNumbers', () => {
  test.each([
    { name: 'one page', page: 1, pages: 1, expected: [1] },
    { name: 'few pages need no gap', page: 2, pages: 4, expected: [1, 2, 3, 4] },
    { name: 'a gap of one is that page', page: 4, pages: 9, expected: [1, 2, 3, 4, 5, 'gap', 9] },
    { name: 'gaps on both sides', page: 7, pages: 20, expected: [1, 'gap', 6, 7, 8, 'gap', 20] },
    { name: 'the last page', page: 20, pages: 20, expected: [1, 'gap', 19, 20] },
  ])('$name', ({ page, pages, expected }) => {
    expect(pageNumbers(page, pages)).toEqual(expected);
  });

  test('rises, contains the ends and the page, and has at most seven entries', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 500 }), (a, b) => {
        const [page, pages] = [Math.min(a, b), Math.max(a, b)];
        const steps = pageNumbers(page, pages);
        const numbers = steps.filter((step) => step !== 'gap');
        expect(numbers).toEqual([...new Set(numbers)].sort((x, y) => x - y));
        expect(numbers).toEqual(expect.arrayContaining([1, page, pages]));
        expect(steps.length).toBeLessThanOrEqual(7);
      }),
    );
  });
});
