import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { pageOf } from './page-key.ts';
import { PAGES } from './pages.ts';

const repeated = (values: readonly string[]): string[] => values.filter((value, index) => values.indexOf(value) !== index);

describe('the table', () => {
  test('names each route once and each address once', () => {
    expect(repeated(PAGES.map(({ id }) => id))).toEqual([]);
    expect(repeated(PAGES.map(({ path }) => path.toLowerCase()))).toEqual([]);
  });

  test('ends with the page for everything else', () => {
    expect(PAGES.map(({ path }) => path).indexOf('*')).toBe(PAGES.length - 1);
  });

  test('lists addresses of SPEC.md §2', () => {
    for (const path of ['', 'wines', 'spirits', 'wines/:producer/:offer', 'cart', 'guest-checkout', '*']) {
      expect(PAGES.map((page) => page.path)).toContain(path);
    }
  });
});

describe.each(PAGES)('$id', (page) => {
  test('has a module', () => {
    expect(existsSync(fileURLToPath(new URL(`../${page.file}`, import.meta.url)))).toBe(true);
  });

  test('has an address without slashes at its ends, in lower case but for its parts’ names', () => {
    expect(page.path).toMatch(/^$|^(\*|:[a-zA-Z]+|[a-z0-9-]+)(\/(:[a-zA-Z]+|[a-z0-9-]+))*(\/\*)?$/);
  });

  test('is reached by its own address: no row before it takes it', () => {
    const pathname = `/${page.path.replaceAll(/:\w+/g, 'anything').replace('*', 'any/thing/at/all')}`;
    expect(pageOf(pathname).id).toBe(page.id);
  });

  test('declares each parameter once', () => {
    expect(repeated(page.params)).toEqual([]);
  });

  test('is listed by search engines only where everyone sees the same', () => {
    expect(page.indexed && page.cache === 'personal').toBe(false);
  });
});
