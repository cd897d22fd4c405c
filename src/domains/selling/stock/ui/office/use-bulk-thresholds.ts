/** Sets the low-stock level of many wines, and takes that back. */
import { useRef } from 'react';
import type { CollectedKeys } from '#ui/office/grid/collect-keys.ts';
import { type BulkResult, useBulkChange } from '#ui/office/grid/use-bulk-change.ts';
import { stockCalls } from './stock-calls.ts';

export interface RestoredThreshold extends BulkResult {
  readonly name: string;
}

export interface ThresholdResult extends RestoredThreshold {
  /** Null if the wine had this level already. */
  readonly change: { readonly before: number | null; readonly after: number | null } | null;
}

/**
 * @param collect collects the ids of the selection
 * @param shownOf returns the threshold of its own that the list showed of a wine
 */
export const useBulkThresholds = (collect: () => Promise<CollectedKeys>, shownOf: (id: string) => number | null) => {
  /** Thresholds of the preview: the change is of these, also when it continues after the list was read again. */
  const expected = useRef(new Map<string, number | null>());
  return useBulkChange<number | null, ThresholdResult>({
    collect,
    send: async (ids, threshold, idempotencyKey) => {
      const isPreview = idempotencyKey === null;
      if (isPreview) for (const id of ids) expected.current.set(id, shownOf(id));
      const items = ids.map((id) => ({ id, expected: expected.current.get(id) ?? null }));
      const sent = await stockCalls.setThresholds({ items, threshold, isPreview }, isPreview ? {} : { idempotencyKey });
      if (!sent.ok) return sent;
      const before = new Map(sent.value.before.map((item) => [item.id, item.threshold]));
      const changeOf = (id: string) => (before.has(id) ? { before: before.get(id) ?? null, after: threshold } : null);
      const kept = new Map(sent.value.kept.map((item) => [item.id, item]));
      const results = ids.map((id) => {
        const { name = '', reason = '' } = kept.get(id) ?? {};
        return { id, name, isDone: !kept.has(id), reason, change: changeOf(id) };
      });
      return { ok: true, value: results };
    },
  });
};

/** Takes back what was done with several wines. @param made the results of the change */
export const useUndoThresholds = (made: readonly ThresholdResult[]) =>
  useBulkChange<null, RestoredThreshold>({
    collect: () => Promise.resolve({ ok: true, ids: made.map(({ id }) => id) }),
    send: async (ids, _, idempotencyKey) => {
      const portion = new Set(ids);
      const changes = made.flatMap(({ id, change }) => (change && portion.has(id) ? [{ id, ...change }] : []));
      const sent = await stockCalls.restoreThresholds({ changes }, idempotencyKey === null ? {} : { idempotencyKey });
      return sent.ok ? { ok: true, value: sent.value.results } : sent;
    },
  });
