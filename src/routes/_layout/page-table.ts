/** Pages of the server build with the handles of their modules, and which page a path belongs to. */
import { LRUCache } from 'lru-cache';
import { matchRoutes, type RouteObject } from 'react-router';
import { isPageHandle, type Page, type PageHandle, type PageTable } from '../page-handle.ts';

/** A route as the router's build has it. */
export interface BuiltRoute {
  readonly id: string;
  readonly parentId?: string | undefined;
  readonly path?: string | undefined;
  readonly index?: boolean | undefined;
  readonly module: { readonly handle?: unknown };
}

/** Matching a path tries every route, so results are cached. Longer paths are not. */
const MAX_CACHED_PATHS = 5_000;
const MAX_CACHED_LENGTH = 200;

const joinPaths = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('/');

const isPrefetched = ({ cache, prefetch }: PageHandle): boolean => cache === 'shared' && prefetch !== false;

/** Returns the path of a page for a `.data` path of the router. */
const documentPath = (pathname: string): string =>
  pathname.endsWith('.data')
    ? pathname
        .slice(0, -'.data'.length)
        .replace(/^\/_root$/, '/')
        .replace(/\/_$/, '/')
    : pathname;

/**
 * Builds the table of pages.
 * @throws Error if a page has no handle or if no page matches every path
 */
export function createPageTable(routes: Readonly<Record<string, BuiltRoute | undefined>>): PageTable {
  const all = Object.values(routes).filter((route) => route !== undefined);
  const pages = new Map<string, Page>();
  const unprefetched: string[] = [];

  const addChildren = (parent: BuiltRoute | undefined, base: string, inherited: PageHandle | null): RouteObject[] =>
    all
      .filter(({ parentId, id }) => (parent ? parentId === parent.id : parentId === undefined || parentId === id))
      .map((route): RouteObject => {
        const path = joinPaths(base, route.path ?? '');
        const own = isPageHandle(route.module.handle) ? route.module.handle : null;
        const handle = own ?? inherited;
        const isLayout = all.some(({ parentId }) => parentId === route.id);
        if (own && !isPrefetched(own) && (inherited === null || isPrefetched(inherited)))
          unprefetched.push(`/${isLayout ? joinPaths(path, '*') : path}`);
        if (isLayout)
          return { id: route.id, ...(route.path === undefined ? {} : { path: route.path }), children: addChildren(route, path, handle) };
        if (!handle) throw new Error(`The route ${route.id} exports no handle.`);
        pages.set(route.id, { id: route.id, path, handle });
        return route.index ? { id: route.id, index: true } : { id: route.id, path: route.path ?? '' };
      });

  const tree = addChildren(undefined, '', null);
  const match = (pathname: string): Page | undefined => pages.get(matchRoutes(tree, pathname)?.at(-1)?.route.id ?? '');
  const notFound = match('/a/path/of/no/page');
  if (!notFound) throw new Error('No page matches every path.');

  const cached = new LRUCache<string, Page>({ max: MAX_CACHED_PATHS });
  return {
    pages: [...pages.values()],
    unprefetched,
    find(pathname) {
      const cachedPage = cached.get(pathname);
      if (cachedPage) return cachedPage;
      // No pattern matches a line break.
      const page = match(documentPath(pathname)) ?? notFound;
      if (pathname.length <= MAX_CACHED_LENGTH) cached.set(pathname, page);
      return page;
    },
  };
}
