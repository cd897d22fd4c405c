import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pageOf, sharedQuery } from './page-key.ts';
import { PAGES, type PageRow } from './pages.ts';

/** Parameters with personal data [CONT-41]: the browser reads them, but they never change a shared page. */
const PERSONAL = ['cartId', 'email', 'vmcode', 'authenticated', 'code', 'signature', 'redirection_ts'];

const row = (id: string): PageRow => {
  const found = PAGES.find((page) => page.id === id);
  if (!found) throw new Error(`there is no page ${id}`);
  return found;
};

describe('pageOf', () => {
  test.each([
    { name: 'home', pathname: '/', id: 'home' },
    { name: 'a list', pathname: '/wines', id: 'wines' },
    { name: 'a trailing slash', pathname: '/wines/', id: 'wines' },
    { name: 'the other list', pathname: '/spirits', id: 'spirits' },
    { name: 'an offer', pathname: '/wines/orchard-end/shiraz-21', id: 'offer' },
    { name: 'an offer with a trailing slash', pathname: '/wines/orchard-end/shiraz-21/', id: 'offer' },
    { name: 'a producer alone is no page', pathname: '/wines/orchard-end', id: 'not-found' },
    { name: 'a segment too many', pathname: '/wines/a/b/c', id: 'not-found' },
    { name: 'the cart', pathname: '/cart', id: 'cart' },
    { name: 'any case, as the router has it', pathname: '/Wines', id: 'wines' },
    { name: 'an escaped letter, as the router has it', pathname: '/c%61rt', id: 'cart' },
    { name: 'an escape that is none', pathname: '/%E0%A4%A', id: 'content' },
    { name: 'an escaped slash parts nothing', pathname: '/wines%2Fa%2Fb', id: 'content' },
    { name: 'nothing here', pathname: '/wine', id: 'content' },
    { name: 'the data of home', pathname: '/_root.data', id: 'home' },
    { name: 'the data of a list', pathname: '/wines.data', id: 'wines' },
    { name: 'the data of a list with a trailing slash', pathname: '/wines/_.data', id: 'wines' },
    { name: 'the data of an offer', pathname: '/wines/a/b.data', id: 'offer' },
  ])('$name: $id', ({ pathname, id }) => {
    expect(pageOf(pathname).id).toBe(id);
  });

  const personal = PAGES.filter(({ cache }) => cache === 'personal').map(({ path }) => path);
  test.each(personal.length > 0 ? personal : [])('treats %s as personal in any spelling', (path) => {
    const pathname = `/${path.replaceAll(/:\w+/g, 'Some-Id').replace('*', 'deeper/down')}`;
    const escaped = pathname.replaceAll(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
    for (const spelling of [pathname, `${pathname}/`, pathname.toUpperCase(), escaped, `${pathname}.data`]) {
      expect([spelling, pageOf(spelling).cache]).toEqual([spelling, 'personal']);
    }
  });

  test('finds a page for every path', () => {
    fc.assert(
      fc.property(fc.webPath(), (path) => {
        expect(PAGES).toContain(pageOf(path));
      }),
    );
  });
});

describe('sharedQuery', () => {
  test.each([
    { name: 'nothing asked', pairs: [], query: '' },
    { name: 'a declared parameter', pairs: [['query', 'gin']], query: '?query=gin' },
    {
      name: 'in the order of the table',
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
    expect(sharedQuery(row('wines'), pairs)).toBe(query);
  });

  const anyName = fc.oneof(fc.constantFrom(...PERSONAL, '_routes', ...PAGES.flatMap(({ params }) => params)), fc.string());
  const anyPairs = fc.array(fc.tuple(anyName, fc.string({ unit: 'grapheme' })), { maxLength: 12 });

  test('returns declared parameters only, with their values unchanged', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PAGES), anyPairs, (page, pairs) => {
        const kept = [...new URLSearchParams(sharedQuery(page, pairs))];
        const declared = [...page.params, '_routes'];
        expect(kept).toEqual(declared.flatMap((name) => pairs.filter(([given, value]) => given === name && value !== '')));
      }),
    );
  });

  test('ignores unknown and personal parameters', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...PAGES),
        anyPairs,
        fc.array(fc.tuple(fc.constantFrom(...PERSONAL), fc.string())),
        (page, pairs, more) => {
          expect(sharedQuery(page, [...more, ...pairs, ...more])).toBe(sharedQuery(page, pairs));
        },
      ),
    );
  });

  test('is idempotent', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PAGES), anyPairs, (page, pairs) => {
        const once = sharedQuery(page, pairs);
        expect(sharedQuery(page, [...new URLSearchParams(once)])).toBe(once);
      }),
    );
  });
});

test('declares no personal parameter on any page', () => {
  for (const page of PAGES.filter(({ cache }) => cache === 'shared')) {
    expect([page.id, page.params.filter((name) => PERSONAL.includes(name))]).toEqual([page.id, []]);
  }
});
