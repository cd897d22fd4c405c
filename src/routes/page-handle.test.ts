import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LIST_PARAMS } from './list-url.ts';
import { isPageHandle, type PageHandle, sharedQuery } from './page-handle.ts';

/** Parameters with personal data [CONT-41]: the browser reads them, but they never change a shared page. */
const PERSONAL = ['cartId', 'email', 'vmcode', 'authenticated', 'code', 'signature', 'redirection_ts'];

const PLAIN: PageHandle = { cache: 'shared', robots: 'index' };
const LIST: PageHandle = { ...PLAIN, params: LIST_PARAMS };

test.each([
  [PLAIN, true],
  [{ cache: 'shared' }, false],
  [null, false],
  [undefined, false],
  ['shared', false],
] as const)('says whether %j is the handle of a page: %s', (value, expected) => {
  expect(isPageHandle(value)).toBe(expected);
});

describe('sharedQuery', () => {
  test.each([
    { name: 'nothing asked', pairs: [], query: '' },
    { name: 'a declared parameter', pairs: [['query', 'gin']], query: '?query=gin' },
    {
      name: 'in the order of the handle',
      pairs: [
        ['page', '2'],
        ['query', 'gin'],
      ],
      query: '?query=gin&page=2',
    },
    {
      name: 'repeats are kept',
      pairs: [
        ['category', 'Red'],
        ['category', 'White'],
      ],
      query: '?category=Red&category=White',
    },
    {
      name: 'empty ones are dropped',
      pairs: [
        ['query', ''],
        ['page', '2'],
      ],
      query: '?page=2',
    },
    {
      name: 'unknown ones are dropped',
      pairs: [
        ['utm_source', 'mail'],
        ['query', 'gin'],
      ],
      query: '?query=gin',
    },
    { name: 'a name in another case is unknown', pairs: [['Query', 'gin']], query: '' },
    { name: 'personal ones are dropped', pairs: PERSONAL.map((name) => [name, 'x']), query: '' },
    { name: 'values are escaped', pairs: [['query', 'a&b=c d+é']], query: '?query=a%26b%3Dc%20d%2B%C3%A9' },
    { name: 'the router’s own', pairs: [['_routes', 'wines']], query: '?_routes=wines' },
  ] as { name: string; pairs: [string, string][]; query: string }[])('$name', ({ pairs, query }) => {
    expect(sharedQuery(LIST, pairs)).toBe(query);
  });

  const anyName = fc.oneof(fc.constantFrom(...PERSONAL, '_routes', ...LIST_PARAMS), fc.string());
  const anyPairs = fc.array(fc.tuple(anyName, fc.string({ unit: 'grapheme' })), { maxLength: 12 });

  test('returns declared parameters only, with their values unchanged', () => {
    fc.assert(
      fc.property(fc.constantFrom(LIST, PLAIN), anyPairs, (handle, pairs) => {
        const params = [...new URLSearchParams(sharedQuery(handle, pairs))];
        const declared = [...(handle.params ?? []), '_routes'];
        expect(params).toEqual(declared.flatMap((name) => pairs.filter(([key, value]) => key === name && value !== '')));
      }),
    );
  });

  test('ignores unknown and personal parameters', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(LIST, PLAIN),
        anyPairs,
        fc.array(fc.tuple(fc.constantFrom(...PERSONAL), fc.string())),
        (handle, pairs, more) => {
          expect(sharedQuery(handle, [...more, ...pairs, ...more])).toBe(sharedQuery(handle, pairs));
        },
      ),
    );
  });

  test('is idempotent', () => {
    fc.assert(
      fc.property(fc.constantFrom(LIST, PLAIN), anyPairs, (handle, pairs) => {
        const once = sharedQuery(handle, pairs);
        expect(sharedQuery(handle, [...new URLSearchParams(once)])).toBe(once);
      }),
    );
  });
});
