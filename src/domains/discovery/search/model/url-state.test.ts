import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '#tests/stress/run-count.ts';
import { FILTER_ONLY_FACETS, RANGES, REFINEMENT_KEYS } from './facets.ts';
import { EMPTY_SEARCH, type RefinedSearch } from './state.ts';
import { parseSearch, replaceSearch, serializeSearch } from './url-state.ts';

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).filter((value) => value.isWellFormed());
const bound = fc.option(fc.integer({ min: 0, max: 999_999_999 }).map((cents) => cents / 100));

const state: fc.Arbitrary<RefinedSearch> = fc.record({
  query: fc.option(text, { nil: '' }),
  page: fc.integer({ min: 1, max: 9_999 }),
  sortBy: fc.constantFrom('default' as const, 'price_asc' as const, 'price_desc' as const),
  toggle: fc.subarray(FILTER_ONLY_FACETS.map(({ attribute }) => attribute as string)),
  refinementList: fc.dictionary(fc.constantFrom(...REFINEMENT_KEYS.keys()), fc.uniqueArray(text, { minLength: 1, maxLength: 5 }), {
    noNullPrototype: true,
  }),
  multiRange: fc
    .record({ low: bound, high: bound })
    .map((range) => (range.low === null && range.high === null ? {} : { [RANGES[0].attribute]: range })),
});

describe('the query string of a search [SRCH-15] [SRCH-16] [SRCH-17] [SRCH-18] [SRCH-19] [SRCH-20]', () => {
  test.each<[name: string, state: Partial<RefinedSearch>, written: string]>([
    ['the default state', {}, ''],
    ['a query', { query: 'pinot noir & co' }, 'query=pinot%20noir%20%26%20co'],
    ['the first page', { page: 1 }, ''],
    ['a later page', { page: 3 }, 'page=3'],
    ['an order', { sortBy: 'price_desc' }, 'sortBy=price_desc'],
    ['several values of a facet with its url key', { refinementList: { categories: ['Red', 'Rosé'] } }, 'category=Red&category=Ros%C3%A9'],
    ['a facet without a url key', { refinementList: { varietals: ['Shiraz'] } }, 'varietals=Shiraz'],
    ['an extra refinement', { refinementList: { brand: ["d'Arenberg"] } }, "brand=d'Arenberg"],
    ['toggles', { toggle: ['isMixed', 'secret'] }, 'black-market=true&isMixed=true'],
    ['a range', { multiRange: { bottlePrice: { low: 10, high: 25.5 } } }, 'bottlePrice=10%3A25.5'],
    ['an open range', { multiRange: { bottlePrice: { low: null, high: 25 } } }, 'bottlePrice=%3A25'],
  ])('of %s', (_, changes, written) => {
    expect(serializeSearch({ ...EMPTY_SEARCH, ...changes })).toBe(written);
  });

  test('reads back as the state it was written from', () => {
    fc.assert(
      fc.property(state, (written) => {
        expect(parseSearch(serializeSearch(written))).toEqual(written);
      }),
      { numRuns: runs(300) },
    );
  });

  test('contains no control characters, which HTML cannot carry', () => {
    expect(parseSearch('query=a%00b&regions=%00&varietals=x%1F')).toEqual({
      ...EMPTY_SEARCH,
      query: 'ab',
      refinementList: { varietals: ['x'] },
    });
  });

  test('is unchanged when it is parsed and written again', () => {
    const key = fc.constantFrom(
      'query',
      'sortBy',
      'page',
      'category',
      'varietals',
      'black-market',
      'bottlePrice',
      'utm_source',
      '__proto__',
      'constructor',
      '',
    );
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('true', '0', '-1', '1e9', ':', '9:', 'price_asc', '%', '%E0%A4%A', '%00', '+'),
    );
    const foreign = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.tuple(key, value), { maxLength: 12 }).map((pairs) => `?${pairs.map(([k, v]) => `${k}=${v}`).join('&')}`),
    );
    fc.assert(
      fc.property(foreign, (queryString) => {
        const read = parseSearch(queryString);
        expect(parseSearch(serializeSearch(read))).toEqual(read);
      }),
      { numRuns: runs(500) },
    );
  });

  test.each<[name: string, queryString: string, read: Partial<RefinedSearch>]>([
    ['plus signs as spaces', 'query=pinot+noir', { query: 'pinot noir' }],
    ['broken escapes as they stand', 'query=100%+grenache', { query: '100% grenache' }],
    ['no order that does not exist', 'sortBy=name_asc', {}],
    ['no page below 1', 'page=0', {}],
    ['no page that is no number', 'page=2abc', {}],
    ['a toggle by its slug', 'mixed-cases=true', { toggle: ['isMixed'] }],
    ['a toggle only when true', 'isMixed=false&black-market=1', {}],
    ['no range without a number', 'bottlePrice=cheap:', {}],
    ['a value once', 'category=Red&category=Red', { refinementList: { categories: ['Red'] } }],
    ['no empty value', 'category=&query=', {}],
    ['the first of a key that stands once', 'query=a&query=b', { query: 'a' }],
  ])('is read with %s', (_, queryString, read) => {
    expect(parseSearch(queryString)).toEqual({ ...EMPTY_SEARCH, ...read });
  });

  test('keeps unknown parameters unchanged', () => {
    const next = { ...EMPTY_SEARCH, query: 'gin' };
    expect(replaceSearch('?utm_source=a%2Bb&query=old&category=Red&x&utm_source=c', next)).toBe(
      'utm_source=a%2Bb&x&utm_source=c&query=gin',
    );
    expect(replaceSearch('?query=old', EMPTY_SEARCH)).toBe('');
  });
});
