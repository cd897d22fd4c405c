/** Collects and changes a selection of wines. */
import { useRef } from 'react';
import type { WineChange } from '#domains/catalogue/model/wine-change.ts';
import type { WineRow } from '#domains/catalogue/office-contract.ts';
import type { Market } from '#markets/market.ts';
import { type CollectedKeys, collectKeys } from '#ui/office/grid/collect-keys.ts';
import type { GridSelection } from '#ui/office/grid/selection.ts';
import { type BulkResult, useBulkChange } from '#ui/office/grid/use-bulk-change.ts';
import type { ShownRows } from '#ui/office/grid/use-shown-rows.ts';
import { wineCalls } from './wine-calls.ts';

/** Wines of one page while ids are collected: the most that a list returns. */
const PAGE = 200;

/**
 * @param onProgress called with the number of ids so far. Returns false to stop
 * @param onRows called with the rows of each page
 */
export const collectWineIds = (
  selection: GridSelection,
  input: Readonly<Record<string, string>>,
  onProgress: (count: number) => boolean,
  onRows?: (rows: readonly WineRow[]) => void,
): Promise<CollectedKeys> =>
  collectKeys(
    selection,
    async (cursor) => {
      const page = await wineCalls.wines({ ...input, limit: PAGE, ...(cursor === null ? {} : { cursor }) });
      if (page.ok) onRows?.(page.value.rows);
      return page;
    },
    onProgress,
  );

export interface WineResult extends BulkResult {
  readonly name: string;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

/** @param shown versions of the wines as the list showed them */
export const useBulkWines = (
  selection: GridSelection,
  input: Readonly<Record<string, string>>,
  market: Market,
  shown: Pick<ShownRows<WineRow, string>, 'versionOf' | 'addUnseen'>,
) => {
  /** Versions of the preview: the change is of these, also when it continues after the list was read again. */
  const versions = useRef(new Map<string, string>());
  return useBulkChange<WineChange, WineResult>({
    collect: (onProgress) => collectWineIds(selection, input, onProgress, shown.addUnseen),
    send: async (ids, change, idempotencyKey) => {
      const isPreview = idempotencyKey === null;
      if (isPreview) for (const id of ids) versions.current.set(id, shown.versionOf(id) ?? 'unseen');
      const wines = ids.map((id) => ({ id, version: versions.current.get(id) ?? 'unseen' }));
      const sent = await wineCalls.changeWines({ wines, market, change, isPreview }, isPreview ? {} : { idempotencyKey });
      return sent.ok ? { ok: true, value: sent.value.results } : sent;
    },
  });
};

/** Takes back what was done with several wines. @param made the results of the change */
export const useUndoWines = (made: readonly WineResult[]) =>
  useBulkChange<null, WineResult>({
    collect: () => Promise.resolve({ ok: true, ids: made.map(({ id }) => id) }),
    send: async (ids, _, idempotencyKey) => {
      const portion = new Set(ids);
      const changes = made.filter(({ id }) => portion.has(id)).map(({ id, before, after }) => ({ id, before, after }));
      const sent = await wineCalls.restoreWines({ changes }, idempotencyKey === null ? {} : { idempotencyKey });
      return sent.ok ? { ok: true, value: sent.value.results } : sent;
    },
  });
