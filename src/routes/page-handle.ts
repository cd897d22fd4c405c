/** Properties of a page that its route module exports as `handle`, for the page cache, search engines and prefetching. */

export interface PageHandle {
  /** `shared`: the same bytes for everyone of a site, so the page is cached. `personal`: rendered for each request. */
  readonly cache: 'shared' | 'personal';
  /**
   * `index`: search engines may list the page, and the sitemap has it if its path is fixed. `noindex`: they may not.
   * `duplicate`: another path of the same page is listed.
   */
  readonly robots: 'index' | 'noindex' | 'duplicate';
  /** Query parameters that change a shared page and are part of its cache key. All others are dropped before rendering. */
  readonly params?: readonly string[];
  /** False if links to the page are not prefetched. Personal pages never are. */
  readonly prefetch?: false;
}

/** A page: a route that can be requested, with the `handle` of its module, or else that of its closest layout. */
export interface Page {
  /** Route id. */
  readonly id: string;
  /** Pattern of React Router without a leading slash. Empty for the home page. */
  readonly path: string;
  readonly handle: PageHandle;
}

/** The pages of the server build. */
export interface PageTable {
  readonly pages: readonly Page[];
  /** Patterns of pages that are not prefetched. */
  readonly unprefetched: readonly string[];
  /** Returns the page of a path or of a router's `.data` path. Every path has one, because the last page is 404. */
  find(pathname: string): Page;
}

/** Returns true for the `handle` of a page. */
export const isPageHandle = (handle: unknown): handle is PageHandle => handle instanceof Object && 'cache' in handle && 'robots' in handle;

/**
 * Returns the query of a shared page: declared parameters only, in the order of the handle, with repeats and without empty ones.
 * Personal parameters are always dropped [CONT-41]. `_routes` stays on `.data` requests, where the router names the loaders it
 * wants.
 * @param pairs decoded name and value of each parameter, in the order of the URL
 * @returns `?a=1&b=2`, or the empty string
 */
export function sharedQuery({ params = [] }: PageHandle, pairs: readonly (readonly [string, string])[]): string {
  const retained = [...params, '_routes'].flatMap((name) => pairs.filter(([key, value]) => key === name && value !== ''));
  return retained.length === 0
    ? ''
    : `?${retained.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')}`;
}
