/** Publishes, takes down or archives several pages, each in a transaction of its own, and takes that back. */
import { CHANGED_MEANWHILE, CHANGED_SINCE_LISTED } from '#domains/staff/messages/errors.ts';
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import type { Database } from '#lib/db/pool.ts';
import { rehearse } from '#lib/db/rehearsal.ts';
import { fillTitle } from '#lib/define-contract.ts';
import type { Failure } from '#lib/result.ts';
import { bulkPageErrors, OFFICE_PAGE_ERRORS } from '../messages/office-errors.ts';
import { draftText } from '../model/page-draft.ts';
import type { BulkPageAction } from '../model/page-list.ts';
import { maySeePage, publishDraft, restoreVersion, type SeenPage, takeDown } from './office-pages.ts';
import { type EditedPage, readEditedPage } from './page-draft.repository.ts';

export interface PageResult {
  readonly id: string;
  readonly title: string;
  readonly isDone: boolean;
  /** Why it was left alone; empty if it was done. */
  readonly reason: string;
}

export interface ChangedPage extends PageResult {
  /** The version that the change made, and the one to return to. Null if there is none to return to. */
  readonly undo: { readonly version: number; readonly restored: number } | null;
}

const { NOT_FOUND, OTHER_MARKET, PAGE_INVALID, PATH_TAKEN, VERSION_UNKNOWN, NOTHING_TO_PUBLISH, PAGE_SCHEDULED, REDIRECT_REFUSED } =
  OFFICE_PAGE_ERRORS;
const SENTENCES = {
  ...{
    ...NOT_FOUND,
    ...OTHER_MARKET,
    ...PAGE_INVALID,
    ...PATH_TAKEN,
    ...VERSION_UNKNOWN,
    ...NOTHING_TO_PUBLISH,
    ...PAGE_SCHEDULED,
    ...REDIRECT_REFUSED,
  },
  ...CHANGED_MEANWHILE,
} as const;

const reasonOf = ({ code, values }: Failure<keyof typeof SENTENCES>): string =>
  fillTitle(code === 'changed_meanwhile' ? CHANGED_SINCE_LISTED : SENTENCES[code].title, values);

const titleOf = (edited: EditedPage | null): string => (edited ? draftText(edited.draft?.record ?? edited.page ?? {}, 'title') : '');

/** Why an action does not apply to a page; null if it does. */
function misfitOf({ page, isArchived }: EditedPage, action: BulkPageAction): string | null {
  if (action === 'publish') return null;
  if (isArchived) return bulkPageErrors.archived;
  if (page === null) return bulkPageErrors.neverPublished;
  return action === 'take_down' && page.state === 'draft' ? bulkPageErrors.hidden : null;
}

export interface PagesChange {
  readonly pages: readonly SeenPage[];
  readonly action: BulkPageAction;
  readonly isPreview: boolean;
}

/** Changes pages one after another and says what became of each, in the order of the ids. */
export async function changePages(
  database: Database,
  staff: StaffActor,
  { pages, action, isPreview }: PagesChange,
): Promise<ChangedPage[]> {
  const transactions = isPreview ? rehearse(database) : database;
  const results: ChangedPage[] = [];
  for (const seen of new Map(pages.map((page) => [page.id, page])).values()) {
    const edited = await readEditedPage(database, seen.id);
    const isVisible = edited !== null && maySeePage(edited, staff);
    const refused = (reason: string): ChangedPage => ({
      id: seen.id,
      title: isVisible ? titleOf(edited) : '',
      isDone: false,
      reason,
      undo: null,
    });
    const misfit = isVisible ? misfitOf(edited, action) : NOT_FOUND.not_found.title;
    if (misfit !== null) {
      results.push(refused(misfit));
      continue;
    }
    const done =
      action === 'publish'
        ? await publishDraft(transactions, staff, seen)
        : await takeDown(transactions, staff, seen, { isArchived: action === 'archive', redirectTo: '' });
    if (!done.ok) {
      results.push(refused(reasonOf(done)));
      continue;
    }
    const version = (await readEditedPage(database, seen.id))?.version ?? 0;
    // What was scheduled is not published yet.
    const isUnchanged = action === 'publish' && version === seen.version;
    const undo = isPreview || seen.version === 0 || isUnchanged ? null : { version, restored: seen.version };
    results.push({ id: seen.id, title: titleOf(edited), isDone: true, reason: '', undo });
  }
  return results;
}

export interface RestoredPages {
  readonly pages: readonly { readonly id: string; readonly version: number; readonly restored: number }[];
}

/** Takes changes of pages back, one after another. Those that were changed again since stay. */
export async function restorePages(database: Database, staff: StaffActor, { pages }: RestoredPages): Promise<PageResult[]> {
  const results: PageResult[] = [];
  for (const { id, version, restored } of pages) {
    const edited = await readEditedPage(database, id);
    const isVisible = edited !== null && maySeePage(edited, staff);
    const done = isVisible ? await restoreVersion(database, staff, { id, version }, restored) : null;
    results.push({
      id,
      title: isVisible ? titleOf(edited) : '',
      isDone: done?.ok === true,
      reason: done === null ? NOT_FOUND.not_found.title : done.ok ? '' : reasonOf(done),
    });
  }
  return results;
}
