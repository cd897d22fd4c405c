/**
 * Every page of the shop, held in memory by each process: some hundreds of records that every page's footer reads.
 * Read again on news of a change; what shows changes by the clock too, when a page comes out or an event is over.
 */
import type { Database } from '#lib/db/pool.ts';
import { isFor, nextChange, type PageViewer } from '../model/publication.ts';
import type { PageRecord } from '../model/record.ts';
import type { TemplateName } from '../model/templates.ts';

export interface StoredPage {
  readonly page: PageRecord;
  readonly changedAt: Date;
}

export interface PageStore {
  /** The page at a path that a visitor may see; null where there is none. */
  at(path: string, visitor: PageViewer): StoredPage | null;
  /** Any page by its id, drafts included: for previews. */
  byId(id: string): StoredPage | null;
  /** Every page of a template, or of all, that a visitor may see. */
  all(visitor: PageViewer, template?: TemplateName): readonly StoredPage[];
  /** Read everything anew. */
  refresh(): Promise<void>;
  /** Call `listener` whenever what visitors see may have changed. */
  onChange(listener: () => void): void;
  close(): void;
}

/** The longest wait a timer takes. */
const MAX_TIMEOUT_MS = 2_000_000_000;

/** Two pages may share an address in different markets, shops or times. */
function byPath(pages: Iterable<StoredPage>): Map<string, StoredPage[]> {
  const found = new Map<string, StoredPage[]>();
  for (const shelved of pages) {
    const there = found.get(shelved.page.path);
    if (there) there.push(shelved);
    else found.set(shelved.page.path, [shelved]);
  }
  return found;
}

export async function createPageStore(database: Database, now: () => number = Date.now): Promise<PageStore> {
  let pages = new Map<string, StoredPage>();
  let paths = new Map<string, StoredPage[]>();
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;
  const listeners: (() => void)[] = [];

  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  const wait = (): void => {
    if (timer) clearTimeout(timer);
    const next = nextChange(
      [...pages.values()].map(({ page }) => page),
      now(),
    );
    if (isClosed || next === Number.POSITIVE_INFINITY) return;
    const delay = next - now();
    timer = setTimeout(
      () => {
        if (delay <= MAX_TIMEOUT_MS) tell();
        wait();
      },
      Math.min(delay, MAX_TIMEOUT_MS),
    ).unref();
  };
  const refresh = async (): Promise<void> => {
    const rows = await database.queryMany<{ record: PageRecord; updated_at: Date }>({
      name: 'pages.all',
      text: 'select record, updated_at from pages order by id',
    });
    pages = new Map(rows.map(({ record, updated_at }) => [record.id, { page: record, changedAt: updated_at }]));
    paths = byPath(pages.values());
    wait();
    tell();
  };

  await refresh();
  return {
    at: (path, visitor) => paths.get(path)?.find(({ page }) => isFor(page, visitor, now())) ?? null,
    byId: (id) => pages.get(id) ?? null,
    all: (visitor, template) =>
      [...pages.values()].filter(({ page }) => (template === undefined || page.template === template) && isFor(page, visitor, now())),
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
