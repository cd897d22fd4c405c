/** Sets the low-stock level of many wines, and takes that back. */
import type { CollectedKeys } from '#ui/office/grid/collect-keys.ts';
import { type BulkResult, useBulkChange } from '#ui/office/grid/use-bulk-change.ts';
import { stockCalls } from './stock-calls.ts';

export interface RestoredThreshold extends BulkResult {
  readonly name: string;
}

export interface ThresholdResult extends BulkResult {
  /** Null if the wine had this level already. */
  readonly change: { readonly before: number | null; readonly after: number | null } | null;
}

/** @param collect collects the ids of the selection */
export const useBulkThresholds = (collect: () => Promise<CollectedKeys>) =>
  useBulkChange<number | null, ThresholdResult>({
    collect,
    send: async (ids, threshold, idempotencyKey) => {
      const isPreview = idempotencyKey === null;
      const sent = await stockCalls.setThresholds({ ids: [...ids], threshold, isPreview }, isPreview ? {} : { idempotencyKey });
      if (!sent.ok) return sent;
      const before = new Map(sent.value.before.map((item) => [item.id, item.threshold]));
      const changeOf = (id: string) => (before.has(id) ? { before: before.get(id) ?? null, after: threshold } : null);
      return { ok: true, results: ids.map((id) => ({ id, isDone: true, reason: '', change: changeOf(id) })) };
    },
  });

/** Takes back what was done with several wines. @param made the results of the change */
export const useUndoThresholds = (made: readonly ThresholdResult[]) =>
  useBulkChange<null, RestoredThreshold>({
    collect: () => Promise.resolve({ ok: true, ids: made.map(({ id }) => id) }),
    send: async (ids, _, idempotencyKey) => {
      const portion = new Set(ids);
      const changes = made.flatMap(({ id, change }) => (change && portion.has(id) ? [{ id, ...change }] : []));
      const sent = await stockCalls.restoreThresholds({ changes }, idempotencyKey === null ? {} : { idempotencyKey });
      return sent.ok ? { ok: true, results: sent.value.results } : sent;
    },
  });
