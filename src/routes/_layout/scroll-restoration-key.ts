/**
 * Where the scroll position of a page is kept under (SPEC.md §2, §9): its pathname, so that a page met again is where it was left;
 * a navigation that carries a refinement list has a place of its own and begins at the top, and one to a part of a page at that part.
 */
import { FACETS } from '#domains/discovery/search/model/facets.ts';

const REFINEMENTS: ReadonlySet<string> = new Set(FACETS.map(({ urlKey }) => urlKey));

export const scrollKey = ({
  pathname,
  search,
  hash,
  key,
}: {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  readonly key: string;
}): string => (hash !== '' || [...new URLSearchParams(search).keys()].some((name) => REFINEMENTS.has(name)) ? key : pathname);
