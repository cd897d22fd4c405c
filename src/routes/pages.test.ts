import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { pageOf } from './page-key.ts';
import { PAGES } from './pages.ts';

const repeated = (values: readonly string[]): string[] => values.filter((value, index) => values.indexOf(value) !== index);

describe('page table', () => {
  test('has each route and each path once', () => {
    expect(repeated(PAGES.map(({ id }) => id))).toEqual([]);
    expect(repeated(PAGES.map(({ path }) => path.toLowerCase()))).toEqual([]);
  });

  test('ends with the 404 page [CONT-11]', () => {
    expect(PAGES.map(({ path }) => path).indexOf('*')).toBe(PAGES.length - 1);
  });

  test("has the paths of the shop's main pages [CONT-16, CONT-18, CONT-22, SITE-16]", () => {
    for (const path of ['', 'wines', 'spirits', 'wines/:producer/:offer', 'cart', 'guest-checkout', '*']) {
      expect(PAGES.map((page) => page.path)).toContain(path);
    }
  });
});

describe.each(PAGES)('$id', (page) => {
  test('has a module', () => {
    expect(existsSync(fileURLToPath(new URL(`../${page.file}`, import.meta.url)))).toBe(true);
  });

  test('has a path without leading or trailing slash, in lower case except for parameter names', () => {
    expect(page.path).toMatch(/^$|^(\*|:[a-zA-Z]+|[a-z0-9-]+)(\/(:[a-zA-Z]+|[a-z0-9-]+))*(\/\*)?$/);
  });

  test('is reached by its own path, because no earlier row matches', () => {
    const pathname = `/${page.path.replaceAll(/:\w+/g, 'anything').replace('*', 'any/thing/at/all')}`;
    expect(pageOf(pathname).id).toBe(page.id);
  });

  test('declares each parameter once', () => {
    expect(repeated(page.params)).toEqual([]);
  });

  test('is indexed only if everyone sees the same page', () => {
    expect(page.indexed && page.cache === 'personal').toBe(false);
  });
});
