/** The page that a preview shows: as it is stored, or its draft as far as it can be shown. */
import type { Database } from '#lib/db/pool.ts';
import { pageOfDraftPreview, showableDraft } from '../model/page-draft.ts';
import type { StoredPage } from './page.repository.ts';
import { readEditedPage } from './page-draft.repository.ts';
import type { PageStore } from './page-store.ts';

/** Returns the page of a preview's id. @returns null if it was deleted */
export async function previewedPage(database: Database, pages: PageStore, previewId: string): Promise<StoredPage | null> {
  const drafted = pageOfDraftPreview(previewId);
  if (drafted === null) return pages.byId(previewId);
  const edited = await readEditedPage(database, drafted);
  if (!edited?.draft) return edited?.page && edited.changedAt ? { page: edited.page, changedAt: edited.changedAt } : null;
  return { page: showableDraft(drafted, edited.draft.record), changedAt: edited.draft.updatedAt };
}
