import { matchPath } from 'react-router';

/** Plan of page prefetching [CONT-37]: four pages every three seconds, not for bots. */
export const PREFETCH = { batch: 4, everyMs: 3_000, most: 24 } as const;

/** Properties of `navigator` that decide whether pages are prefetched. */
export interface Viewer {
  readonly userAgent: string;
  readonly connection?: { readonly effectiveType?: string; readonly saveData?: boolean } | undefined;
}

const BOT = /bot|crawler|spider|crawling|preview|lighthouse/i;

/** Returns false on 2g, with save-data, and for bots. */
export const mayPrefetch = ({ userAgent, connection }: Viewer): boolean =>
  !BOT.test(userAgent) && connection?.saveData !== true && !connection?.effectiveType?.includes('2g');

/** Paths of documents that are not pages, such as tax invoices. */
const NOT_A_PAGE = /^\/api\//;

/**
 * Returns the next pages to prefetch.
 * @param links paths that the page links to, in document order
 * @param done paths that were fetched, including the page itself
 * @param unprefetched patterns of pages that are not prefetched
 */
export const nextToPrefetch = (links: readonly string[], done: ReadonlySet<string>, unprefetched: readonly string[]): string[] =>
  [...new Set(links)]
    .filter((path) => !done.has(path) && !NOT_A_PAGE.test(path) && !unprefetched.some((pattern) => matchPath(pattern, path)))
    .slice(0, Math.max(0, Math.min(PREFETCH.batch, PREFETCH.most - done.size)));
