/** Collects and changes a selection of wines. */
import type { WineChange } from '#domains/catalogue/model/wine-change.ts';
import type { Market } from '#markets/market.ts';
import { type CollectedKeys, collectKeys } from '#ui/office/grid/collect-keys.ts';
import type { GridSelection } from '#ui/office/grid/selection.ts';
import { type BulkResult, useBulkChange } from '#ui/office/grid/use-bulk-change.ts';
import { wineCalls } from './wine-calls.ts';

/** Wines of one page while ids are collected: the most that a list returns. */
const PAGE = 200;

/** @param onProgress called with the number of ids so far. Returns false to stop */
export const collectWineIds = (
  selection: GridSelection,
  input: Readonly<Record<string, string>>,
  onProgress: (count: number) => boolean,
): Promise<CollectedKeys> =>
  collectKeys(selection, (cursor) => wineCalls.wines({ ...input, limit: PAGE, ...(cursor === null ? {} : { cursor }) }), onProgress);

export interface WineResult extends BulkResult {
  readonly name: string;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

export const useBulkWines = (selection: GridSelection, input: Readonly<Record<string, string>>, market: Market) =>
  useBulkChange<WineChange, WineResult>({
    collect: (onProgress) => collectWineIds(selection, input, onProgress),
    send: async (ids, change, idempotencyKey) => {
      const isPreview = idempotencyKey === null;
      const sent = await wineCalls.changeWines({ ids: [...ids], market, change, isPreview }, isPreview ? {} : { idempotencyKey });
      return sent.ok ? { ok: true, results: sent.value.results } : sent;
    },
  });

/** Takes back what was done with several wines. @param made the results of the change */
export const useUndoWines = (made: readonly WineResult[]) =>
  useBulkChange<null, WineResult>({
    collect: () => Promise.resolve({ ok: true, ids: made.map(({ id }) => id) }),
    send: async (ids, _, idempotencyKey) => {
      const portion = new Set(ids);
      const changes = made.filter(({ id }) => portion.has(id)).map(({ id, before, after }) => ({ id, before, after }));
      const sent = await wineCalls.restoreWines({ changes }, idempotencyKey === null ? {} : { idempotencyKey });
      return sent.ok ? { ok: true, results: sent.value.results } : sent;
    },
  });
