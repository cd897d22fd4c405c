/** Use cases of pages in the office. They write pages as an import does, in one transaction with the activity log. */
import { notifyChannels } from '#domains/catalogue/server/import/import-log.repository.ts';
import type { ActionName } from '#domains/staff/messages/activity.ts';
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { timeAgo } from '#domains/staff/model/time-ago.ts';
import { type ActivityActor, recordActivity } from '#domains/staff/server/activity.repository.ts';
import type { Database, Queryable, Transaction } from '#lib/db/pool.ts';
import { fail, ok } from '#lib/result.ts';
import { MARKETS, type Market } from '#markets/market.ts';
import { issuePlace } from '../messages/office-errors.ts';
import { completePage, type DraftRecord, draftText } from '../model/page-draft.ts';
import { pageStateOf } from '../model/page-list.ts';
import type { PageRecord } from '../model/record.ts';
import { type RedirectRecord, redirectRecord } from '../model/redirect.ts';
import { CONTENT_CHANGED, writePages } from './page.repository.ts';
import {
  archivePage,
  deleteDraft,
  type EditedPage,
  lockEditedPage,
  nameAuthor,
  pagesAt,
  readVersion,
  saveDraft,
  scheduleDraft,
  unarchivePage,
  unscheduleDraft,
} from './page-draft.repository.ts';
import { RedirectLoopError, writeRedirects } from './redirect.repository.ts';

/** What a person saw of a page. */
export interface SeenPage {
  readonly id: string;
  readonly version: number;
  readonly revision: number;
}

type Transactions = Pick<Database, 'transaction'>;
type Staff = Pick<StaffActor, 'id' | 'name' | 'ip' | 'apiKey' | 'markets'>;

/** Announces changed pages and redirects to all processes. */
export const announceContent = (db: Queryable): Promise<void> => notifyChannels(db, [CONTENT_CHANGED], 'office');

const marketsIn = (markets: unknown): readonly string[] =>
  Array.isArray(markets) ? markets.filter((market): market is string => typeof market === 'string') : MARKETS;

/** Returns the markets of a page and its draft. */
export function marketsOf({
  page,
  draft,
}: {
  readonly page: PageRecord | null;
  readonly draft: Pick<NonNullable<EditedPage['draft']>, 'record'> | null;
}): readonly string[] {
  return [...new Set([...(page ? page.markets : []), ...(draft ? marketsIn(draft.record.markets) : [])])];
}

/** Returns the market of an entry in the activity log: that of a record of one market. Null for several, whose staff all see it. */
export const loggedMarket = (markets: readonly string[]): Market | null => {
  const [only, ...others] = markets;
  return others.length === 0 ? (MARKETS.find((market) => market === only) ?? null) : null;
};

/** Returns true if a person sees a page: it is for one of their markets. */
export const maySeePage = (edited: EditedPage, { markets }: Pick<StaffActor, 'markets'>): boolean => {
  const own: readonly string[] = markets;
  return (edited.page ? edited.page.markets : marketsOf(edited)).some((market) => own.includes(market)) || marketsOf(edited).length === 0;
};

/** Returns the markets of a page in which a person does not work. They may not change it if there are any. */
export const foreignMarkets = (markets: readonly string[], staff: Pick<StaffActor, 'markets'>): string[] => {
  const own: readonly string[] = staff.markets;
  return markets.filter((market) => MARKETS.some((known) => known === market) && !own.includes(market));
};

export const canEditPage = (edited: EditedPage, staff: Pick<StaffActor, 'markets'>): boolean =>
  foreignMarkets(marketsOf(edited), staff).length === 0;

/** Checks that a person may change a page and saw its current state. @returns the failure, or null */
function refusalOf(edited: EditedPage | null, seen: Partial<SeenPage>, staff: Staff) {
  if (!edited || !maySeePage(edited, staff)) return fail('not_found');
  const foreign = foreignMarkets(marketsOf(edited), staff);
  if (foreign.length > 0) return fail('other_market', { markets: foreign.join(', ') });
  const { draft } = edited;
  if (seen.version !== undefined && edited.version !== seen.version)
    return fail('changed_meanwhile', { who: edited.changedBy || 'An import', when: timeAgo(edited.changedAt ?? new Date()) });
  if (seen.revision !== undefined && (draft?.revision ?? 0) !== seen.revision)
    return draft
      ? fail('changed_meanwhile', { who: draft.author, when: timeAgo(draft.updatedAt) })
      : fail('changed_meanwhile', { who: edited.changedBy || 'Somebody', when: timeAgo(edited.changedAt ?? new Date()) });
  return null;
}

/** Returns true if a draft waits for its moment. It cannot be changed until that is taken back. */
export const isScheduled = ({ draft }: Pick<EditedPage, 'draft'>): boolean => draft?.schedule?.problem === null;

/** Saves the draft of a page, complete or not. The first draft of a page is in the activity log, not every letter. */
export const savePageDraft = (database: Database, staff: Staff, seen: SeenPage, record: DraftRecord) =>
  database.transaction(async (transaction) => {
    const edited = await lockEditedPage(transaction, seen.id);
    const refused = refusalOf(edited, seen, staff);
    if (refused) return refused;
    if (edited && isScheduled(edited)) return fail('page_scheduled');
    const foreign = foreignMarkets(marketsIn(record.markets), staff);
    if (foreign.length > 0) return fail('other_market', { markets: foreign.join(', ') });
    const own = { ...record, record: 'page', id: seen.id };
    const saved = await saveDraft(transaction, {
      id: seen.id,
      record: own,
      baseVersion: seen.version,
      staffId: staff.id,
      author: staff.name,
    });
    if (!edited?.draft)
      await recordActivity(transaction, staff, {
        action: 'page.drafted',
        subject: { kind: 'page', id: seen.id },
        market: loggedMarket(marketsOf({ page: edited?.page ?? null, draft: { record: own } })),
        after: { title: draftText(own, 'title') },
      });
    return ok({ revision: saved.revision, savedAt: saved.updatedAt.toISOString() });
  });

/** Begins a page. */
export const beginPage = (database: Database, staff: Staff, id: string, record: DraftRecord) =>
  database.transaction(async (transaction) => {
    await lockEditedPage(transaction, id);
    await saveDraft(transaction, { id, record, baseVersion: 0, staffId: staff.id, author: staff.name });
    await recordActivity(transaction, staff, {
      action: 'page.created',
      subject: { kind: 'page', id },
      market: loggedMarket(marketsIn(record.markets)),
      after: { title: draftText(record, 'title'), path: draftText(record, 'path') },
    });
    return ok({ id });
  });

/** Deletes a draft. */
export const discardDraft = (database: Database, staff: Staff, seen: Pick<SeenPage, 'id' | 'revision'>) =>
  database.transaction(async (transaction) => {
    const edited = await lockEditedPage(transaction, seen.id);
    const refused = refusalOf(edited, seen, staff);
    if (refused) return refused;
    if (!edited?.draft) return fail('not_found');
    if (isScheduled(edited)) return fail('page_scheduled');
    await deleteDraft(transaction, seen.id);
    await recordActivity(transaction, staff, {
      action: 'page.discarded',
      subject: { kind: 'page', id: seen.id },
      market: loggedMarket(marketsOf(edited)),
      before: { title: draftText(edited.draft.record, 'title') },
    });
    return ok({ record: edited.draft.record });
  });

/** Times of pages that are shown together: null is open. */
const overlaps = (a: PageRecord, b: PageRecord): boolean =>
  (a.endAt === null || b.publishAt === null || Date.parse(b.publishAt) < Date.parse(a.endAt)) &&
  (b.endAt === null || a.publishAt === null || Date.parse(a.publishAt) < Date.parse(b.endAt)) &&
  a.markets.some((market) => b.markets.includes(market)) &&
  a.shops.some((shop) => b.shops.includes(shop)) &&
  a.tiersEligible.some((tier) => b.tiersEligible.includes(tier));

/** Returns the failure of a page whose address another one has at the same time, or null. */
async function findTaken(transaction: Transaction, page: PageRecord) {
  const taken =
    page.state === 'published' ? (await pagesAt(transaction, page.path, page.id)).find((other) => overlaps(other, page)) : undefined;
  return taken ? fail('path_taken', { title: taken.title, path: page.path }) : null;
}

/** Who changes a page: a person, or the shop at the moment that a person chose. */
export type PageActor = ActivityActor & { readonly name: string };

/** Writes a page, unless another one is at its address. */
export async function publish(transaction: Transaction, actor: PageActor, before: PageRecord | null, page: PageRecord, action: ActionName) {
  const taken = await findTaken(transaction, page);
  if (taken) return taken;
  nameAuthor(transaction, actor.name);
  await writePages(transaction, [page]);
  await recordActivity(transaction, actor, {
    action,
    subject: { kind: 'page', id: page.id },
    market: loggedMarket([...new Set([...(before?.markets ?? []), ...page.markets])]),
    before: before && changedFields(before, page),
    after: before ? changedFields(page, before) : page,
  });
  return null;
}

/** Returns the fields of a page that another version has differently. */
const changedFields = (page: PageRecord, other: PageRecord): Record<string, unknown> => {
  const others = new Map<string, unknown>(Object.entries(other));
  return Object.fromEntries(Object.entries(page).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(others.get(name))));
};

/** Returns the first problems of a draft as a sentence. */
export const reasonOf = (issues: readonly { readonly path: readonly (string | number)[]; readonly message: string }[]): string =>
  issues
    .slice(0, 3)
    .map(({ path, message }) => `${issuePlace(path)}: ${message}`)
    .join(' ');

/** Returns the moment at which a draft is published, if visitors see another version of the page until then. Null for at once. */
function momentOf({ page, isArchived }: EditedPage, { publishAt }: PageRecord): Date | null {
  const isLive = pageStateOf({ published: page, isArchived }, Date.now()) === 'live';
  return isLive && publishAt !== null && Date.parse(publishAt) > Date.now() ? new Date(publishAt) : null;
}

/**
 * Publishes the draft of a page, or schedules that: a live page stays as it is until the draft's moment. A draft's `state` does not count:
 * to publish is what it says.
 */
export const publishDraft = (database: Transactions, staff: Staff, seen: SeenPage) =>
  database.transaction(async (transaction) => {
    const edited = await lockEditedPage(transaction, seen.id);
    const refused = refusalOf(edited, seen, staff);
    if (refused) return refused;
    if (!edited?.draft) return fail('nothing_to_publish');
    if (isScheduled(edited)) return fail('page_scheduled');
    const complete = completePage({ ...edited.draft.record, state: 'published' });
    if ('issues' in complete) return fail('page_invalid', { reason: reasonOf(complete.issues) });
    const at = momentOf(edited, complete.page);
    if (at !== null) {
      const taken = await findTaken(transaction, complete.page);
      if (taken) return taken;
      const { version, draft } = edited;
      await scheduleDraft(transaction, seen.id, { at, version, revision: draft.revision, staffId: staff.id, author: staff.name });
      await recordActivity(transaction, staff, {
        action: 'page.scheduled',
        subject: { kind: 'page', id: seen.id },
        market: loggedMarket(marketsOf(edited)),
        after: { title: complete.page.title, publishAt: at.toISOString() },
      });
      return ok(seen.id);
    }
    const failed = await publish(transaction, staff, edited.page, complete.page, 'page.published');
    if (failed) return failed;
    await deleteDraft(transaction, seen.id);
    return ok(seen.id);
  });

/** Takes the schedule of a draft back, in the transaction of another change of the page. The draft stays. */
async function dropSchedule(transaction: Transaction, staff: Staff, edited: EditedPage, id: string): Promise<void> {
  const { draft } = edited;
  if (!draft?.schedule) return;
  await unscheduleDraft(transaction, id);
  await recordActivity(transaction, staff, {
    action: 'page.unscheduled',
    subject: { kind: 'page', id },
    market: loggedMarket(marketsOf(edited)),
    before: { title: draftText(draft.record, 'title'), publishAt: draft.schedule.at.toISOString() },
  });
}

/** Takes the schedule of a draft back. The draft stays. */
export const unschedulePage = (database: Transactions, staff: Staff, seen: Pick<SeenPage, 'id' | 'revision'>) =>
  database.transaction(async (transaction) => {
    const edited = await lockEditedPage(transaction, seen.id);
    const refused = refusalOf(edited, seen, staff);
    if (refused) return refused;
    if (edited) await dropSchedule(transaction, staff, edited, seen.id);
    return ok(seen.id);
  });

/** Publishes an earlier version again. A draft stays. */
export const restoreVersion = (database: Transactions, staff: Staff, seen: Pick<SeenPage, 'id' | 'version'>, restored: number) =>
  database.transaction(async (transaction) => {
    const edited = await lockEditedPage(transaction, seen.id);
    const refused = refusalOf(edited, seen, staff);
    if (refused) return refused;
    const record = await readVersion(transaction, seen.id, restored);
    if (!record) return fail('version_unknown', { version: restored });
    const foreign = foreignMarkets(record.markets, staff);
    if (foreign.length > 0) return fail('other_market', { markets: foreign.join(', ') });
    const failed = await publish(transaction, staff, edited?.page ?? null, record, 'page.restored');
    if (failed) return failed;
    if (edited) await dropSchedule(transaction, staff, edited, seen.id);
    // A page that was hidden before it was archived is the same version as before.
    if (edited?.isArchived) await unarchivePage(transaction, seen.id);
    return ok(seen.id);
  });

export interface TakeDown {
  readonly isArchived: boolean;
  /** Empty for none. */
  readonly redirectTo: string;
}

/** Hides a page. */
export async function takeDown(
  database: Transactions,
  staff: Staff,
  seen: Pick<SeenPage, 'id' | 'version'>,
  { isArchived, redirectTo }: TakeDown,
) {
  try {
    return await database.transaction(async (transaction) => {
      const edited = await lockEditedPage(transaction, seen.id);
      const refused = refusalOf(edited, seen, staff);
      if (refused) return refused;
      if (!edited?.page) return fail('not_found');
      const { page } = edited;
      const redirect = redirectTo === '' ? null : redirectFor(page, redirectTo);
      if (redirect && 'reason' in redirect) return fail('redirect_refused', { reason: redirect.reason });
      const failed = await publish(transaction, staff, page, { ...page, state: 'draft' }, isArchived ? 'page.archived' : 'page.taken_down');
      if (failed) return fail('not_found');
      await dropSchedule(transaction, staff, edited, seen.id);
      if (isArchived) await archivePage(transaction, seen.id);
      if (redirect) {
        await writeRedirects(transaction, [redirect.redirect]);
        await recordActivity(transaction, staff, {
          action: 'redirect.saved',
          subject: { kind: 'redirect', id: redirect.redirect.from },
          market: loggedMarket(redirect.redirect.markets),
          after: redirect.redirect,
        });
      }
      return ok(seen.id);
    });
  } catch (error) {
    if (error instanceof RedirectLoopError) return fail('redirect_refused', { reason: `${error.message}.` });
    throw error;
  }
}

function redirectFor(page: PageRecord, to: string): { readonly redirect: RedirectRecord } | { readonly reason: string } {
  const parsed = redirectRecord.safeParse({ record: 'redirect', from: page.path, to, markets: page.markets });
  if (parsed.success) return { redirect: parsed.data };
  const [issue] = parsed.error.issues;
  return { reason: `${issue?.path.join('.') === 'from' ? 'This address' : 'The redirect'} ${issue?.message ?? 'is not possible'}.` };
}
