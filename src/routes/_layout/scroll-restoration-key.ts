/**
 * Returns the key of a saved scroll position: the pathname [CONT-36]. A navigation with a refinement list has a key of its own
 * and starts at the top [CONT-35]. A link to a fragment starts at the fragment.
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
