/** Collects the ids of a selection: some rows, or everything that matches but those that were taken out. */
import type { StockRow } from '#domains/selling/stock/office-contract.ts';
import type { GridSelection } from '#ui/office/grid/selection.ts';
import { stockCalls } from './stock-calls.ts';

/** Rows of one page while ids are collected: the most that a list returns. */
const PAGE = 200;

export type CollectedStock = { readonly ok: true; readonly ids: readonly string[] } | { readonly ok: false; readonly title: string };

/**
 * @param goOn asked after each page, with how many there are. Returns false to stop
 * @param onRows called with the rows of each page
 */
export async function collectStockIds(
  selection: GridSelection,
  input: Readonly<Record<string, string>>,
  goOn: (ids: number) => boolean = () => true,
  onRows?: (rows: readonly StockRow[]) => void,
): Promise<CollectedStock> {
  if (!selection.isAllMatching) return { ok: true, ids: [...selection.keys] };
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof stockCalls.stock>> = await stockCalls.stock({
      ...input,
      limit: PAGE,
      ...(cursor === null ? {} : { cursor }),
    });
    if (!page.ok) return page;
    onRows?.(page.value.rows);
    for (const { id } of page.value.rows) if (!selection.keys.has(id)) ids.push(id);
    cursor = page.value.nextCursor;
  } while (cursor !== null && goOn(ids.length));
  return { ok: true, ids };
}
