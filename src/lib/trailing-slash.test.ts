import { describe, expect, test } from 'vitest';
import { withoutTrailingSlash, withTrailingSlash } from './trailing-slash.ts';

describe('trailing slashes [CONT-34]', () => {
  test.each([
    { path: '/', without: '/', with: '/' },
    { path: '/about', without: '/about', with: '/about/' },
    { path: '/about/', without: '/about', with: '/about/' },
    { path: '/a//', without: '/a', with: '/a//' },
    ...['html', 'json', 'js', 'map', 'txt', 'xml', 'pdf', 'PDF'].map((ending) => ({
      path: `/list.${ending}`,
      without: `/list.${ending}`,
      with: `/list.${ending}`,
    })),
    { path: '/page.htmlx/', without: '/page.htmlx', with: '/page.htmlx/' },
  ])('$path', (row) => {
    expect(withoutTrailingSlash(row.path)).toBe(row.without);
    expect(withTrailingSlash(row.path)).toBe(row.with);
  });
});
