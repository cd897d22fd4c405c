/** The pages of the build: every route with the handle of its module. */
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { PageTable } from '#routes/page-handle.ts';
import { loadBuiltRenderer } from '#server/page-cache/page-renderer.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Parameters with personal data [CONT-41]. */
const PERSONAL = ['cartId', 'email', 'vmcode', 'authenticated', 'code', 'signature', 'redirection_ts'];

let table: PageTable;
beforeAll(async () => {
  table = (await loadBuiltRenderer(ROOT)).pages;
});

const repeated = (values: readonly string[]): string[] => values.filter((value, index) => values.indexOf(value) !== index);

describe('find', () => {
  test.each([
    { name: 'home', pathname: '/', id: 'home' },
    { name: 'a list', pathname: '/wines', id: 'wines' },
    { name: 'a trailing slash', pathname: '/wines/', id: 'wines' },
    { name: 'the other list', pathname: '/spirits', id: 'spirits' },
    { name: 'an offer', pathname: '/wines/orchard-end/shiraz-21', id: 'offer' },
    { name: 'an offer with a trailing slash', pathname: '/wines/orchard-end/shiraz-21/', id: 'offer' },
    { name: 'a producer alone is no page', pathname: '/wines/orchard-end', id: 'not-found' },
    { name: 'a line break, which matches no pattern', pathname: '/a/b%0Ac', id: 'not-found' },
    { name: 'a segment too many', pathname: '/wines/a/b/c', id: 'not-found' },
    { name: 'the cart', pathname: '/cart', id: 'cart' },
    { name: 'any case, as the router has it', pathname: '/Wines', id: 'wines' },
    { name: 'an escaped letter, as the router has it', pathname: '/c%61rt', id: 'cart' },
    { name: 'an invalid escape', pathname: '/%E0%A4%A', id: 'content' },
    { name: 'an escaped slash separates nothing', pathname: '/wines%2Fa%2Fb', id: 'content' },
    { name: 'an unknown path', pathname: '/wine', id: 'content' },
    { name: 'the data of home', pathname: '/_root.data', id: 'home' },
    { name: 'the data of a list', pathname: '/wines.data', id: 'wines' },
    { name: 'the data of a list with a trailing slash', pathname: '/wines/_.data', id: 'wines' },
    { name: 'the data of an offer', pathname: '/wines/a/b.data', id: 'offer' },
    { name: 'a page of the account', pathname: '/account/orders/1000023', id: 'account-order' },
  ])('$name: $id', ({ pathname, id }) => {
    expect(table.find(pathname).id).toBe(id);
  });

  test('treats personal pages as personal in any spelling', () => {
    for (const { path } of table.pages.filter(({ handle }) => handle.cache === 'personal')) {
      const pathname = `/${path.replaceAll(/:\w+/g, 'Some-Id').replace('*', 'deeper/down')}`;
      const escaped = pathname.replaceAll(/[a-z]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
      for (const spelling of [pathname, `${pathname}/`, pathname.toUpperCase(), escaped, `${pathname}.data`])
        expect([spelling, table.find(spelling).handle.cache]).toEqual([spelling, 'personal']);
    }
  });

  test('finds a page for every path', () => {
    fc.assert(
      fc.property(fc.webPath(), (path) => {
        expect(table.pages).toContain(table.find(path));
      }),
    );
  });
});

test('every page has an id and a path of its own and is found by it', () => {
  const { pages } = table;

  expect(repeated(pages.map(({ id }) => id))).toEqual([]);
  expect(repeated(pages.map(({ path }) => path.toLowerCase()))).toEqual([]);
  for (const { id, path } of pages) {
    expect(path).toMatch(/^$|^(\*|:[a-zA-Z]+|[a-z0-9-]+)(\/(:[a-zA-Z]+|[a-z0-9-]+))*(\/\*)?$/);
    const pathname = `/${path.replaceAll(/:\w+/g, 'anything').replace('*', 'any/thing/at/all')}`;
    expect([path, table.find(pathname).id]).toEqual([path, id]);
  }
});

test('the main pages have their paths, and all other paths are the 404 page [CONT-11, CONT-16, CONT-18, CONT-22, SITE-16]', () => {
  const paths = table.pages.map(({ path }) => path);

  expect(paths).toEqual(
    expect.arrayContaining(['', 'wines', 'spirits', 'wines/:producer/:offer', 'cart', 'guest-checkout', 'account/orders', '*']),
  );
});

test('shared pages declare no personal parameter, and each parameter once', () => {
  for (const { id, handle } of table.pages) {
    const { cache, params = [] } = handle;
    expect([id, repeated(params)]).toEqual([id, []]);
    if (cache === 'shared') expect([id, params.filter((name) => PERSONAL.includes(name))]).toEqual([id, []]);
  }
});

test('search engines are offered no personal page', () => {
  const personal = table.pages.filter(({ handle }) => handle.cache === 'personal');

  expect(personal.filter(({ handle }) => handle.robots === 'index')).toEqual([]);
});

test('pages that only a browser renders or that change something when opened are not prefetched', () => {
  expect(table.unprefetched).toEqual(
    expect.arrayContaining(['/account/*', '/auth-callback', '/checkout/:token', '/guest-checkout', '/wine-clubs/checkout/*']),
  );
  for (const pattern of ['/', '/wines', '/cart', '/:slug']) expect(table.unprefetched).not.toContain(pattern);
});
