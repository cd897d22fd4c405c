/** Maps a request to its page and to the URL that the page is rendered and cached under. */
import { PAGES, type PageRow } from './pages.ts';

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

/** Decodes and lower-cases a path as the router does: `/C%61rt` is the cart page. */
const segmentsOf = (pathname: string): string[] =>
  pathname
    .split('/')
    .filter(Boolean)
    .map((segment) => decoded(segment).toLowerCase());

const matches = (pattern: string, segments: readonly string[]): boolean => {
  const wanted = segmentsOf(pattern);
  if (wanted.at(-1) === '*') return wanted.slice(0, -1).every((part, index) => part.startsWith(':') || part === segments[index]);
  return wanted.length === segments.length && wanted.every((part, index) => part.startsWith(':') || part === segments[index]);
};

/** Returns the row of the page table for a path. The last row is 404, so every path has one. */
export function pageOf(pathname: string): PageRow {
  const segments = segmentsOf(
    pathname
      .replace(/\.data$/, '')
      .replace(/^\/_root$/, '/')
      .replace(/\/_$/, '/'),
  );
  const row = PAGES.find((page) => matches(page.path, segments));
  if (!row) throw new Error('the page table must end with a row that matches everything');
  return row;
}

/**
 * Returns the query of a shared page: declared parameters only, in the table's order, with repeats and without empty ones.
 * Personal parameters are always dropped [CONT-41]. `_routes` stays on `.data` requests, where the router names the loaders it
 * wants.
 * @param pairs decoded name and value of each parameter, in the order of the URL
 * @returns `?a=1&b=2`, or the empty string
 */
export function sharedQuery(page: PageRow, pairs: readonly (readonly [string, string])[]): string {
  const kept = [...page.params, '_routes'].flatMap((name) => pairs.filter(([given, value]) => given === name && value !== ''));
  return kept.length === 0 ? '' : `?${kept.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')}`;
}
