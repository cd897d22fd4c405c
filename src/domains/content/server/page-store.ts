/**
 * In-memory store of all content pages [CONT-1]. The footer of every page reads them. Reloads after each change and when a page
 * is published or an event ends.
 */
import type { Database } from '#lib/db/pool.ts';
import { createOrderedRefresh } from '#lib/ordered-refresh.ts';
import type { Market } from '#markets/market.ts';
import type { Site } from '#markets/sites.ts';
import { isFor, isOnSite, nextChange, type PageViewer } from '../model/publication.ts';
import { followRedirects, type RedirectRecord, type RedirectTarget } from '../model/redirect.ts';
import { isOwnIndex, type TemplateName } from '../model/templates.ts';
import { readPages, type StoredPage } from './page.repository.ts';
import { readRedirects } from './redirect.repository.ts';

export interface PageStore {
  /** Returns the page at a path that a visitor may see. */
  at(path: string, visitor: PageViewer): StoredPage | null;
  /** Returns a page by its id, drafts included: for previews. */
  byId(id: string): StoredPage | null;
  /** Lists the pages of a template, or of all templates, that a visitor may see. */
  all(visitor: PageViewer, template?: TemplateName): readonly StoredPage[];
  /** Returns true if a published page of a site, or of any, is at a path, whenever it is shown. */
  hasPath(path: string, site?: Pick<Site, 'market' | 'kind'>): boolean;
  /** Lists all pages, whether or not visitors see them: for staff. */
  known(): readonly StoredPage[];
  /** Returns a page of a market at a path, whether or not visitors see it: for hints to staff. */
  pageAt(path: string, market: Market): StoredPage | null;
  /** Returns where a path leads that has no page. @returns null if it leads nowhere */
  redirectAt(path: string, site: Pick<Site, 'market' | 'kind'>): RedirectTarget | null;
  /** Follows the redirects of a site from a path, step by step, up to the first address at which guests see a page. */
  followFrom(path: string, site: Pick<Site, 'market' | 'kind'>): ReturnType<typeof followRedirects>;
  /** Returns the redirect from a path, as `redirectKey` writes it. @returns null if there is none */
  redirectFrom(path: string): RedirectRecord | null;
  /** Reads all pages and redirects again. */
  refresh(): Promise<void>;
  /** Calls `listener` whenever what visitors see may have changed. */
  onChange(listener: () => void): void;
  close(): void;
}

/** Maximum delay of a timer, in ms. */
const MAX_TIMEOUT_MS = 2_000_000_000;

/** Groups pages by path. Pages of different markets, shops or times can have the same path. */
function byPath(pages: Iterable<StoredPage>): Map<string, StoredPage[]> {
  const found = new Map<string, StoredPage[]>();
  for (const stored of pages) {
    const samePath = found.get(stored.page.path);
    if (samePath) samePath.push(stored);
    else found.set(stored.page.path, [stored]);
  }
  return found;
}

export async function createPageStore(database: Database, now: () => number = Date.now): Promise<PageStore> {
  let pages = new Map<string, StoredPage>();
  let paths = new Map<string, StoredPage[]>();
  let redirects = new Map<string, RedirectRecord>();
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;
  const listeners: (() => void)[] = [];

  const notifyListeners = (): void => {
    for (const listener of listeners) listener();
  };
  const scheduleNextChange = (): void => {
    if (timer) clearTimeout(timer);
    const next = nextChange(
      [...pages.values()].map(({ page }) => page),
      now(),
    );
    if (isClosed || next === Number.POSITIVE_INFINITY) return;
    const delay = next - now();
    timer = setTimeout(
      () => {
        if (delay <= MAX_TIMEOUT_MS) notifyListeners();
        scheduleNextChange();
      },
      Math.min(delay, MAX_TIMEOUT_MS),
    ).unref();
  };
  const refresh = createOrderedRefresh(
    () => Promise.all([readPages(database), readRedirects(database)]),
    ([storedPages, storedRedirects]) => {
      pages = new Map(storedPages.map((stored) => [stored.page.id, stored]));
      redirects = new Map(storedRedirects.map(({ redirect }) => [redirect.from, redirect]));
      paths = byPath(pages.values());
      scheduleNextChange();
      notifyListeners();
    },
  );

  const at: PageStore['at'] = (path, visitor) => paths.get(path)?.find(({ page }) => isFor(page, visitor, now())) ?? null;
  const followFrom: PageStore['followFrom'] = (from, { market, kind }) =>
    followRedirects(
      (path) => redirects.get(path) ?? null,
      from,
      market,
      (path) => isOwnIndex(path) || at(path, { market, siteKind: kind, tier: null, isStaff: false }) !== null,
    );

  await refresh();
  return {
    at,
    followFrom,
    byId: (id) => pages.get(id) ?? null,
    all: (visitor, template) =>
      [...pages.values()].filter(({ page }) => (template === undefined || page.template === template) && isFor(page, visitor, now())),
    hasPath: (path, site) =>
      paths.get(path)?.some(({ page }) => page.state === 'published' && (site === undefined || isOnSite(page, site))) ?? false,
    known: () => [...pages.values()],
    pageAt: (path, market) => paths.get(path)?.find(({ page }) => page.markets.includes(market)) ?? null,
    redirectFrom: (path) => redirects.get(path) ?? null,
    redirectAt(path, site) {
      const followed = followFrom(path, site);
      return followed === null || followed === 'loop' ? null : followed.target;
    },
    refresh,
    onChange: (listener) => {
      listeners.push(listener);
    },
    close() {
      isClosed = true;
      if (timer) clearTimeout(timer);
    },
  };
}
