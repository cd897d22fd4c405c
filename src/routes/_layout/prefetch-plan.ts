/** Which pages are fetched ahead of a click (SPEC.md §9): four every three seconds, never where data is dear or nobody reads. */
export const PREFETCH = { batch: 4, everyMs: 3_000, most: 24 } as const;

export interface Viewer {
  readonly userAgent: string;
  readonly connection?: { readonly effectiveType?: string; readonly saveData?: boolean } | undefined;
}

const BOT = /bot|crawler|spider|crawling|preview|lighthouse/i;

/** False on 2g, where data is to be saved, and for bots. */
export const mayPrefetch = ({ userAgent, connection }: Viewer): boolean =>
  !BOT.test(userAgent) && connection?.saveData !== true && !connection?.effectiveType?.includes('2g');

/** Pages that only their readers make, or that change something by being opened, are not fetched ahead. */
const NOT_AHEAD = /^\/(account|auth|auth-callback|checkout|order|guest-checkout|api|dev|sandbox-gateway|wine-clubs\/checkout)(\/|$)/;

/**
 * The next pages to fetch.
 * @param links paths that the page leads to, in the order they are met
 * @param done paths that were fetched, the page's own included
 */
export const nextToPrefetch = (links: readonly string[], done: ReadonlySet<string>): string[] =>
  [...new Set(links)]
    .filter((path) => !done.has(path) && !NOT_AHEAD.test(path))
    .slice(0, Math.max(0, Math.min(PREFETCH.batch, PREFETCH.most - done.size)));
