/** Collects the ids of a selection: some rows, or every row that matches but those that were taken out. */
import type { GridLoad } from './grid-types.ts';
import type { GridSelection } from './selection.ts';

export type CollectedKeys = { readonly ok: true; readonly ids: readonly string[] } | { readonly ok: false; readonly title: string };

/**
 * @param loadPage loads a page of the list as large as it can be; null for the first one
 * @param onProgress called with the number of ids so far. Returns false to stop
 */
export async function collectKeys(
  selection: GridSelection,
  loadPage: (cursor: string | null) => Promise<GridLoad<{ readonly id: string }>>,
  onProgress: (count: number) => boolean,
): Promise<CollectedKeys> {
  if (!selection.isAllMatching) return { ok: true, ids: [...selection.keys] };
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await loadPage(cursor);
    if (!page.ok) return page;
    for (const { id } of page.value.rows) if (!selection.keys.has(id)) ids.push(id);
    cursor = page.value.nextCursor;
  } while (onProgress(ids.length) && cursor !== null);
  return { ok: true, ids };
}
