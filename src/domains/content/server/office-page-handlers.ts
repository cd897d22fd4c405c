/** Handlers of the office's calls about pages. */

import { z } from 'zod';
import type { Tier } from '#domains/customers/identity/model/tiers.ts';
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { fromCursor, MAX_EXACT_TOTAL, pageOf, toTotal } from '#domains/staff/server/list-cursor.ts';
import { type OfficeEndpoint, type OfficeHandlers, officeHandlers } from '#domains/staff/server/office-handlers.ts';
import type { Database } from '#lib/db/pool.ts';
import { type Failure, fail, ok, type Success } from '#lib/result.ts';
import { MARKETS, type Market } from '#markets/market.ts';
import { timeZoneOf } from '#markets/market-day.ts';
import type { Site } from '#markets/sites.ts';
import { copyOfPage, freeId, newPage, slugOf } from '../model/new-page.ts';
import { checkPage, namedOffers } from '../model/page-checks.ts';
import { completePage, type DraftRecord, draftRecord, draftText, type PageIssue } from '../model/page-draft.ts';
import { PAGE_STATES, pageStateOf } from '../model/page-list.ts';
import { isOnSite } from '../model/publication.ts';
import type { PageRecord } from '../model/record.ts';
import { hasOwnPage, TEMPLATE_NAMES } from '../model/templates.ts';
import { type OfferOption, type OfficePage, type PageRow, pageOfficeContract } from '../office-contract.ts';
import { changePages, restorePages } from './change-pages.ts';
import { readNamedOffers } from './named-offer.repository.ts';
import { countOfficePages, listOfficePages, type OfficePageFilter, type OfficePageRow } from './office-page-list.repository.ts';
import {
  announceContent,
  beginPage,
  canEditPage,
  discardDraft,
  maySeePage,
  publishDraft,
  restoreVersion,
  savePageDraft,
  takeDown,
  unschedulePage,
} from './office-pages.ts';
import { type EditedPage, listVersions, readEditedPage, takenIds } from './page-draft.repository.ts';
import { readPageHistory } from './page-history.ts';
import type { PageStore } from './page-store.ts';

export interface OfficePageDeps {
  readonly database: Database;
  readonly pages: PageStore;
  /** Returns the sites of this moment. */
  readonly sites: () => readonly Site[];
  /** Returns the origin of a site. */
  readonly originOf: (site: Site, officeOrigin: string) => string;
  /** Returns the path and query that show the draft of a page for an hour. */
  readonly previewPathOf: (page: { readonly id: string; readonly isHome: boolean }, tier: Tier | null) => Promise<string>;
  /** Finds offers of a market by words, whoever may see them. */
  readonly findOffers: (market: Market, words: string, limit: number) => readonly OfferOption[];
  /** Reads offers by their ids. */
  readonly offersById: (market: Market, ids: readonly string[]) => Promise<readonly OfferOption[]>;
}

const position = z.object({ key: z.string().max(300), id: z.string().max(64) });
const MAX_WORDS = 5;
const VERSION_PAGE = 20;
const MAX_VERSION = 2_147_483_647;
const FOUND_OFFERS = 12;

const listOfTexts = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const isoOrNull = (value: string | null): string | null =>
  value === null || Number.isNaN(Date.parse(value)) ? null : new Date(value).toISOString();

const viewRow = (row: OfficePageRow): PageRow => ({
  id: row.id,
  title: row.title,
  path: row.path,
  template: TEMPLATE_NAMES.find((name) => name === row.template) ?? 'content',
  markets: row.markets === null ? [...MARKETS] : MARKETS.filter((market) => listOfTexts(row.markets).includes(market)),
  shops: row.shops === null ? ['wine', 'spirits'] : (['wine', 'spirits'] as const).filter((shop) => listOfTexts(row.shops).includes(shop)),
  state: PAGE_STATES.find((state) => state === row.state) ?? 'draft',
  version: row.version,
  revision: row.revision,
  hasDraft: row.hasDraft,
  publishAt: isoOrNull(row.publishAt),
  endAt: isoOrNull(row.endAt),
  scheduledFor: row.scheduledFor?.toISOString() ?? null,
  scheduleProblem: row.scheduleProblem,
  changedAt: row.changedAt.toISOString(),
  changedBy: row.changedBy ?? '',
});

/** Returns a published record as a draft begins with it. */
const asDraft = (page: PageRecord): DraftRecord => draftRecord.parse(JSON.parse(JSON.stringify(page)));

function pageHandlers(deps: OfficePageDeps): OfficeHandlers<typeof pageOfficeContract> {
  const { database, pages, sites, originOf } = deps;

  /** Returns what is wrong with a page, and what to look at. */
  const issuesOf = async (draft: DraftRecord): Promise<PageIssue[]> => {
    const complete = completePage(draft);
    if ('issues' in complete) return [...complete.issues];
    const { page } = complete;
    const offers = await readNamedOffers(database, namedOffers(page), page.markets);
    const hasPath = (path: string, site: Site): boolean =>
      path === page.path || hasOwnPage(path) || pages.hasPath(path, site) || pages.redirectAt(path, site) !== null;
    return checkPage(page, { offers, sites: sites().filter((site) => isOnSite(page, site)), hasPath });
  };

  const viewPage = async (id: string, edited: EditedPage, staff: StaffActor, officeOrigin: string): Promise<OfficePage> => {
    const { page, draft } = edited;
    const record = draft?.record ?? (page ? asDraft(page) : {});
    const own = sites().filter(({ market }) => staff.markets.includes(market));
    const [market = MARKETS[0]] = (page?.markets ?? staff.markets).filter((one) => staff.markets.includes(one));
    const state = pageStateOf({ published: page, isArchived: edited.isArchived }, Date.now());
    const live = page && state === 'live' ? own.find((site) => isOnSite(page, site)) : undefined;
    return {
      id,
      state,
      version: edited.version,
      published: page && asDraft(page),
      changedAt: edited.changedAt?.toISOString() ?? null,
      changedBy: edited.changedBy,
      draft: draft && {
        record: draft.record,
        revision: draft.revision,
        baseVersion: draft.baseVersion,
        author: draft.author,
        updatedAt: draft.updatedAt.toISOString(),
        isOwn: draft.staffId === staff.id,
      },
      scheduled: draft?.schedule
        ? { at: draft.schedule.at.toISOString(), author: draft.schedule.author, problem: draft.schedule.problem }
        : null,
      canEdit: canEditPage(edited, staff),
      timeZone: timeZoneOf(market),
      issues: await issuesOf(record),
      sites: own.map((site) => ({ id: site.id, market: site.market, kind: site.kind, origin: originOf(site, officeOrigin) })),
      liveUrl: page && live ? `${originOf(live, officeOrigin)}${page.path}` : null,
    };
  };

  const shown = async (
    id: string,
    staff: StaffActor,
    origin: string,
  ): Promise<Success<OfficePage> | Failure<'not_found', Readonly<Record<never, never>>>> => {
    const edited = await readEditedPage(database, id);
    return edited && maySeePage(edited, staff) ? ok(await viewPage(id, edited, staff, origin)) : fail('not_found');
  };

  const announced = async (): Promise<void> => {
    await announceContent(database);
    // This process answers the next request with the change; the others follow when they are told.
    await pages.refresh();
  };

  return {
    pages: async (input, { staff }) => {
      const after = fromCursor(input.cursor, position);
      if (!after.ok) return after;
      const markets = input['filter[market]'];
      const filter: OfficePageFilter = {
        markets: markets === undefined ? staff.markets : staff.markets.filter((market) => markets.includes(market)),
        states: input['filter[state]'] ?? null,
        templates: input['filter[template]'] ?? null,
        shops: input['filter[shop]'] ?? null,
        hasDraft: input['filter[draft]'] === undefined ? null : true,
        words: (input.q ?? '').toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS),
      };
      const [rows, count] = await Promise.all([
        listOfficePages(database, filter, input.sort, after.value, input.limit + 1),
        countOfficePages(database, filter, MAX_EXACT_TOTAL + 1),
      ]);
      const { page, nextCursor } = pageOf(rows, input.limit, ({ key, id }) => ({ key, id }));
      return ok({ rows: page.map(viewRow), nextCursor, total: toTotal(count) });
    },
    page: ({ id }, { staff, origin }) => shown(id, staff, origin),
    createPage: async ({ template, title, copyOf }, { staff }) => {
      const copied = copyOf === undefined ? null : await readEditedPage(database, copyOf);
      if (copyOf !== undefined && (!copied || !maySeePage(copied, staff))) return fail('not_found');
      const taken = await takenIds(database, slugOf(title) || 'page');
      const id = freeId(title, (one) => taken.has(one));
      const source = copied?.draft?.record ?? (copied?.page ? asDraft(copied.page) : null);
      const record = source
        ? { ...copyOfPage(source, id, title), markets: [...staff.markets] }
        : newPage(id, template, title, staff.markets);
      return beginPage(database, staff, id, record);
    },
    savePageDraft: async ({ record, ...seen }, { staff }) => {
      const saved = await savePageDraft(database, staff, seen, record);
      return saved.ok ? ok({ ...saved.value, issues: await issuesOf(record) }) : saved;
    },
    discardPageDraft: (seen, { staff }) => discardDraft(database, staff, seen),
    publishPage: async (seen, { staff, origin }) => {
      const published = await publishDraft(database, staff, seen);
      if (!published.ok) return published;
      await announced();
      return shown(seen.id, staff, origin);
    },
    unschedulePage: async (seen, { staff, origin }) => {
      const done = await unschedulePage(database, staff, seen);
      return done.ok ? shown(seen.id, staff, origin) : done;
    },
    takePageDown: async ({ isArchived, redirectTo, ...seen }, { staff, origin }) => {
      const done = await takeDown(database, staff, seen, { isArchived, redirectTo });
      if (!done.ok) return done;
      await announced();
      return shown(seen.id, staff, origin);
    },
    restorePage: async ({ restored, ...seen }, { staff, origin }) => {
      const done = await restoreVersion(database, staff, seen, restored);
      if (!done.ok) return done;
      await announced();
      return shown(seen.id, staff, origin);
    },
    changePages: async (input, { staff }) => {
      const results = await changePages(database, staff, input);
      if (!input.isPreview && results.some(({ isDone }) => isDone)) await announced();
      return ok({ results });
    },
    restorePages: async (input, { staff }) => {
      const results = await restorePages(database, staff, input);
      if (results.some(({ isDone }) => isDone)) await announced();
      return ok({ results });
    },
    pageVersions: async ({ id, before }, { staff }) => {
      const edited = await readEditedPage(database, id);
      if (!edited || !maySeePage(edited, staff)) return fail('not_found');
      const rows = await listVersions(database, id, before ?? MAX_VERSION, VERSION_PAGE + 1);
      return ok({
        rows: rows.slice(0, VERSION_PAGE).map(({ version, savedAt, author, record }) => ({
          version,
          savedAt: savedAt.toISOString(),
          author,
          record: record === null ? null : draftRecord.parse(record),
        })),
        hasMore: rows.length > VERSION_PAGE,
      });
    },
    pageHistory: async ({ id }, { staff }) => {
      const edited = await readEditedPage(database, id);
      return edited && maySeePage(edited, staff) ? ok({ rows: await readPageHistory(database, id, staff) }) : fail('not_found');
    },
    previewPage: async ({ id, site: siteId, tier }, { staff, origin }) => {
      const edited = await readEditedPage(database, id);
      const site = sites().find((one) => one.id === siteId && staff.markets.includes(one.market));
      if (!edited || !site || !maySeePage(edited, staff)) return fail('not_found');
      const record = edited.draft?.record ?? edited.page ?? {};
      const path = await deps.previewPathOf(
        { id, isHome: draftText({ template: String(record.template) }, 'template') === 'home' },
        tier ?? null,
      );
      return ok({ url: `${originOf(site, origin)}${path}` });
    },
    findPageOffers: async ({ q, ids }, { staff }) => {
      const wanted = ids.split(',').filter((id) => /^[A-Za-z0-9_-]{1,64}$/.test(id));
      const lists = await Promise.all(
        staff.markets.map(async (market) =>
          wanted.length > 0 ? deps.offersById(market, wanted) : deps.findOffers(market, q, FOUND_OFFERS),
        ),
      );
      const byId = new Map(lists.flat().map((offer) => [offer.id, offer]));
      const rows = wanted.length > 0 ? wanted.flatMap((id) => byId.get(id) ?? []) : [...byId.values()].slice(0, FOUND_OFFERS);
      return ok({ rows });
    },
  };
}

/** Binds the office's calls about pages. */
export const pageOfficeEndpoints = (deps: OfficePageDeps): OfficeEndpoint[] => officeHandlers(pageOfficeContract, pageHandlers(deps));
